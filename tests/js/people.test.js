import assert from "node:assert/strict";
import { test } from "node:test";

import { lineNote } from "../../games/static/games/js/line.js";
import { matchHeadline } from "../../games/static/games/js/outcomes.js";
import { turnSentence } from "../../games/static/games/js/sentences.js";
import { initialState, mayAct, reduce } from "../../games/static/games/js/state.js";
import {
  absenceText,
  missingTexts,
  notReady,
  rematchTexts,
  removable,
  startTexts,
  unseatedText,
  watchersText,
} from "../../games/static/games/js/waiting_texts.js";
import { BOT, EMPTY, MATCH, connected, events, observation, run, seated, table, wholeHand, you } from "./frames.js";

const waiting = (changes = {}) => table({ status: "waiting", match: null, ...changes });

/** @param {any} at @param {number|null} seat */
const at = (at, seat) => run(initialState(), [{ type: "opened" }, hello(at, seat)]);

/** @param {any} at @param {number|null} seat @param {any} [changes] */
const hello = (at, seat, changes = {}) => ({
  type: "hello",
  protocol: 1,
  table: at,
  you: { ...you(seat), ...changes },
  now: 1_000_000,
  received: 1_000_000,
});

const lost = (code = 1006, rest = {}) => ({ type: "lost", code, final: false, at: 5_000, retryAt: 8_000, ...rest });

// Before a match

test("the waiting table names who is missing and says that the match starts by itself", () => {
  const state = at(seated(waiting(), { 1: { ready: true }, 3: EMPTY }), 0);
  assert.deepEqual(missingTexts(state), ["1 seat is free.", "Not ready yet: Celine."]);
  assert.deepEqual(startTexts(state), ["The match starts by itself when all four seats are filled and everyone is ready."]);
  assert.deepEqual(notReady(state).map((row) => row.position), [0, 2]);
});

test("who is away from a waiting table is named, and what comes of it", () => {
  const state = at(seated(waiting(), { 2: { online: false } }), 0);
  assert.equal(startTexts(state).at(-1), "Away: Celine. After about two minutes away a seat becomes free.");
});

test("the owner may remove those who are not ready; nobody else may, and never in a match", () => {
  const rows = seated(waiting(), { 1: { ready: true }, 3: BOT });
  assert.deepEqual(removable(at(rows, 0)).map((row) => row.position), [2]);
  assert.deepEqual(removable(at(rows, 2)), []);
  assert.deepEqual(removable(at(table(), 0)), []);
});

test("a person whom the owner removed is told so, and what they can do", () => {
  const before = at(waiting(), 2);
  const gone = seated(waiting({ removed: ["u2"] }), { 2: EMPTY });
  const state = run(before, [{ type: "table", table: gone }, { type: "you", you: { ...you(null), user: "u2" } }]);
  assert.match(unseatedText(state) ?? "", /removed you.* watch, sit down here again after a minute, .*another table/);
  const seatedAgain = reduce(state, { type: "table", table: waiting() });
  assert.equal(seatedAgain.unseated, null);
});

test("whoever was removed while the line was down, or loads the page again, is told too", () => {
  const gone = seated(waiting({ removed: ["u2"] }), { 2: EMPTY });
  const state = run(at(waiting(), 2), [lost(), { type: "opened" }, hello(gone, null, { user: "u2" })]);
  assert.equal(state.unseated, "removed");
  const reloaded = reduce(initialState(), hello(gone, null, { user: "u2" }));
  assert.equal(reloaded.unseated, "removed");
});

test("a seat that became free while its person was away is told on coming back", () => {
  const gone = seated(waiting(), { 2: EMPTY });
  const state = run(at(waiting(), 2), [lost(), { type: "opened" }, hello(gone, null, { user: "u2" })]);
  assert.match(unseatedText(state) ?? "", /^You were away/);
});

test("who stands up, in this window or another, is not told that the seat was taken away", () => {
  const state = reduce(at(waiting(), 2), { type: "table", table: seated(waiting(), { 2: EMPTY }) });
  assert.equal(state.unseated, null);
});

// After a match

/** The four of the finished match, as seat 0 sees them. @param {any} changes @param {any} [rest] */
function afterMatch(changes, rest = {}) {
  const over = table({ status: "waiting" });
  const result = { winner: 0, reason: "target", scores: [43, 5] };
  const ended = run(connected(), [
    ...wholeHand().flat(),
    events(200, [], { phase: "ended" }),
    observation({ phase: "ended", result, scores: [43, 5] }, { version: 201 }),
    { type: "table", table: over },
  ]);
  return reduce(ended, { type: "table", table: seated({ ...over, ...rest }, changes) });
}

