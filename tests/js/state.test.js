import assert from "node:assert/strict";
import { test } from "node:test";

import {
  handOutcome,
  initialState,
  isWaitingForFrames,
  mayAct,
  reduce,
} from "../../games/static/games/js/state.js";
import { HOLDINGS, MATCH, connected, events, handResult, observation, run, secret, table, wholeHand, you } from "./frames.js";

/** What must come out alike however the frames came. @param {any} state */
const essence = ({ news, early, ...rest }) => rest;

test("a whole hand leads from the deal to the result", () => {
  const end = run(connected(), wholeHand().flat());
  assert.equal(end.phase, "awaiting_deal");
  assert.deepEqual(end.scores, [0, 16]);
  assert.deepEqual(end.hand?.tricks, [0, 13, 0, 0]);
  assert.equal(end.hand?.plays.length, 52);
  assert.deepEqual(end.hand?.cards, []);
  assert.deepEqual(end.hand?.counts, [0, 0, 0, 0]);
  assert.equal(end.hand?.trump, "H");
  assert.equal(end.hand?.contract, "8");
  assert.deepEqual(handOutcome(end), handResult());
  assert.equal(end.needsSync, false);
});

test("the halves of a version may come in either order", () => {
  const straight = wholeHand();
  let one = connected();
  let other = connected();
  for (const [open, own] of straight) {
    one = run(one, [open, own]);
    other = run(other, [own, open]);
    assert.deepEqual(essence(other), essence(one));
    assert.equal(isWaitingForFrames(other), false);
  }
});

test("own cards and legal moves come with the private half", () => {
  const [[open, own]] = wholeHand();
  const half = reduce(connected(), open);
  assert.deepEqual(half.hand?.cards, []);
  const whole = reduce(half, own);
  assert.deepEqual(whole.hand?.cards, HOLDINGS[0]);
});

test("a move that the clock made tells first that the time ran out", () => {
  const [[dealt, cards], [called]] = wholeHand();
  const before = run(connected(), [dealt, cards]);
  const told = (/** @type {string|null} */ actor) => reduce(before, { ...called, actor }).news.map((event) => event.type);
  assert.deepEqual(told("clock"), ["time_ran_out", "call_made"]);
  assert.deepEqual(told("person"), ["call_made"]);
  assert.equal(reduce(before, { ...called, actor: "clock" }).news[0].seat, before.turn);
});

test("one may act only when the legal moves of the version are here", () => {
  const played = run(connected(), wholeHand().slice(0, 3).flat());
  const [open, own] = wholeHand()[3];
  const half = reduce(played, open);
  assert.equal(half.turn, 0);
  assert.equal(mayAct(half), false);
  assert.equal(isWaitingForFrames(half), true);
  const whole = reduce(half, own);
  assert.equal(mayAct(whole), true);
  assert.deepEqual(whole.legal, ["9", "10", "pass"]);
});

test("late and doubled frames change nothing", () => {
  const script = wholeHand();
  const state = run(connected(), script.slice(0, 8).flat());
  for (const message of script.slice(0, 8).flat()) {
    assert.deepEqual(essence(reduce(state, message)), essence(state));
  }
  const old = observation({ phase: "auction" }, { version: 3 });
  assert.deepEqual(essence(reduce(state, old)), essence(state));
});

test("a gap asks for the whole, and the frames after it are not lost", () => {
  const script = wholeHand();
  const before = run(connected(), script.slice(0, 7).flat());
  const missed = run(before, [script[8][0], script[8][1], script[9][0], script[9][1]]);
  assert.equal(missed.needsSync, true);
  assert.equal(missed.version, before.version);
  const asked = reduce(missed, { type: "asked" });
  assert.equal(asked.needsSync, false);
  const healed = run(asked, [script[7][0]]);
  assert.equal(healed.version, before.version + 3);
  assert.deepEqual(healed.hand?.plays.length, 4);
  assert.deepEqual(healed.news.map((event) => event.type), ["card_played", "card_played", "card_played", "trick_taken"]);
});

test("an observation after a gap takes over, with the frames that came while it was fetched", () => {
  const script = wholeHand();
  const full = run(connected(), script.slice(0, 10).flat());
  let state = run(connected(), script.slice(0, 6).flat());
  state = run(state, [...script[8], ...script[9]]);
  const { hand } = run(connected(), script.slice(0, 9).flat());
  state = reduce(state, observation({ phase: "play", turn: 0, legal: [], hand }, { version: 9 }));
  assert.equal(state.version, 10);
  assert.deepEqual(state.hand, full.hand);
  assert.equal(state.needsSync, false);
  assert.deepEqual(state.early, []);
});

test("a deal whose private half comes too late is asked for again", () => {
  const [[open, own], [next]] = wholeHand();
  const state = run(connected(), [open, next]);
  assert.equal(isWaitingForFrames(state), true);
  assert.equal(reduce(state, own).needsSync, true);
});

