/** Who sits where on the screen, and what each is called. */

import { fill, gettext, pgettext } from "./i18n.js";

/** @typedef {import("./protocol.js").Table} Table */
/** @typedef {"bottom"|"right"|"top"|"left"} Place */

/** @type {Place[]} */
const PLACES = ["bottom", "right", "top", "left"];

/**
 * The viewer sits at the bottom and the next player on the right: the table runs anticlockwise in every language.
 * @param {number} seat
 * @param {number|null} viewer null for a spectator, who looks from seat 0
 * @returns {Place}
 */
export function placeOf(seat, viewer) {
  return PLACES[(seat - (viewer ?? 0) + 4) % 4];
}

/** @param {number} seat */
export const teamOf = (seat) => seat % 2;

/** @param {number} seat */
export const partnerOf = (seat) => (seat + 2) % 4;

/** @param {Table|null} table @param {number} seat */
export function seatName(table, seat) {
  const row = table?.seats[seat];
  if (!row?.name) return fill(gettext("Seat %(number)s"), { number: seat + 1 });
  return row.kind === "bot" ? writtenBotName(row.name) : row.name;
}

/** A bot's name in the letters of the page's language. @param {string} name */
function writtenBotName(name) {
  switch (name) {
    // Translators: the name of a bot, a woman's or a man's; in Arabic نور
    case "Nour": return pgettext("bot", "Nour");
    // Translators: the name of a bot, a man's; in Arabic سامي
    case "Sami": return pgettext("bot", "Sami");
    // Translators: the name of a bot, a woman's; in Arabic ريما
    case "Rima": return pgettext("bot", "Rima");
    // Translators: the name of a bot, a man's; in Arabic زيد
    case "Zaid": return pgettext("bot", "Zaid");
    default: return name;
  }
}

/**
 * What a team is called: "Us" and "Them" to a player, the two names to a spectator.
 * @param {Table|null} table
 * @param {number} team
 * @param {number|null} viewer
 */
export function teamName(table, team, viewer) {
  if (viewer !== null) {
    // Translators: the viewer's own team, and the other one, above their scores
    return teamOf(viewer) === team ? gettext("Us") : gettext("Them");
  }
  return pairName(table, team);
}

/** @param {Table|null} table @param {number} team */
export function pairName(table, team) {
  // Translators: the two partners of a team
  return fill(gettext("%(one)s and %(other)s"), { one: seatName(table, team), other: seatName(table, team + 2) });
}

/** A team's score: given as such, or the sum of its two in the games that score each seat. @param {number[]} scores @param {number} team */
export function teamScore(scores, team) {
  return scores.length === 4 ? scores[team] + scores[team + 2] : scores[team] ?? 0;
}
