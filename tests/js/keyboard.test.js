import assert from "node:assert/strict";
import { test } from "node:test";

import { Keyboard } from "../../games/static/games/js/keyboard.js";

/** Presses keys in an auction; gives what they did. @param {[string, string][]} keys */
function press(keys) {
  /** @type {string[]} */
  const done = [];
  const keyboard = new Keyboard({
    move: () => true,
    call: (call) => done.push(call),
    number: (tricks) => done.push(String(tricks)),
    phase: () => "auction",
    lettersOn: () => true,
    blocked: () => false,
    tool: (name) => done.push(name),
  });
  for (const [key, code] of keys) keyboard.pressed(key, code);
  return done;
}

test("an Arabic keyboard bids, passes and asks for help as a Latin one does", () => {
  assert.deepEqual(press([["7", "Digit7"]]), ["7"]);
  assert.deepEqual(press([["٧", "Digit7"]]), ["7"]);
  assert.deepEqual(press([["١", "Digit1"], ["٣", "Digit3"]]), ["13"]);
  assert.deepEqual(press([["ح", "KeyP"]]), ["pass"]);
  assert.deepEqual(press([["؟", "Slash"]]), ["help"]);
});
