import assert from "node:assert/strict";
import { test } from "node:test";

import {
  callName,
  cardName,
  isCard,
  parseBid,
  parseCard,
  sortHand,
  suitOrder,
} from "../../games/static/games/js/notation.js";
import { lastTrick, ledSuit, openTrick, winningSeat } from "../../games/static/games/js/tricks.js";

test("cards are read from the wire", () => {
  assert.deepEqual(parseCard("SA"), { suit: "S", rank: "A", value: 14 });
  assert.deepEqual(parseCard("HT"), { suit: "H", rank: "10", value: 10 });
  assert.deepEqual(parseCard("C2"), { suit: "C", rank: "2", value: 2 });
  for (const text of ["", "S", "NT", "8H", "S1", "XA", "S10", "pass"]) {
    assert.equal(isCard(text), false);
    assert.throws(() => parseCard(text), RangeError);
  }
});

test("cards and calls have names", () => {
  assert.equal(cardName("SA"), "ace of spades");
  assert.equal(cardName("HT"), "10 of hearts");
  assert.equal(callName("pass"), "Pass");
  assert.equal(callName("double"), "Double");
  assert.equal(callName("9"), "9");
  assert.equal(callName("9NT"), "9 no trump");
  assert.deepEqual(parseBid("13S"), { tricks: 13, trump: "S" });
  assert.equal(parseBid("double"), null);
});

test("a hand is sorted by suit, colours alternating, high to low", () => {
  const cards = ["C2", "HT", "S3", "DA", "SK", "H2", "CA"];
  assert.deepEqual(sortHand(cards, null), ["SK", "S3", "HT", "H2", "CA", "C2", "DA"]);
  assert.deepEqual(cards[0], "C2");
});

test("the trump comes first", () => {
  assert.deepEqual(sortHand(["C2", "HT", "S3", "DA"], "D"), ["DA", "S3", "HT", "C2"]);
});

test("three suits alternate whichever is missing", () => {
  assert.deepEqual(suitOrder(["S", "C", "H"], null), ["S", "H", "C"]);
  assert.deepEqual(suitOrder(["S", "D", "H"], null), ["H", "S", "D"]);
  assert.deepEqual(suitOrder(["H"], "S"), ["H"]);
  assert.deepEqual(suitOrder([], null), []);
});

/** @type {[number, string][]} */
const plays = [[0, "D2"], [1, "CA"], [2, "D5"], [3, "S2"], [3, "H3"]];

test("tricks are cut from the plays", () => {
  assert.deepEqual(openTrick(plays), [[3, "H3"]]);
  assert.deepEqual(lastTrick(plays), plays.slice(0, 4));
  assert.deepEqual(openTrick(plays.slice(0, 4)), []);
  assert.deepEqual(lastTrick(plays.slice(0, 3)), []);
  assert.equal(ledSuit(plays), "H");
  assert.equal(ledSuit(plays.slice(0, 4)), null);
});

test("the highest trump wins, else the highest of the led suit", () => {
  const trick = plays.slice(0, 4);
  assert.equal(winningSeat(trick, "S"), 3);
  assert.equal(winningSeat(trick, "C"), 1);
  assert.equal(winningSeat(trick, "H"), 2);
  assert.equal(winningSeat(trick, "NT"), 2);
});