test("when somebody leaves after a match the others read who, and what a rematch needs now", () => {
  const [who, how] = rematchTexts(afterMatch({ 2: EMPTY }));
  assert.equal(who, "Celine has left the seat.");
  assert.match(how, /free seat has to be filled.*link.*bot/);
  assert.deepEqual(rematchTexts(afterMatch({ 2: BOT })), ["Celine has left: Rima, a bot, has the seat now."]);
  assert.deepEqual(rematchTexts(afterMatch({ 2: { user: "u7", name: "Farah" } })), [
    "Celine has left: Farah has the seat now.",
  ]);
});

test("who won is named as they were, whoever sits there now", () => {
  const names = (/** @type {any} */ state) => matchHeadline(state.result, { ...state, you: you(1) });
  assert.equal(names(afterMatch({ 2: BOT })), "Alia and Celine win the match, 43 to 5.");
  const during = run(connected(1), [
    { type: "table", table: seated(table(), { 2: BOT }) },
    { type: "table", table: seated(table({ status: "waiting" }), { 2: BOT }) },
  ]);
  const result = { winner: /** @type {const} */ (0), reason: /** @type {const} */ ("target"), scores: [43, 5] };
  assert.equal(matchHeadline(result, during), "Alia and Rima win the match, 43 to 5.");
});

test("a person whom the owner removed after a match is named as such to the others", () => {
  assert.equal(rematchTexts(afterMatch({ 2: EMPTY }, { removed: ["u2"] }))[0], "The table's owner removed Celine from the seat.");
});

test("somebody who comes back to the table has not left it", () => {
  const state = reduce(afterMatch({ 2: EMPTY }), { type: "table", table: table({ status: "waiting" }) });
  assert.deepEqual(state.departed, []);
  const next = reduce(afterMatch({ 2: BOT }), { type: "table", table: seated(table({ match: "next" }), { 2: BOT }) });
  assert.deepEqual(next.departed, []);
});

test("the viewer's own leaving is no news to the viewer", () => {
  const state = afterMatch({ 0: EMPTY });
  assert.deepEqual(state.departed, []);
});

test("whoever agreed to a rematch reads who is waited for, by name", () => {
  assert.deepEqual(rematchTexts(afterMatch({})), []);
  assert.deepEqual(rematchTexts(afterMatch({ 0: { ready: true }, 3: { ready: true } })), [
    "Waiting for Basim, Celine to agree to a rematch.",
  ]);
  assert.deepEqual(rematchTexts(afterMatch({}, { status: "closed" })), ["This table is closed."]);
});

// Within a match

/** It is seat 1's turn, and that person is away. @param {any} changes @param {any} [rest] @param {number|null} [seat] */
function onAbsent(changes = {}, rest = {}, seat = 0) {
  const away = seated(table({ turn_seconds: null, ...rest }), { 1: { online: false }, ...changes });
  const [[open, own]] = wholeHand();
  return run(connected(seat), [{ type: "table", table: away }, open, own]);
}

test("without a time limit the others read that a bot will play for the one who is away", () => {
  assert.equal(absenceText(onAbsent()), "Basim is away. A bot will play for them in about a minute.");
  assert.equal(absenceText(onAbsent({}, {}, null)), "Basim is away. A bot will play for them in about a minute.");
});

test("a person who is the only one there is not hurried, nor is anyone by a bot's turn or a clock", () => {
  const others = { 0: { online: false }, 2: { online: false }, 3: BOT };
  assert.equal(absenceText(onAbsent(others, {}, null)), null);
  assert.equal(absenceText(onAbsent({ 1: { online: true } })), null);
  assert.equal(absenceText(onAbsent({ 1: { online: false, held_by_bot: true } })), null);
  assert.equal(absenceText(onAbsent({ 1: BOT })), null);
  assert.equal(absenceText(onAbsent({}, { turn_seconds: 30 })), null);
});

test("nobody is told that it is their turn while a bot plays for them", () => {
  const state = run(connected(), wholeHand().slice(0, 4).flat());
  assert.equal(turnSentence(state), "Your turn to bid.");
  assert.equal(turnSentence(reduce(state, { type: "you", you: { ...you(0), held_by_bot: true } })), null);
});

test("how many watch", () => {
  assert.equal(watchersText(1), "1 is watching");
  assert.equal(watchersText(12), "12 are watching");
});

// The line

