import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Pacer } from "../../games/static/games/js/pacer.js";
import { connected, run, wholeHand } from "./frames.js";

/** Timers that fire when told to. */
class Timers {
  constructor() {
    /** @type {{call: () => void, wait: number}[]} */
    this.waiting = [];
  }

  /** @param {() => void} call @param {number} wait */
  setTimeout(call, wait) {
    const timer = { call, wait };
    this.waiting.push(timer);
    return timer;
  }

  /** @param {any} timer */
  clearTimeout(timer) {
    this.waiting = this.waiting.filter((other) => other !== timer);
  }

  fire() {
    const timer = this.waiting.shift();
    timer?.call();
    return timer?.wait;
  }
}

/** @type {any[]} */
let shown;
/** @type {Timers} */
let timers;
/** @type {Pacer} */
let pacer;

beforeEach(() => {
  shown = [];
  timers = new Timers();
  pacer = new Pacer((view) => shown.push(view), 1000, timers);
});

/** @param {number} steps */
function states(steps) {
  const all = [connected()];
  for (const message of wholeHand().slice(0, steps).flat()) all.push(run(all[all.length - 1], [message]));
  return all.slice(1);
}

const plays = () => shown.map((view) => view.state.hand.plays.length);

test("a lone event is shown at once", () => {
  pacer.push(states(1)[0]);
  assert.equal(shown.length, 1);
  assert.equal(pacer.isCurrent, true);
});

test("events that come together are shown one after the other", () => {
  for (const state of states(9)) pacer.push(state);
  assert.equal(shown.at(-1).state.version, 1);
  while (timers.waiting.length > 0) timers.fire();
  assert.equal(shown.at(-1).state.version, 9);
  const versions = shown.map((view) => view.state.version);
  assert.deepEqual([...new Set(versions)], [1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test("a finished trick stays for its pause, then leaves the table", () => {
  for (const state of states(10)) pacer.push(state);
  while (plays().at(-1) !== 4) timers.fire();
  assert.equal(shown.at(-1).swept, false);
  assert.equal(timers.fire(), 1000);
  assert.equal(shown.at(-1).swept, true);
  assert.equal(shown.at(-1).state.hand.plays.length, 4);
});

test("the next card does not push a finished trick away", () => {
  for (const state of states(11)) pacer.push(state);
  while (plays().at(-1) !== 4) timers.fire();
  assert.equal(pacer.isCurrent, false);
  assert.equal(timers.fire(), 1000);
  assert.equal(plays().at(-1), 5);
  assert.equal(shown.at(-1).swept, true);
});

test("one's own news-less states reach the screen without waiting", () => {
  const [open, own] = states(1);
  pacer.push(open);
  pacer.push(own);
  assert.equal(shown.at(-1).state.hand.cards.length, 13);
  assert.deepEqual(shown.at(-1).news, []);
});

test("a flush shows all that waits, in order, with its news", () => {
  for (const state of states(10)) pacer.push(state);
  pacer.flush();
  assert.equal(pacer.isCurrent, true);
  assert.equal(shown.at(-1).state.version, 10);
  assert.equal(shown.at(-1).swept, true);
  assert.deepEqual(timers.waiting, []);
  const told = shown.flatMap((view) => view.news.map((/** @type {any} */ event) => event.type));
  assert.equal(told.filter((type) => type === "card_played").length, 4);
});

test("a jump forgets what waited", () => {
  const all = states(10);
  for (const state of all) pacer.push(state);
  pacer.jump(all[0]);
  assert.equal(shown.at(-1).state.version, 1);
  assert.deepEqual(timers.waiting, []);
});
