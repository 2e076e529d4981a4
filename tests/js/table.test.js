import assert from "node:assert/strict";
import { test } from "node:test";

import { overdue, skewOf, timeLeft } from "../../games/static/games/js/clock.js";
import { explainCall, explainCard } from "../../games/static/games/js/explain.js";
import { figure, fill, listed, ngettext } from "../../games/static/games/js/i18n.js";
import { isMade, matchHeadline, matchReason, outcomeHeadline } from "../../games/static/games/js/outcomes.js";
import { pairName, partnerOf, placeOf, seatName, teamName, teamScore } from "../../games/static/games/js/seating.js";
import { eventSentence, tableSentence, turnSentence } from "../../games/static/games/js/sentences.js";
import { connected, handResult, run, table, wholeHand } from "./frames.js";

test("the viewer is at the bottom and the next player on the right", () => {
  for (const viewer of [0, 1, 2, 3]) {
    assert.equal(placeOf(viewer, viewer), "bottom");
    assert.equal(placeOf((viewer + 1) % 4, viewer), "right");
    assert.equal(placeOf(partnerOf(viewer), viewer), "top");
    assert.equal(placeOf((viewer + 3) % 4, viewer), "left");
  }
  assert.equal(placeOf(1, null), "right");
});

test("seats and teams are named for whoever looks", () => {
  assert.equal(seatName(table(), 1), "Basim");
  assert.equal(seatName(null, 1), "Seat 2");
  assert.equal(teamName(table(), 0, 2), "Us");
  assert.equal(teamName(table(), 1, 2), "Them");
  assert.equal(teamName(table(), 1, null), "Basim and Dawud");
  assert.equal(pairName(table(), 0), "Alia and Celine");
});

test("a team's score is its own or the sum of its seats", () => {
  assert.equal(teamScore([12, -3], 1), -3);
  assert.equal(teamScore([10, 5, -4, 7], 0), 6);
  assert.equal(teamScore([10, 5, -4, 7], 1), 12);
});

test("time left is measured in the server's time", () => {
  const skew = skewOf(5_000_000, 1_000);
  const clock = { seat: /** @type {const} */ (0), ends_at: 5_020_000, length_ms: 30_000 };
  assert.deepEqual(timeLeft(clock, skew, 1_000), { left: 20_000, share: 2 / 3, seconds: 20, late: false });
  assert.deepEqual(timeLeft(clock, skew, 12_001).late, true);
  assert.deepEqual(timeLeft(clock, skew, 99_000), { left: 0, share: 0, seconds: 0, late: true });
  assert.equal(overdue(clock, skew, 23_000), 2_000);
});

test("figures and sentences are filled", () => {
  assert.equal(figure(-8), "\u22128");
  assert.equal(fill("%(a)s and %(b)s", { a: "$&", b: 2 }), "$& and 2");
  assert.equal(fill("%(unknown)s", {}), "%(unknown)s");
  assert.equal(ngettext("one", "many", 1), "one");
  assert.equal(ngettext("one", "many", 2), "many");
});

test("what is filled in stands by itself where Arabic and Latin letters meet", () => {
  assert.equal(fill("%(name)s: %(score)s", { name: "علياء", score: "\u22128" }), "\u2068علياء\u2069: \u2068\u22128\u2069");
  assert.equal(fill("طلب %(name)s: %(bid)s", { name: "Alia", bid: 8 }), "طلب \u2068Alia\u2069: \u20688\u2069");
  const bid = fill("%(tricks)s %(suit)s", { tricks: 8, suit: "كبّة" });
  assert.equal(bid, "8 كبّة");
  assert.equal(fill("أعلى: %(bid)s، %(name)s", { bid, name: "Alia" }), "أعلى: \u20688 كبّة\u2069، \u2068Alia\u2069");
  assert.equal(fill("طلب %(name)s: %(bid)s", { name: "علياء", bid }), "طلب علياء: 8 كبّة");
  assert.equal(listed(["Alia", "Basim"]), "Alia, Basim");
  const names = ["Guest 7", "علياء"];
  assert.equal(fill("بانتظار %(names)s.", { names }), "بانتظار \u2068Guest 7\u2069, \u2068علياء\u2069.");
  assert.equal(fill("Waiting for %(names)s.", { names: ["Alia", "Basim"] }), "Waiting for Alia, Basim.");
});

