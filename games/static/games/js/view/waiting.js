/** Before the match: what is played here, who is missing, and the buttons to sit down, fill up, be ready and start. */

import { fill, gettext } from "../i18n.js";
import { tableFacts, variantName } from "../labels.js";
import { seatName } from "../seating.js";
import { freeSeats, missingTexts, ownRow, people, removable, startTexts, unseatedText } from "../waiting_texts.js";
import { button, el } from "./dom.js";
import { mayShare } from "./invite.js";

/** @typedef {import("../state.js").State} State */
/**
 * @typedef {object} WaitingActs
 * @property {() => void} stand
 * @property {() => void} bots
 * @property {() => void} start
 * @property {(ready: boolean) => void} ready
 * @property {(seat: number) => void} askRemoval
 * @property {() => void} copyLink
 * @property {() => void} share
 * @property {() => boolean} copied   the link was copied a moment ago
 * @property {() => void} lobby
 */

/** @param {State} state @param {WaitingActs} acts */
export function waitingPanel(state, acts) {
  const table = /** @type {import("../protocol.js").Table} */ (state.table);
  const unseated = unseatedText(state);
  return [
    unseated === null ? null : el("p", { class: "panel__warning" }, unseated),
    el("h2", { class: "panel__headline" }, variantName(table.variant)),
    el("p", { class: "panel__text panel__text--small" }, tableFacts(table).join(" · ")),
    el("p", { class: "panel__missing" }, missingTexts(state).join(" ")),
    el("p", { class: "panel__text panel__text--small" }, startTexts(state).join(" ")),
    removalRow(state, acts),
    el("div", { class: "panel__row" }, ...buttons(state, acts)),
  ].filter((node) => node !== null);
}

/** A button for each person whom the owner may remove. @param {State} state @param {WaitingActs} acts */
export function removalRow(state, acts) {
  const rows = removable(state);
  if (rows.length === 0) return null;
  const list = rows.map((row) => {
    const text = fill(gettext("Remove %(name)s"), { name: seatName(state.table, row.position) });
    return button(text, "button button--danger button--small", () => acts.askRemoval(row.position));
  });
  return el("div", { class: "panel__people" }, ...list);
}

/** Ready, or not any more. @param {State} state @param {WaitingActs} acts @param {string} [text] what being ready is called here */
export function readyButton(state, acts, text = gettext("I am ready")) {
  const ready = ownRow(state)?.ready;
  // Translators: on a button, what takes "I am ready" back
  const node = ready
    ? button(gettext("Not ready"), "button", () => acts.ready(false))
    : button(text, "button button--primary", () => acts.ready(true));
  return kept("ready", node);
}

/** @param {WaitingActs} acts */
export function inviteButtons(acts) {
  const text = acts.copied() ? gettext("Link copied ✓") : gettext("Copy link");
  const copy = kept("copy", button(text, "button", acts.copyLink));
  return mayShare() ? [copy, kept("share", button(gettext("Share …"), "button", acts.share))] : [copy];
}

/** @param {State} state @param {WaitingActs} acts @returns {HTMLElement[]} */
function buttons(state, acts) {
  const free = freeSeats(state);
  const own = ownRow(state) !== undefined;
  const list = [];
  // Whoever plays with bots alone has nobody to be ready for.
  const alone = state.you?.owner === true && free === 0 && people(state).length === 1;
  if (own && !alone) list.push(readyButton(state, acts));
  if (state.you?.owner && free === 0) {
    list.push(button(gettext("Start the match"), alone ? "button button--primary" : "button", acts.start));
  }
  if (state.you?.owner && free > 0) list.push(button(gettext("Fill with bots"), "button", acts.bots));
  if (free > 0) list.push(...inviteButtons(acts));
  if (own) list.push(button(gettext("Stand up"), "button", acts.stand));
  else if (state.unseated !== null) list.push(button(gettext("To the tables"), "button", acts.lobby));
  return list;
}

/** The focus stays on a button that is drawn anew with other words. @param {string} key @param {HTMLElement} node */
function kept(key, node) {
  node.setAttribute("data-keep", key);
  return node;
}

/** A table that is closed for good. @param {{lobby: () => void}} acts */
export function closedPanel(acts) {
  return [
    el("p", { class: "panel__headline" }, gettext("This table is closed.")),
    el("div", { class: "panel__row" }, button(gettext("To the tables"), "button", acts.lobby)),
  ];
}
