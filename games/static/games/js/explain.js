/** Why a card or a call is not open to the viewer now: the rule, in one sentence. */

import { fill, gettext } from "./i18n.js";
import { parseBid, parseCard, suitName } from "./notation.js";
import { seatName } from "./seating.js";
import { ledSuit } from "./tricks.js";

/** @typedef {import("./state.js").State} State */

/** @param {State} state @param {string} card one of the viewer's own */
export function explainCard(state, card) {
  const { hand } = state;
  if (hand === null || state.phase !== "play") return gettext("Cards are played when the bidding is over.");
  const wait = explainWait(state);
  if (wait !== null) return wait;
  const led = ledSuit(hand.plays);
  if (led !== null && parseCard(card).suit !== led) {
    // Translators: to follow is to play a card of the suit that was led
    return fill(gettext("You must follow suit: %(suit)s were led and you hold some."), { suit: suitName(led) });
  }
  return gettext("The first lead of the highest bidder must be a trump.");
}

/** @param {State} state @param {string} call */
export function explainCall(state, call) {
  const wait = explainWait(state);
  if (wait !== null) return wait;
  if (mustBid(state)) return gettext("The other three passed: the dealer must bid 7.");
  if (call === "pass") return gettext("You cannot pass here.");
  if (call === "double") return gettext("You can only double a bid of the other team, once.");
  const high = highestBid(state);
  const own = parseBid(call);
  if (high !== null && own !== null && state.variant === "tarneeb") {
    // Translators: high is the highest bid so far
    return fill(gettext("Your bid must be higher than %(high)s."), { high });
  }
  return gettext("This bid is not open to you now.");
}

/** Why the viewer cannot act at all, or null when it can. @param {State} state */
export function explainWait(state) {
  if (state.connection !== "open") return gettext("The connection is lost; trying again.");
  if (state.you?.held_by_bot) return gettext("A bot plays your seat. Press “Take my seat back” to play again.");
  if (state.turn === null) return gettext("Wait for the next deal.");
  if (state.turn !== state.you?.seat) {
    return fill(gettext("It is not your turn: %(name)s is to act."), { name: seatName(state.table, state.turn) });
  }
  if (state.pending !== null) return gettext("Your move is on its way.");
  return null;
}

/** The house rule that lets the dealer make no call but one. @param {State} state */
function mustBid(state) {
  const calls = state.hand?.calls ?? [];
  return state.options.dealer_must_bid === true && calls.length === 3 && calls.every(([, call]) => call === "pass");
}

/** The highest bid of the auction as it is said, or null. @param {State} state */
function highestBid(state) {
  const bids = (state.hand?.calls ?? []).map(([, call]) => call).filter((call) => parseBid(call) !== null);
  const newest = bids.at(-1);
  if (newest === undefined) return null;
  const bid = parseBid(newest);
  return bid?.trump ? `${bid.tricks} ${suitName(bid.trump)}` : newest;
}