test("each event of a hand is told in one sentence, in order", () => {
  let state = connected();
  const told = [];
  for (const message of wholeHand().flat()) {
    state = run(state, [message]);
    for (const event of state.news) told.push(eventSentence(event, state));
  }
  assert.deepEqual(told.slice(0, 12), [
    "New hand. Dealer: Alia.",
    "Basim bids 8.",
    "Celine passes.",
    "Dawud passes.",
    "You pass.",
    null,
    "Tarneeb (trump): hearts.",
    "Basim plays the 2 of hearts.",
    "Celine plays the 2 of diamonds.",
    "Dawud plays the 2 of clubs.",
    "You play the 2 of spades.",
    "Basim takes the trick.",
  ]);
  assert.equal(told.at(-1), "Basim bid 8, and the team took 13: made.");
});

test("the viewer's turn is announced, others' are not", () => {
  const state = run(connected(), wholeHand().slice(0, 4).flat());
  assert.equal(turnSentence(state), "Your turn to bid.");
  assert.equal(turnSentence({ ...state, turn: 2 }), null);
  assert.equal(turnSentence({ ...state, phase: "play" }), "Your turn to play.");
});

test("hands end made, failed, passed out or cancelled", () => {
  const state = connected();
  assert.equal(isMade(handResult()), true);
  const failed = { ...handResult(), tricks: [3, 4, 3, 3] };
  assert.equal(isMade(failed), false);
  assert.match(outcomeHeadline(failed, state), /took 7: failed/);
  const none = { ...handResult(), declarer: null, contract: null, tricks: null, points: null };
  assert.match(outcomeHeadline({ ...none, outcome: "passed_out" }, state), /All four passed/);
  assert.match(outcomeHeadline({ ...none, outcome: "cancelled" }, state), /less than 11/);
  const solo = { ...none, bids: ["5", "2", "2", "3"], tricks: [7, 1, 3, 2], points: [5, -2, 2, -3] };
  assert.equal(outcomeHeadline(solo, state), "You bid 5 and took 7: made.");
  assert.equal(outcomeHeadline({ ...solo, tricks: [4, 4, 3, 2] }, state), "You bid 5 and took 4: failed.");
  assert.equal(outcomeHeadline(solo, connected(null)), "The hand is over.");
});

test("who won, and why", () => {
  const state = { ...connected(), target: 41 };
  const won = { winner: /** @type {const} */ (0), reason: /** @type {const} */ ("target"), scores: [43, -5] };
  assert.equal(matchHeadline(won, state), "You win the match, 43 to \u22125!");
  assert.equal(matchReason(won, state), "First to reach the target of 41.");
  const solo = { ...won, winner: /** @type {const} */ (1), scores: [5, 2, 9, 44] };
  assert.equal(matchHeadline(solo, state), "Basim and Dawud win the match, 46 to 14.");
  assert.equal(matchReason(solo, state), "Dawud reached 44, and Basim is above zero with 2.");
  assert.equal(matchReason({ ...won, reason: "forfeit" }, state), "The other team gave up.");
  assert.match(matchReason({ ...won, winner: null, reason: "abandoned" }, state), /abandoned/);
});

test("a closed card or call comes with the rule that closes it", () => {
  const bidding = run(connected(), wholeHand().slice(0, 4).flat());
  assert.match(explainCard(bidding, "S2"), /bidding is over/);
  assert.equal(explainCall(bidding, "7"), "Your bid must be higher than 8.");
  /** @type {[number, string][]} */
  const passes = [[1, "pass"], [2, "pass"], [3, "pass"]];
  const last = { ...bidding, options: { dealer_must_bid: true }, legal: ["7"], hand: bidding.hand && { ...bidding.hand, calls: passes } };
  for (const call of ["pass", "8"]) assert.match(explainCall(last, call), /the dealer must bid 7/);
  const playing = run(connected(), wholeHand().slice(0, 9).flat());
  assert.equal(playing.turn, 0);
  assert.match(explainCard(playing, "S2"), /follow suit: hearts/);
  assert.match(explainCard({ ...playing, turn: 2 }, "S2"), /Celine is to act/);
});

test("the state of the table in words follows the phase", () => {
  const bidding = run(connected(), wholeHand().slice(0, 4).flat());
  assert.equal(tableSentence(bidding, ["SA"]), "Your cards: ace of spades. Basim bids 8. Celine passes. Dawud passes. Your turn to bid.");
  const playing = run(connected(), wholeHand().slice(0, 9).flat());
  assert.match(tableSentence(playing, []), /^Tarneeb .* hearts\. Basim: 2 of hearts\. .*Alia has 0 tricks\..* Your turn to play\.$/);
});