test("a line that is lost for a moment is not worth a word; then the next try is named", () => {
  const state = reduce(at(table(), 0), lost());
  assert.equal(lineNote(state, 0, 5_900), null);
  const note = lineNote(state, 0, 6_000);
  assert.deepEqual(note, { key: "lost", text: "Reconnecting …", retryAt: 8_000, act: "retry" });
  const later = reduce(state, lost(1006, { at: 8_100, retryAt: 9_000 }));
  assert.equal(lineNote(later, 0, 8_100)?.retryAt, 9_000);
  assert.equal(lineNote(run(later, [{ type: "opened" }, hello(table(), 0)]), 0, 9_100), null);
});

test("a connection stands when the site has greeted, not when it was opened", () => {
  const state = run(at(table(), 0), [lost(), { type: "opened" }]);
  assert.equal(state.connection, "lost");
});

test("an answer that is long in coming is spoken of before the line is given up", () => {
  const state = at(table(), 0);
  assert.equal(lineNote(state, 1_900, 0), null);
  assert.equal(lineNote(state, 2_000, 0)?.key, "slow");
});

for (const [code, error, key, act] of /** @type {const} */ ([
  [4404, "table_not_found", "gone", "lobby"],
  [4406, "unknown_protocol", "old", "reload"],
  [4400, "bad_frame", "broken", "reload"],
])) {
  test(`the end of the connection by ${code} has a sentence and a way on`, () => {
    const state = run(at(table(), 0), [{ type: "error", code: error, text: "" }, lost(code, { final: true, retryAt: null })]);
    const note = lineNote(state, 0, 5_000);
    assert.equal(note?.key, key);
    assert.equal(note?.act, act);
    assert.equal(note?.retryAt, null);
  });
}

test("too many windows and too many frames are told apart, at once", () => {
  const text = (/** @type {string} */ error) =>
    lineNote(run(at(table(), 0), [{ type: "error", code: error, text: "" }, lost(4429)]), 0, 5_000)?.text ?? "";
  assert.match(text("too_many_connections"), /too many windows/);
  assert.match(text("too_many_frames"), /too much at once/);
});

test("a login that ended is told aloud, with the way back to this table", () => {
  const state = run(at(table(), 2), [lost(4401), { type: "opened" }, hello(table(), null, { user: null })]);
  assert.equal(state.loginEnded, true);
  const note = lineNote(state, 0, 9_000);
  assert.equal(note?.act, "login");
  assert.match(note?.text ?? "", /^Your login has ended\. Log in again/);
  // A guest without a name has no login to come back with.
  assert.match(lineNote(state, 0, 9_000, true)?.text ?? "", /only watch\. With a name and a password/);
  const back = run(state, [lost(), { type: "opened" }, hello(table(), 2)]);
  assert.equal(back.loginEnded, false);
});

test("a login of somebody else in the same browser is told as such", () => {
  const state = run(at(table(), 2), [lost(4401), { type: "opened" }, hello(table(), null, { user: "u8" })]);
  assert.equal(lineNote(state, 0, 9_000)?.key, "other");
});

test("a new password or a name for a guest is the same login, and a visitor may log in", () => {
  assert.equal(run(at(table(), 2), [lost(4401), { type: "opened" }, hello(table(), 2)]).loginEnded, false);
  const visitor = at(table(), null);
  assert.equal(lineNote(visitor, 0, 0), null);
  const nobody = run(initialState(), [hello(table(), null, { user: null }), lost(), hello(table(), 2)]);
  assert.equal(nobody.loginEnded, false);
});

test("a login that ended shows in what the site answers to a press, too", () => {
  assert.equal(reduce(at(table(), 2), { type: "logged_out" }).loginEnded, true);
  assert.equal(reduce(initialState(), { type: "logged_out" }).loginEnded, false);
});

// A move and the end of the connection

const move = { match: MATCH, version: 4, move: "pass", client_id: "c1" };

/** The viewer's turn, with a move on its way. */
function sent() {
  return reduce(run(connected(), wholeHand().slice(0, 4).flat()), { type: "sent", pending: move });
}

for (const code of ["login_expired", "too_many_frames"]) {
  test(`a move that met ${code} is kept for the next connection, under the same name`, () => {
    const shut = run(sent(), [
      { type: "refused", client_id: "c1", code, text: "No.", version: null },
      { type: "error", code, text: "No." },
      lost(),
    ]);
    const { hand } = shut;
    const back = run(shut, [
      { type: "opened" },
      hello(table(), 0),
      observation({ phase: "auction", turn: 0, legal: ["9", "pass"], hand }, { version: 4 }),
    ]);
    assert.deepEqual(back.pending, move);
    assert.equal(back.refusal, null);
  });
}

test("a move is not sent again in somebody else's name", () => {
  const state = run(sent(), [lost(4401), { type: "opened" }, hello(table(), null, { user: null })]);
  assert.equal(state.pending, null);
  assert.equal(mayAct(state), false);
});
