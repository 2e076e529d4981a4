import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { TableSocket } from "../../games/static/games/js/socket.js";

/** @type {FakeWebSocket[]} */
let opened = [];
/** @type {any[]} */
let heard = [];

class FakeWebSocket extends EventTarget {
  static OPEN = 1;

  /** @param {string} address */
  constructor(address) {
    super();
    this.address = address;
    this.readyState = 0;
    /** @type {any[]} */
    this.sent = [];
    opened.push(this);
  }

  /** @param {string} text */
  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {}

  accept() {
    this.readyState = FakeWebSocket.OPEN;
    this.dispatchEvent(new Event("open"));
  }

  /** @param {object} frame */
  tell(frame) {
    this.dispatchEvent(Object.assign(new Event("message"), { data: JSON.stringify(frame) }));
  }

  /** @param {number} code */
  shut(code) {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event("close"), { code }));
  }
}

beforeEach(() => {
  opened = [];
  heard = [];
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
  mock.method(Math, "random", () => 0.5);
  Object.assign(globalThis, { WebSocket: FakeWebSocket, location: { protocol: "http:", host: "localhost" } });
  Object.assign(globalThis, { addEventListener: () => {}, document: { addEventListener: () => {} } });
});

afterEach(() => {
  mock.timers.reset();
  mock.restoreAll();
});

function start() {
  const socket = new TableSocket("/ws/tables/a/", (frame) => heard.push(frame));
  socket.start();
  return socket;
}

/** A connection that has been greeted. */
function greeted() {
  const socket = start();
  opened[0].accept();
  opened[0].tell({ type: "hello" });
  return socket;
}

/** Lets time pass step by step, as it does. @param {number} time */
function pass(time) {
  for (let step = 0; step < time; step += 100) mock.timers.tick(100);
}

const losses = () => heard.filter((frame) => frame.type === "lost");

test("the address names the protocol that the page speaks", () => {
  start();
  assert.equal(opened[0].address, "ws://localhost/ws/tables/a/?protocol=1");
});

for (const [code, situation, comesBack] of /** @type {const} */ ([
  [1006, "the line broke", true],
  [4500, "the server had a fault", true],
  [4401, "the login of this connection ended", true],
  [4429, "there is too much of this page", true],
  [4400, "the site could not read this page's frames", false],
  [4404, "there is no such table", false],
  [4406, "the page is older than the site", false],
])) {
  test(`${comesBack ? "comes back" : "stays away"} when ${situation}`, () => {
    start();
    opened[0].shut(code);
    assert.equal(losses().length, 1);
    assert.equal(losses()[0].final, !comesBack);
    assert.equal(losses()[0].code, code);
    pass(60_000);
    assert.equal(opened.length > 1, comesBack);
  });
}

test("each try that fails is followed by a longer wait, and the player is told when the next is due", () => {
  start();
  const waits = [];
  for (let count = 0; count < 7; count += 1) {
    opened.at(-1)?.shut(1006);
    const { at, retryAt } = losses().at(-1);
    waits.push(retryAt - at);
    pass(retryAt - at);
    assert.equal(opened.length, count + 2);
  }
  assert.deepEqual(waits, [400, 800, 1600, 3200, 6400, 8000, 8000]);
});

test("only a greeting makes the waits short again: a connection that is refused at once does not", () => {
  start();
  opened[0].accept();
  opened[0].tell({ type: "error", code: "too_many_connections" });
  opened[0].shut(1006);
  pass(400);
  opened[1].shut(1006);
  assert.equal(losses()[1].retryAt - losses()[1].at, 800);
  pass(800);
  opened[2].accept();
  opened[2].tell({ type: "hello" });
  opened[2].shut(1006);
  assert.equal(losses()[2].retryAt - losses()[2].at, 400);
});

test("with too many windows open the page does not come back as fast as after a broken line", () => {
  start();
  opened[0].accept();
  opened[0].tell({ type: "error", code: "too_many_connections" });
  opened[0].shut(4429);
  assert.equal(losses()[0].retryAt - losses()[0].at, 20_000);
});

test("a player who does not want to wait for the next try need not", () => {
  const socket = start();
  opened[0].shut(1006);
  socket.hurry();
  assert.equal(opened.length, 2);
  opened[1].shut(1006);
  pass(400);
  assert.equal(opened.length, 3);
});

test("a line that is silent is asked, and given up when it does not answer", () => {
  greeted();
  pass(8_000);
  assert.deepEqual(opened[0].sent, [{ type: "ping" }]);
  pass(5_000);
  assert.equal(losses().length, 0);
  pass(1_000);
  assert.equal(losses().length, 1);
  assert.equal(losses()[0].final, false);
});

test("an answer, whatever it is, keeps the line", () => {
  greeted();
  pass(8_000);
  opened[0].tell({ type: "table" });
  pass(7_000);
  assert.equal(losses().length, 0);
  assert.equal(opened[0].sent.length, 1);
});

test("a move that nobody answers shows that the line is dead", () => {
  const socket = greeted();
  assert.equal(socket.send({ type: "move" }), true);
  pass(3_000);
  assert.equal(socket.silence(Date.now()), 3_000);
  pass(3_000);
  assert.equal(losses().length, 1);
});

test("a connection that never comes about is given up", () => {
  start();
  pass(12_000);
  assert.equal(losses().length, 1);
});

test("what an old connection still says is not heard", () => {
  const socket = greeted();
  socket.send({ type: "ping" });
  pass(6_500);
  const before = heard.length;
  opened[0].tell({ type: "table" });
  opened[0].shut(1000);
  assert.equal(heard.length, before);
});

test("a page that slept hears what came meanwhile before it gives the line up", () => {
  const socket = greeted();
  socket.send({ type: "ping" });
  const slept = Date.now() + 3_600_000;
  mock.method(Date, "now", () => slept);
  socket.check();
  assert.equal(losses().length, 0);
  opened[0].tell({ type: "pong" });
  socket.check();
  assert.equal(losses().length, 0);
});

test("what is sent while there is no connection is not lost in silence", () => {
  const socket = start();
  assert.equal(socket.send({ type: "move" }), false);
  opened[0].shut(1006);
  assert.equal(socket.send({ type: "move" }), false);
});
