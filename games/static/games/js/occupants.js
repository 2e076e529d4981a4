/** What changes in who sits at the table, in words: for the live region, and where a match goes on, as a notice. */

import { fill, gettext } from "./i18n.js";
import { seatName } from "./seating.js";

/** @typedef {import("./protocol.js").Table} Table */
/** @typedef {import("./protocol.js").TableSeat} TableSeat */
/** @typedef {{text: string, loud: boolean}} SeatNews loud: the game has changed for those who see the table, too */

/**
 * @param {Table|null} before
 * @param {Table|null} after
 * @param {string|null} user the viewer, who knows of its own sitting down and standing up
 * @returns {SeatNews[]}
 */
export function seatNews(before, after, user) {
  if (before === null || after === null || before === after) return [];
  return after.seats.flatMap((row, seat) => {
    const old = before.seats[seat];
    const text = who(old) === who(row) ? awayText(old, row, seatName(after, seat), user) : moveText(before, after, seat, user);
    return text === null ? [] : [{ text, loud: old.kind === "person" && row.kind === "bot" && after.status === "playing" }];
  });
}

/** @param {TableSeat} row */
const who = (row) => `${row.kind} ${row.user ?? row.name}`;

/** @param {TableSeat} old @param {TableSeat} row @param {string} name @param {string|null} user */
function awayText(old, row, name, user) {
  if (old.held_by_bot === row.held_by_bot) return null;
  const own = user !== null && row.user === user;
  if (row.held_by_bot) {
    return own
      ? gettext("Your time ran out too often: a bot plays for you until you are back.")
      : fill(gettext("%(name)s is away: a bot plays for now."), { name });
  }
  return own ? gettext("You play for yourself again.") : fill(gettext("%(name)s is back."), { name });
}

/** @param {Table} before @param {Table} after @param {number} seat @param {string|null} user */
function moveText(before, after, seat, user) {
  const [old, row] = [before.seats[seat], after.seats[seat]];
  if (user !== null && (old.user === user || row.user === user)) return null;
  const left = seatName(before, seat);
  const name = seatName(after, seat);
  if (row.kind === "empty") return fill(gettext("%(name)s has left the seat."), { name: left });
  if (old.kind === "person" && row.kind === "bot") {
    return fill(gettext("%(name)s has left: %(bot)s, a bot, has the seat now."), { name: left, bot: name });
  }
  return fill(gettext("%(name)s sits at the table."), { name });
}
