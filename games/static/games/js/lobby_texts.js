/** The words of a row in the lobby that change while it is looked at. */

import { fill, gettext, listed, ngettext } from "./i18n.js";
import { tableFacts, variantName } from "./labels.js";

/** @typedef {import("./lobby_state.js").Entry} Entry */
/** @typedef {import("./lobby_state.js").View} View */

/** The hand that is played and the rules of the table. @param {Entry} entry */
export function factsText(entry) {
  const hand = entry.hand === null ? [] : [fill(gettext("Hand %(number)s"), { number: entry.hand })];
  return [...hand, ...tableFacts(entry)].join(" · ");
}

/** What is marked at a row: how many watch, or what became of the table. @param {Entry} entry @param {string} fate @param {View} view */
export function noteText(entry, fate, view) {
  switch (fate) {
    case "gone":
      // Translators: of a table in a list, short: all its seats were taken or it was closed; a match that was played ended
      return view === "waiting" ? gettext("Full or closed") : gettext("Match over");
    case "played":
      // Translators: of a table in a list, short: the match there has begun
      return gettext("Being played");
    case "over":
      return gettext("Match over");
    default:
      if (entry.watchers === 0) return "";
      return fill(ngettext("%(count)s is watching", "%(count)s are watching", entry.watchers), { count: entry.watchers });
  }
}

/** What a screen reader says of tables that have just opened, null where none did. @param {Entry[]} opened */
export function openedSentence(opened) {
  if (opened.length === 0) return null;
  if (opened.length > 1) {
    return fill(ngettext("%(count)s new table.", "%(count)s new tables.", opened.length), { count: opened.length });
  }
  const [entry] = opened;
  const people = entry.seats.filter((seat) => seat.kind === "person").map((seat) => seat.name ?? "");
  const facts = listed([variantName(entry.variant), ...people]);
  // Translators: a table has just been opened; facts are its game and who sits there
  return fill(gettext("New table: %(facts)s."), { facts });
}

/** @param {"lost"|"ended"} connection */
export function lineText(connection) {
  return connection === "lost"
    ? gettext("Reconnecting …")
    : gettext("The list does not change any more. Load the page again.");
}
