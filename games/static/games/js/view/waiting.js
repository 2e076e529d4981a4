/** Before the match: what is played here, who is missing, and the buttons to sit down, fill up and start. */

import { gettext, ngettext, fill } from "../i18n.js";
import { tableFacts, variantName } from "../labels.js";
import { button, el } from "./dom.js";

/** @typedef {import("../state.js").State} State */
/** @typedef {{stand: () => void, bots: () => void, start: () => void, copyLink: () => void}} WaitingActs */

/** @param {State} state @param {WaitingActs} acts */
export function waitingPanel(state, acts) {
  const table = /** @type {import("../protocol.js").Table} */ (state.table);
  const free = table.seats.filter((seat) => seat.kind === "empty").length;
  return [
    el("h2", { class: "panel__headline" }, variantName(table.variant)),
    el("p", { class: "panel__text" }, tableFacts(table).join(" · ")),
    el("p", { class: "panel__text" }, seatsText(free, state)),
    el("div", { class: "panel__row" }, ...buttons(free, state, acts)),
  ];
}

/** @param {number} free @param {State} state */
function seatsText(free, state) {
  if (free > 0) {
    const missing = fill(ngettext("%(count)s seat is free.", "%(count)s seats are free.", free), { count: free });
    return state.you?.seat === null ? `${missing} ${gettext("Take one to play.")}` : missing;
  }
  if (state.you?.owner) return gettext("Everyone is here.");
  return gettext("Everyone is here; the table's owner starts the match.");
}

/** @param {number} free @param {State} state @param {WaitingActs} acts @returns {HTMLElement[]} */
function buttons(free, state, acts) {
  const list = [];
  if (state.you?.owner && free === 0) list.push(button(gettext("Start the match"), "button button--primary", acts.start));
  if (state.you?.owner && free > 0) list.push(button(gettext("Fill with bots"), "button button--primary", acts.bots));
  list.push(button(gettext("Copy link"), "button", acts.copyLink));
  if (state.you?.seat !== null) list.push(button(gettext("Stand up"), "button", acts.stand));
  return list;
}

/** A table that is closed for good. */
export function closedPanel() {
  return [el("p", { class: "panel__headline" }, gettext("This table is closed."))];
}
