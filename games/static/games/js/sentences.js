/** One short sentence for each thing that happens at the table, for the live region and the notices. */

import { figure, fill, gettext, listed, ngettext } from "./i18n.js";
import { callName, cardName, suitName } from "./notation.js";
import { outcomeHeadline, matchHeadline } from "./outcomes.js";
import { seatName } from "./seating.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./protocol.js").GameEvent} GameEvent */

/**
 * @param {GameEvent} event
 * @param {State} state the state after the event
 * @returns {string|null} null for an event that others already tell
 */
export function eventSentence(event, state) {
  const own = state.you?.seat !== null && event.seat === state.you?.seat;
  const name = event.seat === undefined ? "" : seatName(state.table, event.seat);
  switch (event.type) {
    case "hand_started":
      return fill(gettext("New hand. Dealer: %(name)s."), { name: seatName(state.table, event.dealer) });
    case "time_ran_out":
      return own ? gettext("Your time ran out: the site moves for you.") : fill(gettext("%(name)s ran out of time."), { name });
    case "card_revealed":
      return fill(gettext("%(name)s shows the %(card)s."), { name, card: cardName(event.card) });
    case "trump_set":
      // Translators: the trump of the hand; in Arabic الطرنيب
      return fill(gettext("Tarneeb (trump): %(suit)s."), { suit: suitName(event.trump) });
    case "call_made":
      return callSentence(event.call, name, own);
    case "card_played":
      return own
        ? fill(gettext("You play the %(card)s."), { card: cardName(event.card) })
        : fill(gettext("%(name)s plays the %(card)s."), { name, card: cardName(event.card) });
    case "trick_taken":
      // Translators: trick is لمّة in Arabic
      return own ? gettext("You take the trick.") : fill(gettext("%(name)s takes the trick."), { name });
    case "hand_ended":
      return outcomeHeadline(event.result, state);
    case "match_ended":
      return matchHeadline(event.result, state);
    default:
      return null;
  }
}

/** @param {string} call @param {string} name @param {boolean} own */
function callSentence(call, name, own) {
  if (call === "pass") {
    // Translators: a call of the auction; pass is باس in Arabic
    return own ? gettext("You pass.") : fill(gettext("%(name)s passes."), { name });
  }
  if (call === "double") {
    // Translators: a call of the auction; double is دبل in Arabic
    return own ? gettext("You double.") : fill(gettext("%(name)s doubles."), { name });
  }
  const bid = callName(call);
  // Translators: a call of the auction; bid is طلب in Arabic
  return own ? fill(gettext("You bid %(bid)s."), { bid }) : fill(gettext("%(name)s bids %(bid)s."), { name, bid });
}

/** What the viewer is to do now, or null when it is somebody else's turn. @param {State} state */
export function turnSentence(state) {
  if (state.turn === null || state.turn !== state.you?.seat || state.you.held_by_bot) return null;
  switch (state.phase) {
    case "auction":
      return gettext("Your turn to bid.");
    case "naming_trump":
      return gettext("Your turn to name the trump.");
    case "play":
      return gettext("Your turn to play.");
    default:
      return null;
  }
}

/** The state of the table in words, for those who do not see it. @param {State} state @param {string[]} cards own, sorted */
export function tableSentence(state, cards) {
  const { hand } = state;
  if (hand === null) return gettext("No cards are dealt.");
  const parts = [];
  if (cards.length > 0) {
    parts.push(fill(gettext("Your cards: %(cards)s."), { cards: listed(cards.map(cardName)) }));
  }
  if (hand.trump !== null) parts.push(fill(gettext("Tarneeb (trump): %(suit)s."), { suit: suitName(hand.trump) }));
  const bidding = state.phase === "auction" || state.phase === "naming_trump";
  if (bidding) parts.push(...callSentences(state, hand.calls));
  const open = hand.plays.slice(hand.plays.length - (hand.plays.length % 4));
  for (const [seat, card] of open) {
    parts.push(fill(gettext("%(name)s: %(card)s."), { name: seatName(state.table, seat), card: cardName(card) }));
  }
  hand.tricks.forEach((count, seat) => {
    const text = ngettext("%(name)s has %(count)s trick.", "%(name)s has %(count)s tricks.", count);
    if (!bidding) parts.push(fill(text, { name: seatName(state.table, seat), count: figure(count) }));
  });
  const turn = turnSentence(state);
  return (turn === null ? parts : [...parts, turn]).join(" ");
}

/** The newest call of each, in the order in which they were made. @param {State} state @param {[number, string][]} calls */
function callSentences(state, calls) {
  const newest = calls.filter(([seat], place) => calls.findLastIndex(([caller]) => caller === seat) === place);
  return newest.map(([seat, call]) => callSentence(call, seatName(state.table, seat), seat === state.you?.seat));
}
