import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { post } from "../../games/static/games/js/actions.js";

beforeEach(() => {
  Object.assign(globalThis, { document: { querySelector: () => null }, HTMLInputElement: class {} });
});

/** @param {() => Promise<Response>} fetch */
const answering = (fetch) => Object.assign(globalThis, { fetch });

/** @param {number} status @param {object} body */
const json = (status, body) => async () => Response.json(body, { status });

test("what the table did is told", async () => {
  answering(json(200, { ok: true, redirect: "/" }));
  assert.deepEqual(await post("/tables/a/leave/"), { ok: true, redirect: "/" });
});

test("a refusal has the server's sentence", async () => {
  answering(json(409, { code: "seat_taken", text: "Somebody else sits there already." }));
  assert.deepEqual(await post("/tables/a/sit/"), {
    ok: false,
    text: "Somebody else sits there already.",
    code: "seat_taken",
  });
});

test("a page whose form token is of another login says that it is out of date", async () => {
  answering(async () => new Response("<h1>403</h1>", { status: 403, headers: { "Content-Type": "text/html" } }));
  const answer = await post("/tables/a/sit/");
  assert.ok(!answer.ok && answer.text.startsWith("This page is out of date."));
});

test("a page instead of an answer is no answer", async () => {
  for (const status of [200, 429, 500]) {
    answering(async () => new Response("<h1>", { status, headers: { "Content-Type": "text/html; charset=utf-8" } }));
    const answer = await post("/tables/a/sit/");
    assert.ok(!answer.ok && answer.text.startsWith("The server did not take this."));
  }
});

test("a line that is down is told as such", async () => {
  answering(async () => {
    throw new TypeError("no network");
  });
  const answer = await post("/tables/a/sit/");
  assert.ok(!answer.ok && answer.text.startsWith("The server could not be reached."));
});
