import assert from "node:assert/strict";
import { test } from "node:test";

import { countOf, fateOf, initialLobby, reduceLobby, unsettled } from "../../games/static/games/js/lobby_state.js";
import { factsText, noteText, openedSentence } from "../../games/static/games/js/lobby_texts.js";

const NO_MORE = { waiting: null, playing: null };

/** @param {string} id @param {number} created @param {Record<string, any>} [changes] @returns {any} */
function entry(id, created, changes = {}) {
  const seats = ["Alia", null, "Nour", null].map((name, position) => ({
    position,
    kind: name === null ? "empty" : name === "Nour" ? "bot" : "person",
    name,
    online: name === "Alia",
  }));
  return {
    id,
    variant: "tarneeb",
    options: { target: 41, egyptian: true },
    turn_seconds: 30,
    status: "waiting",
    seats,
    watchers: 0,
    scores: null,
    hand: null,
    created_at: created,
    ...changes,
  };
}

/** @param {string} id @param {number} created */
const played = (id, created) => entry(id, created, { status: "playing", scores: [12, -3], hand: 4 });

/** @param {any[]} waiting @param {any[]} playing @param {Record<string, string|null>} [more] */
const hello = (waiting, playing, more = NO_MORE) => ({ type: "hello", protocol: 1, now: 0, waiting, playing, more });

/** @param {any[]} tables @param {string[]} gone @param {Record<string, string|null>} [more] */
const changes = (tables, gone, more = NO_MORE) => ({ type: "lobby", tables, gone, more });

/** @param {import("../../games/static/games/js/lobby_state.js").View} view @param {any[]} messages */
const after = (view, ...messages) => messages.reduce(reduceLobby, initialLobby(view));

test("the newest table is at the top of the list that is shown", () => {
  const state = after("waiting", hello([entry("b", 2), entry("a", 1)], [played("c", 3)]));
  assert.equal(state.connection, "open");
  assert.deepEqual(state.rows, ["b", "a"]);
  assert.deepEqual([countOf(state, "waiting"), countOf(state, "playing")], [2, 1]);
  assert.deepEqual(state.opened, []);
});

test("a table that opens goes below those that are shown, and is told of", () => {
  const state = after("waiting", hello([entry("a", 1)], []), changes([entry("b", 2), entry("c", 3)], []));
  assert.deepEqual(state.rows, ["a", "c", "b"]);
  assert.deepEqual(state.opened.map(({ id }) => id), ["b", "c"]);
});

test("a change of a table is not told of as a new table", () => {
  const first = after("waiting", hello([entry("a", 1)], []), changes([entry("b", 2)], []));
  const state = reduceLobby(first, changes([entry("b", 2, { watchers: 3 })], []));
  assert.equal(state.listed.get("b")?.watchers, 3);
  assert.deepEqual(state.opened, []);
});

test("a table that left stays in its place until the list is settled", () => {
  const state = after("waiting", hello([entry("b", 2), entry("a", 1)], []), changes([], ["b"]));
  assert.deepEqual(state.rows, ["b", "a"]);
  assert.equal(fateOf(state, "b"), "gone");
  assert.equal(countOf(state, "waiting"), 1);
  assert.deepEqual(unsettled(state), ["b"]);
  assert.deepEqual(reduceLobby(state, { type: "settle", ids: ["b"] }).rows, ["a"]);
});

test("settling leaves alone what left later, and what is there", () => {
  const state = after("waiting", hello([entry("c", 3), entry("b", 2), entry("a", 1)], []), changes([], ["b", "c"]));
  const settled = reduceLobby(state, { type: "settle", ids: ["b", "a"] });
  assert.deepEqual(settled.rows, ["c", "a"]);
  assert.equal(fateOf(settled, "c"), "gone");
});

test("a table that comes back has the row that it had", () => {
  const state = after("waiting", hello([entry("b", 2), entry("a", 1)], []), changes([], ["b"]), changes([entry("b", 2)], []));
  assert.deepEqual(state.rows, ["b", "a"]);
  assert.equal(fateOf(state, "b"), "here");
  assert.deepEqual(state.opened, []);
});

