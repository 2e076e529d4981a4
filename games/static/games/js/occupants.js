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
  const news = after.seats.flatMap((row, seat) => {
    const old = before.seats[seat];
    return who(old) === who(row) ? sameNews(old, row, seatName(after, seat), user, after) : moveNews(before, after, seat, user);
  });
  return [...news, ...ownerNews(before, after, user)];
}

/** @param {TableSeat} row */
const who = (row) => `${row.kind} ${row.user ?? row.name}`;

/** @param {string|null} text @param {boolean} loud @returns {SeatNews[]} */
const told = (text, loud) => (text === null ? [] : [{ text, loud }]);

/** The same person, but not as before. @param {TableSeat} old @param {TableSeat} row @param {string} name @param {string|null} user @param {Table} table */
function sameNews(old, row, name, user, table) {
  const own = user !== null && row.user === user;
  if (old.held_by_bot !== row.held_by_bot) return told(heldText(row, name, own, table), table.status === "playing");
  if (own || row.kind !== "person") return [];
  if (table.status === "waiting") return told(row.ready && !old.ready ? fill(gettext("%(name)s is ready."), { name }) : null, false);
  return told(old.online === row.online ? null : presenceText(row, name), false);
}

/** @param {TableSeat} row @param {string} name @param {boolean} own @param {Table} table */
function heldText(row, name, own, table) {
  if (!row.held_by_bot) {
    return own ? gettext("You play for yourself again.") : fill(gettext("%(name)s is back and plays again."), { name });
  }
  if (own) return heldReason(table);
  return table.turn_seconds === null
    ? fill(gettext("%(name)s is away: a bot plays for now."), { name })
    : fill(gettext("%(name)s let three turns run out: a bot plays for now."), { name });
}

/** Why a bot plays one's own seat: without a time limit a person is only ever missed for being away. @param {Table} table */
export function heldReason(table) {
  return table.turn_seconds === null
    ? gettext("You were away: a bot plays for you until you are back.")
    : gettext("Three of your turns ran out: a bot plays for you until you are back.");
}

/** @param {TableSeat} row @param {string} name */
function presenceText(row, name) {
  if (!row.online) return fill(gettext("%(name)s is away."), { name });
  return row.held_by_bot
    ? fill(gettext("%(name)s is here again; the bot still has the seat."), { name })
    : fill(gettext("%(name)s is here again."), { name });
}

/** @param {Table} before @param {Table} after @param {number} seat @param {string|null} user */
function moveNews(before, after, seat, user) {
  const [old, row] = [before.seats[seat], after.seats[seat]];
  if (user !== null && (old.user === user || row.user === user)) return [];
  const left = seatName(before, seat);
  const name = seatName(after, seat);
  const removed = old.user !== null && after.removed.includes(old.user);
  if (removed && row.kind !== "person") {
    return told(fill(gettext("The table's owner removed %(name)s from the seat."), { name: left }), false);
  }
  if (row.kind === "empty") return told(fill(gettext("%(name)s has left the seat."), { name: left }), false);
  if (old.kind === "person" && row.kind === "bot") {
    const text = fill(gettext("%(name)s has left: %(bot)s, a bot, has the seat now."), { name: left, bot: name });
    return told(text, after.status === "playing");
  }
  return told(fill(gettext("%(name)s sits at the table."), { name }), false);
}

/** The powers of a table pass on when its owner leaves. @param {Table} before @param {Table} after @param {string|null} user */
function ownerNews(before, after, user) {
  const became = user !== null && after.owner === user && before.owner !== user && after.status === "waiting";
  return told(became ? gettext("The table is yours now: you can start the match, call bots and remove people.") : null, true);
}