test("a frame of a match that is not known asks for the whole", () => {
  const state = reduce(connected(), { ...events(1, []), match: "other" });
  assert.equal(state.needsSync, true);
  assert.equal(state.match, MATCH);
});

test("a reconnect starts from hello and the observation", () => {
  const script = wholeHand();
  const before = run(connected(), script.slice(0, 4).flat());
  const lost = reduce(before, { type: "lost" });
  assert.equal(lost.connection, "lost");
  assert.equal(mayAct(lost), false);
  const back = run(lost, [
    { type: "opened" },
    { type: "hello", protocol: 1, table: table(), you: you(0), now: 1_000_000, received: 999_000 },
    observation({ phase: "auction", turn: 0, legal: ["9", "pass"], hand: before.hand }, { version: 4 }),
  ]);
  assert.equal(mayAct(back), true);
  assert.deepEqual(back.hand?.cards, HOLDINGS[0]);
});

const move = { match: MATCH, version: 4, move: "pass", client_id: "c1" };

test("a move waits for its answer, and a reconnect keeps it when nothing happened meanwhile", () => {
  const script = wholeHand();
  const ready = run(connected(), script.slice(0, 4).flat());
  const sent = reduce(ready, { type: "sent", pending: move });
  assert.equal(mayAct(sent), false);
  const back = run(sent, [
    { type: "lost" },
    { type: "opened" },
    observation({ phase: "auction", turn: 0, legal: ["9", "pass"], hand: ready.hand }, { version: 4 }),
  ]);
  assert.deepEqual(back.pending, move);
  const passed = run(sent, [{ type: "lost" }, { type: "opened" }, observation({ hand: ready.hand }, { version: 5 })]);
  assert.equal(passed.pending, null);
  assert.deepEqual(reduce(sent, { type: "ack", client_id: "else", version: 4 }).pending, move);
});

test("an answer that overtakes its events does not open the turn again", () => {
  const script = wholeHand();
  const sent = reduce(run(connected(), script.slice(0, 4).flat()), { type: "sent", pending: move });
  const answered = reduce(sent, { type: "ack", client_id: "c1", version: 5 });
  assert.equal(mayAct(answered), false);
  const done = run(answered, script[4]);
  assert.equal(done.pending, null);
  assert.equal(done.version, 5);
  assert.equal(reduce(done, { type: "ack", client_id: "c1", version: 5 }).pending, null);
});

test("a refusal is told, a stale move is asked about again without a word", () => {
  const ready = run(connected(), wholeHand().slice(0, 4).flat());
  const sent = reduce(ready, { type: "sent", pending: move });
  const refused = reduce(sent, { type: "refused", client_id: "c1", code: "bid_too_low", text: "Bid higher.", version: 4 });
  assert.equal(refused.pending, null);
  assert.equal(refused.refusal?.text, "Bid higher.");
  const stale = reduce(sent, { type: "refused", client_id: "c1", code: "stale_version", text: "Late.", version: 5 });
  assert.equal(stale.refusal, null);
  assert.equal(stale.needsSync, true);
});

test("a spectator sees no cards and is never to act", () => {
  const script = wholeHand();
  const watcher = run(connected(null), script.map(([open]) => open));
  assert.equal(watcher.hand?.cards, null);
  assert.deepEqual(watcher.hand?.tricks, [0, 13, 0, 0]);
  for (let count = 1; count < script.length; count += 1) {
    const state = run(connected(null), script.slice(0, count).map(([open]) => open));
    assert.equal(mayAct(state), false);
    assert.equal(isWaitingForFrames(state), false);
  }
});

test("seats that change ask again only when one's own may have", () => {
  const state = connected();
  const others = table();
  others.seats[2] = { ...others.seats[2], kind: "bot", name: "Bot", user: null };
  assert.equal(reduce(state, { type: "table", table: others }).needsSync, false);
  const own = table();
  own.seats[0] = { ...own.seats[0], held_by_bot: true };
  assert.equal(reduce(state, { type: "table", table: own }).needsSync, true);
  assert.equal(reduce(state, { type: "table", table: table({ match: "next" }) }).needsSync, true);
});

test("a rematch replaces the finished match", () => {
  const end = run(connected(), wholeHand().flat());
  const next = reduce(end, observation({}, { match: "next", version: 0 }));
  assert.equal(next.match, "next");
  assert.equal(next.version, 0);
  assert.equal(next.hand, null);
});

test("nothing is changed in place", () => {
  const freeze = (/** @type {any} */ value) => {
    if (value && typeof value === "object" && !Object.isFrozen(value)) {
      Object.freeze(value);
      Object.values(value).forEach(freeze);
    }
    return value;
  };
  let state = freeze(initialState());
  const messages = [{ type: "opened" }, { type: "hello", table: table(), you: you(0), now: 1 }, observation()];
  for (const message of [...messages, ...wholeHand().flat()]) state = freeze(reduce(state, freeze(message)));
  assert.equal(state.hand?.plays.length, 52);
});
