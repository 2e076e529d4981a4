import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { TableSocket } from "../../games/static/games/js/socket.js";

/** @type {FakeWebSocket[]} */
let opened = [];

class FakeWebSocket extends EventTarget {
  constructor() {
    super();
    opened.push(this);
  }

  /** @param {number} code */
  shut(code) {
    this.dispatchEvent(Object.assign(new Event("close"), { code }));
  }
}

beforeEach(() => {
  opened = [];
  Object.assign(globalThis, { WebSocket: FakeWebSocket, location: { protocol: "http:", host: "localhost" } });
});

for (const [code, situation, comesBack] of /** @type {const} */ ([
  [1006, "the line broke", true],
  [4500, "the server had a fault", true],
  [4401, "the login of this connection ended", true],
  [4404, "there is no such table", false],
])) {
  test(`${comesBack ? "comes back" : "stays away"} when ${situation}`, () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    /** @type {any[]} */
    const heard = [];
    new TableSocket("/ws/tables/a/", (frame) => heard.push(frame)).open();
    opened[0]?.shut(code);
    assert.deepEqual(heard, [{ type: "lost", final: !comesBack }]);
    mock.timers.tick(60_000);
    assert.equal(opened.length, comesBack ? 2 : 1);
    mock.timers.reset();
  });
}
