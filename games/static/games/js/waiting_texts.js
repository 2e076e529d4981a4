/** Who is waited for, and what happens when they do not come: before a match, after one, and within one. */

import { fill, gettext, ngettext } from "./i18n.js";
import { seatName } from "./seating.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./protocol.js").TableSeat} TableSeat */

/** @param {State} state @returns {TableSeat[]} */
export const people = (state) => (state.table?.seats ?? []).filter((seat) => seat.kind === "person");

/** @param {State} state @param {TableSeat[]} rows */
const names = (state, rows) => rows.map((row) => seatName(state.table, row.position));

/** The people at the table who have not said that they are ready. @param {State} state */
export const notReady = (state) => people(state).filter((seat) => !seat.ready);

/** Whom the viewer, as owner, may remove now. @param {State} state @returns {TableSeat[]} */
export function removable(state) {
  if (!state.you?.owner || state.table?.status !== "waiting") return [];
  return notReady(state).filter((seat) => seat.user !== state.you?.user);
}

/** @param {State} state */
export const ownRow = (state) => people(state).find((seat) => seat.position === state.you?.seat);

/** @param {State} state */
export const freeSeats = (state) => (state.table?.seats ?? []).filter((seat) => seat.kind === "empty").length;

/** Who is still waited for. @param {State} state @returns {string[]} */
export function missingTexts(state) {
  const missing = notReady(state).filter((seat) => seat.user !== state.you?.user);
  const texts = [];
  const free = freeSeats(state);
  if (free > 0) texts.push(fill(ngettext("%(count)s seat is free.", "%(count)s seats are free.", free), { count: free }));
  if (free > 0 && state.you?.seat === null) texts.push(gettext("Take one to play."));
  // Translators: names of people, one or several
  if (missing.length > 0) texts.push(fill(gettext("Not ready yet: %(names)s."), { names: names(state, missing) }));
  return texts;
}

/** How the match begins, and what stands in its way. @param {State} state @returns {string[]} */
export function startTexts(state) {
  const how = gettext("The match starts by itself when all four seats are filled and everyone is ready.");
  return [how, ...awayTexts(state)];
}

/** Who loses the seat by and by. @param {State} state @returns {string[]} */
function awayTexts(state) {
  const away = people(state).filter((seat) => !seat.online && seat.user !== state.you?.user);
  if (away.length === 0) return [];
  const text = gettext("Away: %(names)s. After about two minutes away a seat becomes free.");
  return [fill(text, { names: names(state, away) })];
}

/** How one's own seat was lost, and what can be done. @param {State} state */
export function unseatedText({ unseated }) {
  if (unseated === null) return null;
  return unseated === "away"
    ? gettext("You were away, and your seat has become free. Take a seat to play.")
    : gettext("The table's owner removed you from your seat. You can watch, sit down here again after a minute, or go to another table.");
}

/** Who of the last match's people is gone, and who has the seat now. @param {State} state @returns {string[]} */
export function departedTexts({ table, departed }) {
  return departed.map(({ seat, name, removed }) => {
    const row = table?.seats[seat];
    const next = seatName(table, seat);
    if (row?.kind === "bot") return fill(gettext("%(name)s has left: %(bot)s, a bot, has the seat now."), { name, bot: next });
    if (row?.kind === "person") return fill(gettext("%(name)s has left: %(other)s has the seat now."), { name, other: next });
    return removed ? fill(gettext("The table's owner removed %(name)s from the seat."), { name }) : fill(gettext("%(name)s has left the seat."), { name });
  });
}

/** What becomes of a rematch. @param {State} state @returns {string[]} */
export function rematchTexts(state) {
  if (state.table?.status === "closed") return [gettext("This table is closed.")];
  if (state.table?.status !== "waiting") return [];
  const gone = departedTexts(state);
  if (freeSeats(state) > 0) {
    const how = gettext("For another match the free seat has to be filled: by somebody with the link, or by a bot.");
    return [...gone, how];
  }
  const own = ownRow(state);
  const missing = notReady(state);
  if (!own?.ready || missing.length === 0) return gone;
  // Translators: after a match: names of people, one or several
  return [...gone, fill(gettext("Waiting for %(names)s to agree to a rematch."), { names: names(state, missing) })];
}

/**
 * In a match without a time limit: that the person in turn is away, and what comes of it. Where nobody else is there
 * the match waits, and nothing is said.
 * @param {State} state
 */
export function absenceText(state) {
  const { table, turn } = state;
  if (table === null || turn === null || table.turn_seconds !== null || table.status !== "playing") return null;
  const row = table.seats[turn];
  const gone = row.kind === "person" && !row.online && !row.held_by_bot;
  const others = table.seats.some((seat) => seat.kind === "person" && seat.online && seat.position !== turn);
  if (!gone || !others) return null;
  return fill(gettext("%(name)s is away. A bot will play for them in about a minute."), { name: seatName(table, turn) });
}

/** How many look on. @param {number} count */
export function watchersText(count) {
  return fill(ngettext("%(count)s is watching", "%(count)s are watching", count), { count });
}
