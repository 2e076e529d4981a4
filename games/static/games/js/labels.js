/** What the table's rules are called: the variant and the house rules that are on. */

import { fill, gettext, ngettext } from "./i18n.js";

/** @typedef {import("./protocol.js").Table} Table */

/** @param {string} key */
export function variantName(key) {
  switch (key) {
    // Translators: the game whose trump comes from the dealer's card; in Arabic طرنيب سوري 41 (الطرنيب من ورقة الموزّع)
    case "syrian41": return gettext("Syrian 41, trump from the dealer's card");
    // Translators: the game whose trump is always hearts; in Arabic طرنيب 41 (الكبّة طرنيب دائماً)
    case "tarneeb41": return gettext("Tarneeb 41, hearts always trumps");
    // Translators: the game with an auction; in Arabic طرنيب
    default: return gettext("Tarneeb");
  }
}

/** @param {string} option */
function houseRule(option) {
  switch (option) {
    case "single_round": return gettext("one round of bidding");
    case "dealer_must_bid": return gettext("the dealer must bid");
    // Translators: in Arabic بلا طرنيب
    case "no_trump": return gettext("no trump allowed");
    case "first_lead_trump": return gettext("first lead is a trump");
    case "egyptian": return gettext("Egyptian bidding");
    default: return option;
  }
}

/** The table in a few short phrases. @param {Table} table @returns {string[]} */
export function tableFacts(table) {
  const facts = [fill(gettext("to %(target)s points"), { target: String(table.options.target ?? 41) })];
  facts.push(
    table.turn_seconds === null
      ? gettext("no time limit")
      : fill(ngettext("%(seconds)s second a turn", "%(seconds)s seconds a turn", table.turn_seconds), {
          seconds: table.turn_seconds,
        }),
  );
  for (const [option, value] of Object.entries(table.options)) if (value === true) facts.push(houseRule(option));
  if (table.visibility === "link") facts.push(gettext("by link only"));
  return facts;
}
