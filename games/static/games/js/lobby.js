/** The page of the open tables: the socket feeds the state, the state is shown, and a free seat is taken with one press. */

import { post } from "./actions.js";
import { initialLobby, reduceLobby, unsettled } from "./lobby_state.js";
import { lineText, openedSentence } from "./lobby_texts.js";
import { TableSocket } from "./socket.js";
import { el, part } from "./view/dom.js";
import { LobbyView } from "./view/lobby.js";

/** @typedef {import("./lobby_state.js").View} View */
/** @typedef {import("./protocol.js").Frame} Frame */

const TICK = 500;
/** What is no longer in the list can be read for so long before its row goes, and nothing is touched meanwhile. */
const QUIET = 4_000;
/** A line that is back within this time was not worth a word. */
const UNNOTICED = 1_000;
const NOTICE_TIME = 6_000;
const SENTENCES_KEPT = 20;

class LobbyPage {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.state = initialLobby(root.dataset.show === "playing" ? "playing" : "waiting");
    this.view = new LobbyView(root);
    this.touchedAt = 0;
    /** @type {Map<string, number>} since when rows stand for what is no longer in the list */
    this.leftAt = new Map();
    this.lostAt = 0;
    this.socket = new TableSocket(root.dataset.socket ?? "", (frame) => this.receive(frame));
  }

  start() {
    for (const kind of ["pointerdown", "pointermove", "touchmove", "wheel", "keydown"]) {
      this.root.addEventListener(kind, () => this.touch(), { passive: true });
    }
    addEventListener("scroll", () => this.touch(), { passive: true });
    this.root.addEventListener("click", (event) => this.press(event));
    part(this.root, "rows").addEventListener("submit", (event) => this.sit(event));
    part(this.root, "notice").addEventListener("click", () => this.say(""));
    this.socket.start();
    setInterval(() => this.tick(), TICK);
  }

  /** @param {Frame} frame */
  receive(frame) {
    const before = this.state;
    this.state = reduceLobby(before, frame);
    if (this.state === before) return;
    if (this.state.connection === "lost" && before.connection !== "lost") this.lostAt = Date.now();
    const now = Date.now();
    this.leftAt = new Map(unsettled(this.state).map((id) => [id, this.leftAt.get(id) ?? now]));
    this.view.render(this.state);
    this.announce();
    this.showLine();
  }

  touch() {
    this.touchedAt = Date.now();
  }

  tick() {
    this.showLine();
    const now = Date.now();
    const ids = [...this.leftAt].filter(([, since]) => now - since >= QUIET).map(([id]) => id);
    if (ids.length > 0 && this.isQuiet(now)) this.receive({ type: "settle", ids });
  }

  /** Whether nobody seems to be about to press: nothing was touched for a while, and no mouse rests on the rows. @param {number} now */
  isQuiet(now) {
    if (now - this.touchedAt < QUIET) return false;
    return !(matchMedia("(hover: hover)").matches && part(this.root, "rows").matches(":hover"));
  }

  /** The tabs are links; here they need no other page. @param {MouseEvent} event */
  press(event) {
    const tab = event.target instanceof Element ? event.target.closest("a[data-view]") : null;
    if (!(tab instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (this.state.connection === "connecting") return;
    event.preventDefault();
    history.replaceState(null, "", tab.href);
    this.receive({ type: "view", view: tab.dataset.view });
  }

  /** @param {SubmitEvent} event */
  async sit(event) {
    const form = /** @type {HTMLFormElement} */ (event.target);
    event.preventDefault();
    const button = form.querySelector("button");
    if (button === null || button.getAttribute("aria-busy") === "true") return;
    button.setAttribute("aria-busy", "true");
    const position = String(new FormData(form).get("position"));
    const answer = await post(form.action, { position });
    if (answer.ok) {
      location.assign(form.action.replace(/sit\/$/, ""));
      return;
    }
    button.removeAttribute("aria-busy");
    this.say(answer.text);
    this.socket.send({ type: "sync" });
  }

  announce() {
    const sentence = this.state.view === "waiting" ? openedSentence(this.state.opened) : null;
    if (sentence === null) return;
    const announcer = part(this.root, "announcer");
    announcer.append(el("p", {}, sentence));
    while (announcer.childElementCount > SENTENCES_KEPT) announcer.firstElementChild?.remove();
  }

  showLine() {
    const { connection } = this.state;
    const isLost = connection === "lost" && Date.now() - this.lostAt >= UNNOTICED;
    const text = isLost || connection === "ended" ? lineText(connection) : "";
    const line = part(this.root, "line");
    line.hidden = text === "";
    if (line.textContent !== text) line.textContent = text;
  }

  /** @param {string} text */
  say(text) {
    const notice = part(this.root, "notice");
    clearTimeout(this.notice);
    notice.textContent = text;
    notice.hidden = text === "";
    if (text !== "") this.notice = setTimeout(() => this.say(""), NOTICE_TIME);
  }
}

const root = document.getElementById("lobby");
if (root?.dataset.socket !== undefined) new LobbyPage(root).start();
