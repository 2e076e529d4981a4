/** The connection to a table: opens, keeps alive, comes back by itself with a growing wait. */

/** @typedef {import("./protocol.js").Frame} Frame */

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
const PING_EVERY = 20_000;
const SILENCE_ALLOWED = 45_000;
/** The server closes so when coming back is of no use: there is no such table. Where the login of this connection
 * ended, the browser may have another one: after a new password, or a name for a guest. */
const FINAL_CODES = [4404];

export class TableSocket {
  /**
   * @param {string} path
   * @param {(frame: Frame) => void} onFrame every frame, with the time it came; also "opened" and "lost"
   */
  constructor(path, onFrame) {
    this.path = path;
    this.onFrame = onFrame;
    /** @type {WebSocket|null} */
    this.socket = null;
    this.wait = FIRST_WAIT;
    this.lastHeard = 0;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.retry = undefined;
    this.closed = false;
  }

  open() {
    clearTimeout(this.retry);
    this.closed = false;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${this.path}`);
    this.socket = socket;
    this.lastHeard = Date.now();
    socket.addEventListener("open", () => this.onFrame({ type: "opened" }));
    socket.addEventListener("message", (message) => this.heard(message));
    socket.addEventListener("close", (event) => this.lost(socket, FINAL_CODES.includes(event.code)));
  }

  start() {
    this.open();
    setInterval(() => this.keepAlive(), PING_EVERY);
    addEventListener("online", () => this.hurry());
    addEventListener("pagehide", () => this.leave());
    addEventListener("pageshow", (event) => {
      if (event.persisted) this.open();
    });
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.hurry();
    });
  }

  /** @param {Frame} frame @returns {boolean} whether it went out */
  send(frame) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(frame));
    return true;
  }

  /** @param {MessageEvent} message */
  heard(message) {
    const received = Date.now();
    this.lastHeard = received;
    this.wait = FIRST_WAIT;
    this.onFrame({ ...JSON.parse(message.data), received });
  }

  /** @param {WebSocket} socket @param {boolean} final */
  lost(socket, final) {
    if (socket !== this.socket || this.closed) return;
    this.socket = null;
    this.closed = final;
    this.onFrame({ type: "lost", final });
    if (final) return;
    clearTimeout(this.retry);
    // The spread keeps a whole table of browsers from coming back in the same instant.
    this.retry = setTimeout(() => this.open(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
  }

  /** A line that is silent for long is dead even when the browser has not noticed. */
  keepAlive() {
    if (this.closed) return;
    const socket = this.socket;
    if (socket !== null && Date.now() - this.lastHeard > SILENCE_ALLOWED) {
      socket.close();
      this.lost(socket, false);
    } else {
      this.send({ type: "ping" });
    }
  }

  /** The network or the page is back: do not wait for the timers. */
  hurry() {
    if (this.closed) return;
    if (this.socket === null) {
      this.wait = FIRST_WAIT;
      this.open();
    } else {
      this.send({ type: "sync" });
    }
  }

  leave() {
    this.closed = true;
    clearTimeout(this.retry);
    this.socket?.close();
  }
}
