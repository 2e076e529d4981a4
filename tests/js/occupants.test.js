import assert from "node:assert/strict";
import { test } from "node:test";

import { heldReason, seatNews } from "../../games/static/games/js/occupants.js";
import { BOT, EMPTY, seated, table } from "./frames.js";

const waiting = (changes = {}) => table({ status: "waiting", ...changes });
const unlimited = (changes = {}) => table({ turn_seconds: null, ...changes });

/** @param {Parameters<typeof seatNews>} given */
const texts = (...given) => seatNews(...given).map(({ text }) => text);

test("nothing is told where nothing changed, nor of what was there on coming", () => {
  assert.deepEqual(seatNews(null, table(), "u0"), []);
  assert.deepEqual(seatNews(table(), table(), "u0"), []);
});

test("who sits down and who leaves is told, though not to oneself", () => {
  const free = seated(waiting(), { 1: EMPTY });
  assert.deepEqual(texts(free, waiting(), "u0"), ["Basim sits at the table."]);
  assert.deepEqual(texts(waiting(), free, "u0"), ["Basim has left the seat."]);
  assert.deepEqual(texts(free, waiting(), "u1"), []);
  assert.deepEqual(texts(waiting(), free, "u1"), []);
});

test("the others are told that the owner removed somebody", () => {
  const after = seated(waiting({ removed: ["u1"] }), { 1: EMPTY });
  assert.deepEqual(texts(waiting(), after, "u2"), ["The table's owner removed Basim from the seat."]);
  assert.deepEqual(texts(waiting(), after, "u1"), []);
});

test("who is ready is told once, and not to oneself", () => {
  const ready = seated(waiting(), { 1: { ready: true } });
  assert.deepEqual(texts(waiting(), ready, "u0"), ["Basim is ready."]);
  assert.deepEqual(texts(waiting(), ready, "u1"), []);
  assert.deepEqual(texts(ready, waiting(), "u0"), []);
});

test("whoever becomes the owner is told aloud what that means; nobody else is", () => {
  const after = waiting({ owner: "u2" });
  assert.match(seatNews(waiting(), after, "u2")[0].text, /^The table is yours now/);
  assert.equal(seatNews(waiting(), after, "u2")[0].loud, true);
  assert.deepEqual(seatNews(waiting(), after, "u1"), []);
});

test("in a match it is told who goes away and who is there again; before one the dots suffice", () => {
  const gone = { 1: { online: false } };
  assert.deepEqual(texts(table(), seated(table(), gone), "u0"), ["Basim is away."]);
  assert.deepEqual(texts(seated(table(), gone), table(), "u0"), ["Basim is here again."]);
  assert.deepEqual(texts(seated(waiting(), gone), waiting(), "u0"), []);
});

test("partner and opponents see why a bot takes over: three turns ran out", () => {
  const held = seated(table(), { 1: { held_by_bot: true } });
  const told = seatNews(table(), held, "u3");
  assert.deepEqual(told, [{ text: "Basim let three turns run out: a bot plays for now.", loud: true }]);
  assert.match(texts(table(), held, "u1")[0], /^Three of your turns ran out/);
});

test("partner and opponents see why a bot takes over: the player is away and turns have no limit", () => {
  const held = seated(unlimited(), { 1: { held_by_bot: true, online: false } });
  assert.deepEqual(texts(unlimited(), held, "u3"), ["Basim is away: a bot plays for now."]);
  assert.match(texts(unlimited(), held, "u1")[0], /^You were away/);
  assert.equal(heldReason(unlimited()), texts(unlimited(), held, "u1")[0]);
});

test("partner and opponents see why a bot takes over: the player left for good", () => {
  const told = seatNews(table(), seated(table(), { 1: BOT }), "u3");
  assert.deepEqual(told, [{ text: "Basim has left: Rima, a bot, has the seat now.", loud: true }]);
});

test("that a player is back at the page is not yet that they play again", () => {
  const held = seated(unlimited(), { 1: { held_by_bot: true, online: false } });
  const here = seated(unlimited(), { 1: { held_by_bot: true } });
  assert.deepEqual(texts(held, here, "u0"), ["Basim is here again; the bot still has the seat."]);
  assert.deepEqual(seatNews(here, unlimited(), "u0"), [{ text: "Basim is back and plays again.", loud: true }]);
  assert.deepEqual(texts(here, unlimited(), "u1"), ["You play for yourself again."]);
});
