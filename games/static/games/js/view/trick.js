/** The cards in the middle, each on the side of whoever played it. */

import { gettext } from "../i18n.js";
import { placeOf } from "../seating.js";
import { lastTrick, openTrick, winningSeat } from "../tricks.js";
import { cardFace } from "./cards.js";
import { el } from "./dom.js";

/** @typedef {import("../pacer.js").Shown} Shown */

/** As long as the sheet's slide takes (--move). */
const SLIDE = 220;

export class TrickView {
  /** @param {HTMLElement} root @param {HTMLButtonElement} peekButton */
  constructor(root, peekButton) {
    this.root = root;
    this.peekButton = peekButton;
    this.peeking = false;
    /** @type {string|null} the place of whoever takes the trick that lies there */
    this.taker = null;
    /** @type {Shown|null} */
    this.shown = null;
    /** @type {Map<string, HTMLElement>} */
    this.cards = new Map();
    peekButton.addEventListener("click", () => this.peek());
  }

  /** Shows the last trick again, or goes back to the one being played. */
  peek() {
    if (this.peekButton.disabled) return;
    this.peeking = !this.peeking;
    this.draw();
  }

  /** @param {Shown} shown */
  render(shown) {
    if (shown.news.length > 0) this.peeking = false;
    this.shown = shown;
    const plays = shown.state.hand?.plays ?? [];
    this.peekButton.disabled = lastTrick(plays).length === 0;
    this.draw();
  }

  draw() {
    if (this.shown === null) return;
    const { state, swept } = this.shown;
    const plays = state.hand?.plays ?? [];
    const open = openTrick(plays);
    const resting = !swept && open.length === 0;
    const trick = this.peeking || resting ? lastTrick(plays) : open;
    const start = plays.length - (plays.length % 4) - (trick === open ? 0 : 4);
    const done = trick.length === 4;
    const winner = done ? winningSeat(trick, state.hand?.trump ?? null) : null;
    this.peekButton.setAttribute("aria-pressed", String(this.peeking));
    this.root.classList.toggle("trick--peek", this.peeking);
    this.root.classList.toggle("trick--done", done);
    this.place(trick, `${state.match}/${state.hand?.ordinal}`, start, winner);
  }

  /** @param {[number, string][]} trick @param {string} hand @param {number} start @param {number|null} winner */
  place(trick, hand, start, winner) {
    const viewer = this.shown?.state.you?.seat ?? null;
    const keys = trick.map((_, place) => `${hand}/${start + place}`);
    for (const [key, node] of this.cards) {
      if (keys.includes(key)) continue;
      this.leave(node);
      this.cards.delete(key);
    }
    this.taker = winner === null ? null : placeOf(winner, viewer);
    trick.forEach(([seat, card], place) => {
      const where = placeOf(seat, viewer);
      const node = this.cards.get(keys[place]) ?? this.add(keys[place], card);
      node.className = `trick__card trick__card--${where}`;
      node.classList.toggle("trick__card--winner", seat === winner);
    });
    this.caption();
  }

  /** @param {string} key @param {string} card */
  add(key, card) {
    const node = el("div", {}, cardFace(card, "div"));
    this.cards.set(key, node);
    this.root.append(node);
    return node;
  }

  /** A taken card slides to its taker before it goes. @param {HTMLElement} node */
  leave(node) {
    if (this.taker === null) {
      node.remove();
      return;
    }
    node.classList.add("trick__card--gone", `trick__card--to-${this.taker}`);
    setTimeout(() => node.remove(), SLIDE);
  }

  caption() {
    this.root.querySelector(".trick__caption")?.remove();
    // Translators: above the trick before this one, shown again; trick is لمّة in Arabic
    if (this.peeking) this.root.append(el("p", { class: "trick__caption" }, gettext("Last trick")));
  }
}
