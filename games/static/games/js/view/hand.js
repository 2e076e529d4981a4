/** The viewer's own cards: a fan in one row, or two where the screen is narrow; a spectator sees backs. */

import { explainCard } from "../explain.js";
import { sortHand } from "../notation.js";
import { mayAct } from "../state.js";
import { cardBack, cardFace } from "./cards.js";

/** @typedef {import("../pacer.js").Shown} Shown */
/** @typedef {{play: (card: string) => void, explain: (text: string) => void, state: () => import("../state.js").State}} HandActs */

const ONE_ROW = 7;

export class HandView {
  /** @param {HTMLElement} root @param {HandActs} acts */
  constructor(root, acts) {
    this.root = root;
    this.acts = acts;
    /** @type {Map<string, HTMLElement>} */
    this.cards = new Map();
    this.narrow = matchMedia("(max-width: 640px) and (orientation: portrait)");
    this.narrow.addEventListener("change", () => this.arrange());
    root.addEventListener("click", (event) => this.pressed(event));
    root.addEventListener("focusin", (event) => this.rove(event.target));
  }

  /** @param {Shown} shown */
  render({ state }) {
    const { hand } = state;
    if (hand === null) {
      this.clear();
    } else if (hand.cards === null) {
      this.showBacks(hand.counts[0]);
    } else {
      this.showCards(sortHand(hand.cards, hand.trump), state);
    }
  }

  clear() {
    this.cards.clear();
    this.root.replaceChildren();
  }

  /** @param {number} count */
  showBacks(count) {
    if (this.cards.size === 0 && this.root.childElementCount === count) return;
    this.cards.clear();
    this.root.replaceChildren(...Array.from({ length: count }, cardBack));
    this.arrange();
  }

  /** @param {string[]} order @param {import("../state.js").State} state */
  showCards(order, state) {
    const held = new Set(order);
    const focused = this.focusedPlace();
    for (const [card, node] of this.cards) {
      if (held.has(card)) continue;
      node.remove();
      this.cards.delete(card);
    }
    for (const stray of [...this.root.children]) if (!stray.hasAttribute("data-card")) stray.remove();
    order.forEach((card, place) => this.place(card, place));
    for (const card of order) this.mark(card, state);
    this.arrange();
    this.keepFocus(focused);
  }

  /** @param {string} card @param {number} place */
  place(card, place) {
    let node = this.cards.get(card);
    if (node === undefined) {
      node = cardFace(card, "button");
      this.cards.set(card, node);
    }
    if (this.root.children[place] !== node) this.root.insertBefore(node, this.root.children[place] ?? null);
  }

  /** @param {string} card @param {import("../state.js").State} state */
  mark(card, state) {
    const node = /** @type {HTMLElement} */ (this.cards.get(card));
    const choosing = state.phase === "play" && mayAct(state);
    const legal = choosing && state.legal.includes(card);
    node.classList.toggle("card--ready", legal);
    node.classList.toggle("card--dimmed", choosing && !legal);
    node.classList.toggle("card--sent", state.pending?.move === card);
    node.setAttribute("aria-disabled", String(!legal));
  }

  /** Where each card lies: its row, its column, and how many gaps its row has. */
  arrange() {
    const nodes = /** @type {HTMLElement[]} */ ([...this.root.children]);
    const rows = this.narrow.matches && nodes.length > ONE_ROW ? 2 : 1;
    const first = Math.ceil(nodes.length / rows);
    this.root.classList.toggle("hand--two-rows", rows === 2);
    this.root.style.setProperty("--most-gaps", String(Math.max(1, first - 1)));
    nodes.forEach((node, place) => {
      const row = place < first ? 0 : 1;
      const inRow = row === 0 ? first : nodes.length - first;
      node.style.setProperty("--row", String(row));
      node.classList.toggle("card--behind", rows === 2 && row === 0);
      node.style.setProperty("--column", String(row === 0 ? place : place - first));
      node.style.setProperty("--gaps", String(inRow - 1));
    });
    if (!nodes.some((node) => node.tabIndex === 0)) this.rove(nodes[0]);
  }

  /** Only one card is a stop of the Tab key; the arrows move among them. @param {EventTarget|null|undefined} target */
  rove(target) {
    for (const node of this.root.children) {
      if (node instanceof HTMLButtonElement) node.tabIndex = node === target ? 0 : -1;
    }
  }

  /** @returns {number|null} */
  focusedPlace() {
    const place = [...this.root.children].indexOf(/** @type {Element} */ (document.activeElement));
    return place < 0 ? null : place;
  }

  /** The card that had the focus was played: the one in its place takes it. @param {number|null} place */
  keepFocus(place) {
    if (place === null || this.root.contains(document.activeElement)) return;
    const next = this.root.children[Math.min(place, this.root.childElementCount - 1)];
    if (next instanceof HTMLElement) next.focus();
  }

  /** @param {-1|1} step @returns {boolean} whether there was a card to go to */
  move(step) {
    const nodes = /** @type {HTMLElement[]} */ ([...this.root.querySelectorAll("button.card")]);
    if (nodes.length === 0) return false;
    const place = this.focusedPlace();
    const ready = nodes.findIndex((node) => node.classList.contains("card--ready"));
    const next = place === null ? Math.max(0, ready) : (place + step + nodes.length) % nodes.length;
    nodes[next].focus();
    return true;
  }

  /** @param {Event} event */
  pressed(event) {
    const node = event.target instanceof Element ? event.target.closest("button.card") : null;
    const card = node?.getAttribute("data-card");
    if (!card) return;
    const state = this.acts.state();
    if (state.phase === "play" && mayAct(state) && state.legal.includes(card)) this.acts.play(card);
    else this.acts.explain(explainCard(state, card));
  }
}
