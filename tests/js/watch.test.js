import assert from "node:assert/strict";
import { test } from "node:test";

import { shouldAsk } from "../../games/static/games/js/watch.js";
import { connected, run, wholeHand } from "./frames.js";

const NOW = 999_000;

test("half a version that does not come is asked for soon", () => {
  const [open] = wholeHand()[3];
  const half = run(connected(), [...wholeHand().slice(0, 3).flat(), open]);
  assert.equal(shouldAsk(half, 1_000, NOW), false);
  assert.equal(shouldAsk(half, 2_000, NOW), true);
});

test("a move without an answer is asked about", () => {
  const ready = run(connected(), wholeHand().slice(0, 4).flat());
  const pending = { match: "k3v9qz", version: 4, move: "pass", client_id: "c" };
  assert.equal(shouldAsk(run(ready, [{ type: "sent", pending }]), 2_000, NOW), true);
});

test("a turn that ran out long ago is asked about, one that runs is not", () => {
  const state = run(connected(), wholeHand().slice(0, 2).flat());
  const clock = { seat: /** @type {const} */ (2), ends_at: 1_000_000 + 10_000, length_ms: 30_000 };
  assert.equal(shouldAsk({ ...state, clock, skew: 1_000 }, 6_000, NOW), false);
  assert.equal(shouldAsk({ ...state, clock, skew: 1_000 }, 6_000, NOW + 20_000), true);
});

test("long silence is asked about, but not where nothing can come", () => {
  const state = run(connected(), wholeHand().slice(0, 2).flat());
  assert.equal(shouldAsk(state, 10_000, NOW), false);
  assert.equal(shouldAsk(state, 30_000, NOW), true);
  assert.equal(shouldAsk({ ...state, connection: "lost" }, 30_000, NOW), false);
  assert.equal(shouldAsk({ ...state, match: null }, 30_000, NOW), false);
  const result = { winner: /** @type {const} */ (0), reason: /** @type {const} */ ("target"), scores: [41, 3] };
  assert.equal(shouldAsk({ ...state, result }, 30_000, NOW), false);
});
