/**
 * The connection to a table: opens, notices when the line is dead, and comes back by itself with a growing wait.
 *
 * A dead line often says nothing. So whatever is sent expects some frame within a while, and after a time without
 * any frame a ping is sent; where nothing comes, the line is given up.
 */

import { advice } from "./line.js";
import { PROTOCOL } from "./protocol.js";

/** @typedef {import("./protocol.js").Frame} Frame */

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8_000;
const CHECK_EVERY = 1_000;
const PING_AFTER = 8_000;
const ANSWER_WITHIN = 6_000;
const OPENS_WITHIN = 12_000;
/** Where there is a reason to doubt the line: the device was offline, or the page out of sight. */
const ANSWER_SOON = 3_000;

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
    /** @type {number|null} since when an answer has been awaited */
    this.askedAt = null;
    this.answerBy = Infinity;
    this.lastCheck = 0;
    /** @type {string|null} the last error the site told on this connection */
    this.error = null;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.retry = undefined;
    this.closed = false;
  }

  open() {
    clearTimeout(this.retry);
    this.closed = false;
    this.error = null;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${this.path}?protocol=${PROTOCOL}`);
    this.socket = socket;
    this.lastHeard = Date.now();
    this.askedAt = null;
    this.answerBy = this.lastHeard + OPENS_WITHIN;
    socket.addEventListener("open", () => socket === this.socket && this.onFrame({ type: "opened" }));
    socket.addEventListener("message", (message) => socket === this.socket && this.heard(message));
    socket.addEventListener("close", (event) => this.lost(socket, event.code));
  }

  start() {
    this.open();
    this.lastCheck = Date.now();
    setInterval(() => this.check(), CHECK_EVERY);
    addEventListener("online", () => this.hurry());
    addEventListener("offline", () => this.ask({ type: "ping" }, ANSWER_SOON));
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
    return this.ask(frame, ANSWER_WITHIN);
  }

  /** Sends what is to be answered, by whatever frame, within a time. @param {Frame} frame @param {number} within */
  ask(frame, within) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(frame));
    this.askedAt ??= Date.now();
    this.answerBy = Math.min(this.answerBy, Date.now() + within);
    return true;
  }

  /** For how long an answer has been awaited. @param {number} now */
  silence(now) {
    return this.askedAt === null ? 0 : now - this.askedAt;
  }

  /** @param {MessageEvent} message */
  heard(message) {
    const received = Date.now();
    const frame = JSON.parse(message.data);
    this.lastHeard = received;
    this.askedAt = null;
    this.answerBy = Infinity;
    // An error may be all that this connection has to say; only a greeting shows that the next need not wait longer.
    if (frame.type === "hello") this.wait = FIRST_WAIT;
    if (frame.type === "error") this.error = frame.code;
    this.onFrame({ ...frame, received });
  }

  /** @param {WebSocket} socket @param {number} code */
  lost(socket, code) {
    if (socket !== this.socket || this.closed) return;
    const { final, wait } = advice(code, this.error);
    const at = Date.now();
    this.socket = null;
    this.closed = final;
    clearTimeout(this.retry);
    if (final) {
      this.onFrame({ type: "lost", final, code, at, retryAt: null });
      return;
    }
    // The spread keeps a whole table of browsers from coming back in the same instant.
    const pause = (wait ?? this.wait) * (0.75 + Math.random() / 2);
    this.retry = setTimeout(() => this.open(), pause);
    this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
    this.onFrame({ type: "lost", final, code, at, retryAt: at + pause });
  }

  /** Asks after a while of silence, and gives up a line that does not answer. */
  check() {
    const now = Date.now();
    // A page that slept hears first what came meanwhile.
    const slept = now - this.lastCheck > 3 * CHECK_EVERY;
    this.lastCheck = now;
    const { socket } = this;
    if (socket === null || this.closed) return;
    if (slept && this.answerBy !== Infinity) this.answerBy = now + ANSWER_SOON;
    if (now >= this.answerBy) {
      this.lost(socket, 1006);
      socket.close();
    } else if (this.answerBy === Infinity && now - this.lastHeard >= PING_AFTER) {
      this.send({ type: "ping" });
    }
  }

  /** The network or the page is back, or the player wants it: do not wait for the timers. */
  hurry() {
    if (this.closed) return;
    this.wait = FIRST_WAIT;
    if (this.socket === null) this.open();
    else this.ask({ type: "sync" }, ANSWER_SOON);
  }

  leave() {
    this.closed = true;
    clearTimeout(this.retry);
    this.socket?.close();
  }
}
