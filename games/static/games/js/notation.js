/** Cards and calls: from the wire's text to suits, ranks and the names that players use. */

import { fill, gettext, pgettext } from "./i18n.js";

/** @typedef {"C"|"D"|"H"|"S"} SuitLetter */

/** @type {SuitLetter[]} */
export const SUITS = ["C", "D", "H", "S"];
const RANKS = "23456789TJQKA";
const RED = new Set(["D", "H"]);
const BID = /^(\d{1,2})(C|D|H|S|NT)?$/;

/**
 * @param {string} text a card of the wire: "SA", "ST"
 * @returns {{suit: SuitLetter, rank: string, value: number}} the rank as it is printed ("10"), value 2 to 14;
 *   RangeError when it is no card
 */
export function parseCard(text) {
  if (!isCard(text)) throw new RangeError(`not a card: ${text}`);
  const letter = text.charAt(1);
  const suit = /** @type {SuitLetter} */ (text.charAt(0));
  return { suit, rank: letter === "T" ? "10" : letter, value: RANKS.indexOf(letter) + 2 };
}

/** @param {string} text @returns {boolean} */
export function isCard(text) {
  const suited = SUITS.includes(/** @type {SuitLetter} */ (text.charAt(0)));
  return suited && text.length === 2 && RANKS.includes(text.charAt(1));
}

/** @param {string} suit a suit letter, or NT */
export function suitName(suit) {
  switch (suit) {
    // Translators: the suit ♣; in Arabic سباتي
    case "C": return pgettext("card suit", "clubs");
    // Translators: the suit ♦; in Arabic ديناري
    case "D": return pgettext("card suit", "diamonds");
    // Translators: the suit ♥; in Arabic كبّة
    case "H": return pgettext("card suit", "hearts");
    // Translators: the suit ♠; in Arabic بستوني
    case "S": return pgettext("card suit", "spades");
    // Translators: a contract without a trump suit; in Arabic بلا طرنيب
    default: return pgettext("card suit", "no trump");
  }
}

/** @param {string} rank */
function rankName(rank) {
  switch (rank) {
    // Translators: the card A; in Arabic آس
    case "A": return pgettext("card rank", "ace");
    // Translators: the card K; in Arabic شايب
    case "K": return pgettext("card rank", "king");
    // Translators: the card Q; in Arabic بنت
    case "Q": return pgettext("card rank", "queen");
    // Translators: the card J; in Arabic ولد
    case "J": return pgettext("card rank", "jack");
    default: return rank;
  }
}

/** The name of a card as it is read aloud. @param {string} text */
export function cardName(text) {
  const { suit, rank } = parseCard(text);
  // Translators: a card's name, for example "ace of spades"; in Arabic آس بستوني
  return fill(gettext("%(rank)s of %(suit)s"), { rank: rankName(rank), suit: suitName(suit) });
}

/**
 * @param {string} call "8H", "9NT", "7"
 * @returns {{tricks: number, trump: string|null}|null} null for a call that is no bid
 */
export function parseBid(call) {
  const match = BID.exec(call);
  return match ? { tricks: Number(match[1]), trump: match[2] ?? null } : null;
}

/** A call as it is said: "8", "8 hearts", "pass". @param {string} call */
export function callName(call) {
  // Translators: a call of the auction that is no bid; in Arabic باس
  if (call === "pass") return pgettext("call", "Pass");
  // Translators: a call of the auction that doubles the points; in Arabic دبل
  if (call === "double") return pgettext("call", "Double");
  const bid = parseBid(call);
  if (bid === null) return call;
  if (bid.trump === null) return String(bid.tricks);
  // Translators: a bid with its trump, for example "8 hearts"
  return fill(gettext("%(tricks)s %(suit)s"), { tricks: bid.tricks, suit: suitName(bid.trump) });
}

/**
 * The order of suits in a hand: the trump first, then the others so that black and red alternate where they can.
 * @param {SuitLetter[]} held suits that the hand has
 * @param {string|null} trump
 * @returns {SuitLetter[]}
 */
export function suitOrder(held, trump) {
  const rest = ["S", "H", "C", "D"].filter((suit) => held.includes(/** @type {SuitLetter} */ (suit)));
  const order = [];
  let next = rest.includes(/** @type {string} */ (trump)) ? /** @type {string} */ (trump) : majority(rest);
  while (rest.length > 0) {
    order.push(next);
    rest.splice(rest.indexOf(next), 1);
    next = rest.find((suit) => RED.has(suit) !== RED.has(next)) ?? rest[0];
  }
  return /** @type {SuitLetter[]} */ (order);
}

/** Where one colour has more suits than the other, that colour must come first to alternate. @param {string[]} suits */
function majority(suits) {
  const red = suits.filter((suit) => RED.has(suit));
  return red.length * 2 > suits.length ? red[0] : suits.find((suit) => !RED.has(suit)) ?? suits[0];
}

/**
 * @param {string[]} cards
 * @param {string|null} trump
 * @returns {string[]} by suit (trump first, colours alternating), high to low; the given list stays as it is
 */
export function sortHand(cards, trump) {
  const held = SUITS.filter((suit) => cards.some((card) => card.startsWith(suit)));
  const order = suitOrder(held, trump);
  return [...cards].sort((left, right) => {
    const one = parseCard(left);
    const other = parseCard(right);
    return order.indexOf(one.suit) - order.indexOf(other.suit) || other.value - one.value;
  });
}
