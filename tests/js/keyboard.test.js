import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Keyboard } from "../../games/static/games/js/keyboard.js";

/** @type {any[]} */
let done;
/** @type {string|null} */
let phase;
let letters = true;
/** @type {Keyboard} */
let keyboard;

beforeEach(() => {
  done = [];
  phase = null;
  letters = true;
  keyboard = new Keyboard({
    move: (step, key) => done.push(["move", step, key]) > 0,
    call: (call) => done.push(["call", call]),
    number: (tricks) => done.push(["number", tricks]),
    phase: () => phase,
    lettersOn: () => letters,
    blocked: () => false,
    tool: (name) => done.push(["tool", name]),
  });
});

/** @param {string[]} keys */
const press = (...keys) => keys.map((key) => keyboard.pressed(key, /^[a-z]$/.test(key) ? `Key${key.toUpperCase()}` : ""));

test("digits bid, and a 1 waits for its second digit", () => {
  phase = "auction";
  press("7", "1", "0", "1", "3", "1", "9");
  assert.deepEqual(done, [["number", 7], ["number", 10], ["number", 13], ["number", 9]]);
});

test("digits do nothing when there is nothing to bid", () => {
  assert.deepEqual(press("7"), [false]);
  phase = "play";
  assert.deepEqual(press("7"), [false]);
  assert.deepEqual(done, []);
});

test("letters name a suit while one is asked for, and are tools otherwise", () => {
  phase = "naming_trump";
  press("s", "n", "d");
  phase = "bid_suit";
  press("h");
  phase = null;
  press("s", "l", "t", "?");
  assert.deepEqual(done, [
    ["call", "S"],
    ["call", "NT"],
    ["call", "D"],
    ["call", "H"],
    ["tool", "sheet"],
    ["tool", "peek"],
    ["tool", "tell"],
    ["tool", "help"],
  ]);
});

test("pass and double are letters of one's own turn only", () => {
  press("p");
  assert.deepEqual(done, []);
  phase = "auction";
  press("p", "d");
  assert.deepEqual(done, [["call", "pass"], ["call", "double"]]);
});

test("a key counts by its place, so that an Arabic keyboard works too", () => {
  phase = "auction";
  assert.equal(keyboard.pressed("ح", "KeyP"), true);
  assert.deepEqual(done, [["call", "pass"]]);
});

test("switched off, letters and digits are left alone and arrows are not", () => {
  letters = false;
  phase = "auction";
  assert.deepEqual(press("p", "7", "ArrowLeft"), [false, false, true]);
  assert.deepEqual(done, [["move", -1, "ArrowLeft"]]);
});
