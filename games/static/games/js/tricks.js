/** What a hand's plays say: the trick on the table, the one before, who took it. */

import { parseCard } from "./notation.js";

/** @typedef {[number, string][]} Plays */

/** The trick being played; empty between tricks. @param {Plays} plays @returns {Plays} */
export function openTrick(plays) {
  return plays.slice(plays.length - (plays.length % 4));
}

/** The newest trick of four cards, or an empty list. @param {Plays} plays @returns {Plays} */
export function lastTrick(plays) {
  const end = plays.length - (plays.length % 4);
  return plays.slice(Math.max(0, end - 4), end);
}

/** The suit that must be followed, or null when the next card leads. @param {Plays} plays */
export function ledSuit(plays) {
  const trick = openTrick(plays);
  return trick.length > 0 ? parseCard(trick[0][1]).suit : null;
}

/**
 * The seat whose card is best so far: the highest trump, else the highest card of the led suit.
 * @param {Plays} trick one to four plays
 * @param {string|null} trump a suit letter, NT or null
 */
export function winningSeat(trick, trump) {
  const led = parseCard(trick[0][1]).suit;
  /** @param {string} text */
  const power = (text) => {
    const card = parseCard(text);
    if (card.suit === trump) return 100 + card.value;
    return card.suit === led ? card.value : 0;
  };
  return trick.reduce((best, play) => (power(play[1]) > power(best[1]) ? play : best))[0];
}
