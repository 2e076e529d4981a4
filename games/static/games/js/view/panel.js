/** The middle of the table when no trick lies there: calls, results, the waiting room. */

import { gettext } from "../i18n.js";
import { handOutcome, isOwnTurn, mayAct } from "../state.js";
import { auctionPanel, trumpPanel, waitingText, whyNot } from "./calls.js";
import { el } from "./dom.js";
import { handPanel, matchPanel } from "./outcome.js";
import { closedPanel, waitingPanel } from "./waiting.js";

/** @typedef {import("../pacer.js").Shown} Shown */
/** @typedef {import("../state.js").State} State */
/**
 * @typedef {import("./waiting.js").WaitingActs & {
 *   call: (text: string) => void, explain: (text: string) => void, state: () => State, sheet: () => void}} PanelActs
 */

export class PanelView {
  /** @param {HTMLElement} root @param {PanelActs} acts */
  constructor(root, acts) {
    this.root = root;
    this.acts = acts;
    /** @type {number|null} the number chosen where a bid also names a suit */
    this.level = null;
    /** @type {Shown|null} */
    this.shown = null;
    this.drawn = "";
    root.addEventListener("click", (event) => this.pressed(event));
  }

  /** @param {Shown} shown */
  render(shown) {
    this.shown = shown;
    if (shown.state.phase !== "auction") this.level = null;
    this.draw();
  }

  /** Chooses a number; whoever presses a suit next bids it. @param {number} level */
  choose(level) {
    this.level = level;
    this.draw();
  }

  draw() {
    if (this.shown === null) return;
    const [kind, nodes] = this.content(this.shown);
    const html = kind + nodes.map((node) => node.outerHTML).join("");
    // The same content is left alone, so that a focused button keeps its focus.
    if (html === this.drawn) return;
    this.drawn = html;
    const focused = this.focused();
    this.root.hidden = nodes.length === 0;
    this.root.className = `panel panel--${kind}`;
    this.root.replaceChildren(...nodes);
    if (focused !== null) this.focus(focused);
  }

  /** @param {Shown} shown @returns {[string, HTMLElement[]]} */
  content({ state, swept }) {
    const { table } = state;
    if (table === null) return ["status", [el("p", { class: "panel__status" }, gettext("Coming to the table …"))]];
    if (table.status === "closed" && state.result === null) return ["result", closedPanel(this.acts)];
    if (state.result !== null && swept) return ["result", matchPanel(state, this.acts)];
    if (table.status === "waiting") return ["waiting", waitingPanel(state, this.acts)];
    const outcome = handOutcome(state);
    if (outcome !== null) return swept ? ["result", handPanel(outcome, state)] : ["none", []];
    return this.turnContent(state);
  }

  /** @param {State} state @returns {[string, HTMLElement[]]} */
  turnContent(state) {
    if (mayAct(state) && state.phase === "auction") return ["calls", auctionPanel(state, this.level)];
    if (mayAct(state) && state.phase === "naming_trump") return ["calls", trumpPanel(state)];
    const text = isOwnTurn(state) ? "" : waitingText(state);
    if (text !== "") return ["status", [el("p", { class: "panel__status" }, text)]];
    if (state.hand === null) return ["status", [el("p", { class: "panel__status" }, gettext("Dealing …"))]];
    return ["none", []];
  }

  /** @param {Event} event */
  pressed(event) {
    const node = event.target instanceof Element ? event.target.closest("[data-call], [data-level]") : null;
    const level = node?.getAttribute("data-level");
    const call = node?.getAttribute("data-call");
    if (level && node?.getAttribute("aria-disabled") === "true") this.acts.explain(whyNot(this.acts.state(), level) ?? "");
    else if (level) this.choose(Number(level));
    else if (call) this.tryCall(call);
  }

  /** @param {string} call */
  tryCall(call) {
    const why = whyNot(this.acts.state(), call);
    if (why === null) this.acts.call(call);
    else this.acts.explain(why);
  }

  /** What has the focus, as a selector. @returns {string|null} */
  focused() {
    const node = document.activeElement;
    if (node === null || !this.root.contains(node)) return null;
    const call = node.getAttribute("data-level") ?? node.getAttribute("data-call");
    if (call !== null) return `[data-call="${call}"], [data-level="${call}"]`;
    const keep = node.getAttribute("data-keep");
    return keep === null ? null : `[data-keep="${keep}"]`;
  }

  /** @param {string} selector */
  focus(selector) {
    const node = this.root.querySelector(selector);
    if (node instanceof HTMLElement) node.focus();
  }

  /** @param {-1|1} step @returns {boolean} whether there is a call to go to */
  move(step) {
    const nodes = /** @type {HTMLElement[]} */ ([...this.root.querySelectorAll("button")]);
    if (nodes.length === 0 || this.root.hidden) return false;
    const place = nodes.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const open = nodes.findIndex((node) => node.getAttribute("aria-disabled") !== "true");
    nodes[place < 0 ? Math.max(0, open) : (place + step + nodes.length) % nodes.length].focus();
    return true;
  }
}