test("a match that begins is told in the list of free seats, and joins the other list", () => {
  const lists = [hello([entry("a", 1)], []), changes([played("a", 1)], [])];
  const waiting = after("waiting", ...lists);
  assert.deepEqual(waiting.rows, ["a"]);
  assert.equal(fateOf(waiting, "a"), "played");
  const playing = after("playing", ...lists);
  assert.deepEqual(playing.rows, ["a"]);
  assert.equal(fateOf(playing, "a"), "here");
});

test("a match that ends is over, whether its table waits again or not", () => {
  const state = after("playing", hello([], [played("b", 2), played("a", 1)]), changes([entry("a", 1)], ["b"]));
  assert.deepEqual(state.rows.map((id) => fateOf(state, id)), ["gone", "over"]);
});

test("what newer tables push past the end of a list is not gone", () => {
  const more = { waiting: "key", playing: null };
  const state = after("waiting", hello([entry("b", 2), entry("a", 1)], []), changes([entry("c", 3)], ["a"], more));
  assert.equal(fateOf(state, "a"), "past");
  const closed = after("waiting", hello([entry("b", 2), entry("a", 1)], []), changes([entry("c", 3)], ["b"], more));
  assert.equal(fateOf(closed, "b"), "gone");
});

test("the other list begins with its newest, without what left", () => {
  const first = after("waiting", hello([entry("a", 1)], [played("b", 2)]), changes([played("c", 3)], ["a"]));
  const state = reduceLobby(first, { type: "view", view: "playing" });
  assert.deepEqual(state.rows, ["c", "b"]);
  assert.deepEqual(reduceLobby(state, { type: "view", view: "waiting" }).rows, []);
});

test("after the line broke the rows are where they were, and what is not there any more has left", () => {
  const lost = after("waiting", hello([entry("b", 2), entry("a", 1)], []), { type: "lost", final: false });
  assert.equal(lost.connection, "lost");
  assert.deepEqual(lost.rows, ["b", "a"]);
  const state = reduceLobby(lost, hello([entry("c", 3), entry("a", 1)], []));
  assert.equal(state.connection, "open");
  assert.deepEqual(state.rows, ["b", "a", "c"]);
  assert.equal(fateOf(state, "b"), "gone");
  assert.equal(reduceLobby(lost, { type: "lost", final: true }).connection, "ended");
});

test("frames that are not the lobby's change nothing", () => {
  const state = after("waiting", hello([entry("a", 1)], []));
  assert.equal(reduceLobby(state, { type: "pong" }), state);
  assert.equal(reduceLobby(state, { type: "settle", ids: ["a"] }), state);
});

test("a row says what is played, how many watch, and what became of the table", () => {
  assert.equal(factsText(entry("a", 1)), "to 41 points · 30 seconds a turn · Egyptian bidding");
  assert.equal(factsText(played("a", 1)), "Hand 4 · to 41 points · 30 seconds a turn · Egyptian bidding");
  assert.equal(noteText(entry("a", 1), "here", "waiting"), "");
  const watched = entry("a", 1, { watchers: 2 });
  assert.equal(noteText(watched, "here", "waiting"), "2 are watching");
  assert.equal(noteText(watched, "past", "waiting"), "2 are watching");
  assert.equal(noteText(watched, "gone", "waiting"), "Full or closed");
  assert.equal(noteText(played("a", 1), "played", "waiting"), "Being played");
  assert.equal(noteText(played("a", 1), "gone", "playing"), "Match over");
  assert.equal(noteText(watched, "over", "playing"), "Match over");
});

test("new tables are said aloud: one by its game and people, more by their number", () => {
  assert.equal(openedSentence([]), null);
  assert.equal(openedSentence([entry("a", 1)]), "New table: Tarneeb, Alia.");
  assert.equal(openedSentence([entry("a", 1), entry("b", 2)]), "2 new tables.");
});
