/** How a hand, or the match, ended: the headline, the figures, and what can be done next. */

import { figure, fill, gettext } from "../i18n.js";
import { matchHeadline, matchReason, outcomeHeadline, teamTricks } from "../outcomes.js";
import { tableOfMatch } from "../people.js";
import { seatName, teamName, teamScore } from "../seating.js";
import { freeSeats, ownRow, rematchTexts, unseatedText } from "../waiting_texts.js";
import { button, el } from "./dom.js";
import { inviteButtons, readyButton, removalRow } from "./waiting.js";

/** @typedef {import("../state.js").State} State */
/** @typedef {import("../protocol.js").HandResult} HandResult */

/** @param {HandResult} result @param {State} state */
export function handPanel(result, state) {
  const nodes = [el("p", { class: "panel__headline" }, outcomeHeadline(result, state))];
  if (result.tricks !== null && result.points !== null) {
    nodes.push(result.points.length === 4 ? seatsTable(result, state) : teamsTable(result, state));
  }
  return nodes;
}

/** @typedef {import("./waiting.js").WaitingActs & {sheet: () => void}} MatchActs */

/** @param {State} state @param {MatchActs} acts */
export function matchPanel(state, acts) {
  const result = /** @type {import("../protocol.js").MatchResult} */ (state.result);
  const last = state.results.at(-1);
  const nodes = [
    el("h2", { class: "panel__headline panel__headline--match" }, matchHeadline(result, state)),
    el("p", { class: "panel__text" }, matchReason(result, state)),
  ];
  if (last !== undefined && last.tricks !== null && last.points !== null) {
    nodes.push(last.points.length === 4 ? seatsTable(last, state) : teamsTable(last, state));
  }
  const unseated = unseatedText(state);
  if (unseated !== null) nodes.push(el("p", { class: "panel__warning" }, unseated));
  for (const text of rematchTexts(state)) nodes.push(el("p", { class: "panel__text" }, text));
  const removals = removalRow(state, acts);
  if (removals !== null) nodes.push(removals);
  nodes.push(el("div", { class: "panel__row" }, ...nextButtons(state, acts)));
  return nodes;
}

/** @param {State} state @param {MatchActs} acts */
function nextButtons(state, acts) {
  const free = freeSeats(state);
  const list = [];
  if (state.table?.status === "waiting" && ownRow(state) !== undefined) {
    list.push(readyButton(state, acts, againText(state, free)));
    if (free > 0 && state.you?.owner) list.push(button(gettext("Fill with bots"), "button", acts.bots));
    if (free > 0) list.push(...inviteButtons(acts));
  }
  list.push(button(gettext("Score sheet"), "button", acts.sheet), button(gettext("To the tables"), "button", acts.lobby));
  return list;
}

/** With the same four it is a rematch, with somebody else just another match. @param {State} state @param {number} free */
function againText(state, free) {
  if (free > 0) return gettext("I am ready");
  return state.departed.length === 0 ? gettext("Rematch") : gettext("Play again");
}

/** @param {HandResult} result @param {State} state */
function teamsTable(result, state) {
  const viewer = state.you?.seat ?? null;
  const first = viewer === null ? 0 : viewer % 2;
  const rows = [first, 1 - first].map((team) => [
    teamName(tableOfMatch(state), team, viewer),
    String(teamTricks(result.tricks ?? [], team)),
    signed(result.points?.[team] ?? 0),
    figure(teamScore(result.scores, team)),
  ]);
  // Translators: column headings of a hand's result; trick is لمّة in Arabic
  return figures([gettext("Team"), gettext("Tricks"), gettext("Points"), gettext("Score")], rows);
}

/** @param {HandResult} result @param {State} state */
function seatsTable(result, state) {
  const viewer = state.you?.seat ?? 0;
  const rows = [0, 2, 1, 3].map((step) => (viewer + step) % 4).map((seat) => [
    seatName(tableOfMatch(state), seat),
    result.bids[seat] ?? "",
    String(result.tricks?.[seat] ?? ""),
    signed(result.points?.[seat] ?? 0),
    figure(result.scores[seat]),
  ]);
  // Translators: column headings of a hand's result; bid is طلب in Arabic
  const heads = [gettext("Player"), gettext("Bid"), gettext("Took"), gettext("Points"), gettext("Score")];
  return figures(heads, rows);
}

/** @param {number} points */
function signed(points) {
  return points > 0 ? `+${points}` : figure(points);
}

/** @param {string[]} heads @param {string[][]} rows */
function figures(heads, rows) {
  const head = el("tr", {}, ...heads.map((text) => el("th", { scope: "col" }, text)));
  const body = rows.map(([name, ...cells]) =>
    el("tr", {}, el("th", { scope: "row" }, el("bdi", {}, name)), ...cells.map((text) => el("td", { class: "figure" }, text))),
  );
  return el("table", { class: "figures" }, el("thead", {}, head), el("tbody", {}, ...body));
}

/** In the 41 games a player has to get there, not the team whose sum is shown. @param {State} state */
export function targetText(state) {
  // Translators: beside the sums of both teams, where one player of a team has to reach the target
  if (state.scores.length === 4) return fill(gettext("a player to %(target)s"), { target: state.target });
  return fill(gettext("to %(target)s"), { target: state.target });
}
