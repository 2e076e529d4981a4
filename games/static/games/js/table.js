/** The table page: the socket feeds the state, the state is shown at the eye's pace, and presses become moves. */

import { post } from "./actions.js";
import { explainWait } from "./explain.js";
import { gettext } from "./i18n.js";
import { Keyboard } from "./keyboard.js";
import { tableFacts, variantName } from "./labels.js";
import { sortHand } from "./notation.js";
import { Pacer } from "./pacer.js";
import { preference } from "./preferences.js";
import { tableSentence, turnSentence } from "./sentences.js";
import { TableSocket } from "./socket.js";
import { initialState, mayAct, reduce } from "./state.js";
import { Dialogs } from "./view/dialogs.js";
import { button, part } from "./view/dom.js";
import { HandView } from "./view/hand.js";
import { Announcer, Notice } from "./view/notices.js";
import { PanelView } from "./view/panel.js";
import { ScoresView } from "./view/scores.js";
import { SeatsView } from "./view/seats.js";
import { TrickView } from "./view/trick.js";
import { shouldAsk } from "./watch.js";

/** @typedef {import("./protocol.js").Frame} Frame */
/** @typedef {import("./pacer.js").Shown} Shown */

const TICK = 250;
const SYNC_SPACING = 1_000;
const DEFAULT_PAUSE = 1_200;

class TablePage {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.state = initialState();
    this.title = document.title;
    this.lastFrame = Date.now();
    this.lastSync = 0;
    const pause = Number(root.dataset.trickPauseMs || DEFAULT_PAUSE);
    this.pacer = new Pacer((shown) => this.show(shown), pause, {
      setTimeout: (call, wait) => setTimeout(call, wait),
      clearTimeout: (timer) => clearTimeout(timer),
    });
    this.socket = new TableSocket(root.dataset.socket ?? "", (frame) => this.receive(frame));
    this.notice = new Notice(part(root, "notice"));
    this.announcer = new Announcer(part(root, "announcer"), (text) => this.notice.say(text));
    this.dialogs = new Dialogs(root, () => this.sheetUrl());
    this.buildViews();
    this.bindTools();
    this.keyboard = new Keyboard(this.keyActs());
  }

  start() {
    this.takeMessages();
    this.keyboard.listen();
    this.socket.start();
    setInterval(() => this.tick(), TICK);
  }

  /** What the site says on opening the page is a notice like any other, and goes away as one. */
  takeMessages() {
    const messages = document.querySelector(".messages");
    this.notice.say([...(messages?.querySelectorAll("li") ?? [])].map((item) => item.textContent).join(" "));
    messages?.remove();
  }

  buildViews() {
    const { root } = this;
    const state = () => this.state;
    const explain = (/** @type {string} */ text) => this.notice.say(text);
    const peek = /** @type {HTMLButtonElement} */ (part(root, "peek"));
    this.trick = new TrickView(part(root, "trick"), peek);
    this.seats = new SeatsView(root, { sit: (seat) => this.request("sit", { position: String(seat) }), state });
    this.hand = new HandView(part(root, "hand"), { play: (card) => this.act(card), explain, state });
    this.scores = new ScoresView(part(root, "scores"), part(root, "contract"));
    this.panel = new PanelView(part(root, "panel"), {
      call: (text) => this.act(text),
      explain,
      state,
      stand: () => this.request("stand"),
      bots: () => this.request("bots"),
      start: () => this.request("start"),
      rematch: () => this.request("rematch"),
      sheet: () => this.dialogs.open("sheet"),
      lobby: () => location.assign(root.dataset.urlLobby ?? "/"),
      copyLink: () => this.copyLink(),
    });
  }

  bindTools() {
    const { root } = this;
    part(root, "trick").addEventListener("click", () => this.pacer.flush());
    part(root, "copy-link").addEventListener("click", () => this.copyLink());
    part(root, "leave").addEventListener("click", () => this.dialogs.open("leave"));
    part(root, "leave-for-good").addEventListener("click", () => this.request("leave"));
  }

  /** @param {Frame} frame */
  receive(frame) {
    const before = this.state;
    if (frame.type !== "pong") this.lastFrame = Date.now();
    this.state = reduce(before, frame);
    if (this.isJump(frame, before)) this.pacer.jump(this.state);
    else this.pacer.push(this.state);
    if (frame.type === "observation") this.sendPending();
    if (this.state.refusal !== before.refusal && this.state.refusal !== null) this.notice.say(this.state.refusal.text);
    if (this.state.needsSync) this.sync();
  }

  /** Whether a frame replaces what is on the screen instead of following from it. @param {Frame} frame @param {import("./state.js").State} before */
  isJump(frame, before) {
    if (frame.type !== "observation") return false;
    return this.state.match !== before.match || this.state.version !== before.version;
  }

  /** Asks for the whole, though not more often than it can be answered. */
  sync() {
    const wait = this.lastSync + SYNC_SPACING - Date.now();
    if (wait > 0) {
      clearTimeout(this.syncTimer);
      this.syncTimer = setTimeout(() => this.state.needsSync && this.sync(), wait);
      return;
    }
    if (!this.socket.send({ type: "sync" })) return;
    this.lastSync = Date.now();
    this.receive({ type: "asked" });
  }

  /** A card, a call or a trump: sent once, and sent again under the same name until it is answered. @param {string} move */
  act(move) {
    if (!mayAct(this.state) || this.state.match === null) {
      this.notice.say(explainWait(this.state) ?? "");
      return;
    }
    const { match, version } = this.state;
    this.notice.hide();
    this.receive({ type: "sent", pending: { match, version, move, client_id: newId() } });
    this.sendPending();
    this.pacer.flush();
  }

  sendPending() {
    if (this.state.pending !== null) this.socket.send({ type: "move", ...this.state.pending });
  }

  /** @param {"sit"|"stand"|"bots"|"start"|"leave"|"return"|"rematch"} action @param {Record<string, string>} [fields] */
  async request(action, fields) {
    const url = this.root.dataset[`url${action.charAt(0).toUpperCase()}${action.slice(1)}`] ?? "";
    const answer = await post(url, fields);
    if (!answer.ok) this.notice.say(answer.text);
    // Also where it is this page: a visitor who sat down is a guest now, and needs page and socket as that guest.
    else if (answer.redirect) location.assign(answer.redirect);
    else if (action === "leave") location.assign(this.root.dataset.urlLobby ?? "/");
    else this.socket.send({ type: "sync" });
  }

  async copyLink() {
    const link = new URL(this.state.table?.link ?? location.pathname, location.href).href;
    try {
      await navigator.clipboard.writeText(link);
      this.notice.say(gettext("The link is copied: send it to your friends."));
    } catch {
      // Without leave to write to the clipboard the link is shown, to be copied by hand.
      this.notice.say(link);
    }
  }

  sheetUrl() {
    const { match } = this.state;
    return match === null ? null : (this.root.dataset.urlSheet ?? "").replace("MATCH", match);
  }

  /** @param {Shown} shown */
  show(shown) {
    this.scores?.render(shown);
    this.seats?.render(shown);
    this.trick?.render(shown);
    this.hand?.render(shown);
    this.panel?.render(shown);
    this.announcer.render(shown);
    this.showFrame(shown);
  }

  /** What surrounds the game: prompt, tools, connection, title. @param {Shown} shown */
  showFrame({ state }) {
    const { root } = this;
    const turn = turnSentence(state);
    document.title = turn === null ? this.title : `● ${turn} ${this.title}`;
    root.classList.toggle("table--own-turn", turn !== null);
    root.classList.toggle("table--watching", state.you !== null && state.you.seat === null && state.hand !== null);
    // Where no cards will come soon, their room goes to the table.
    root.classList.toggle("table--bare", state.result !== null || (state.hand === null && state.table?.status === "waiting"));
    this.showPrompt(turn);
    const sheet = root.querySelector('.tool[data-opens="sheet"]');
    if (sheet instanceof HTMLButtonElement) sheet.disabled = state.match === null;
    part(root, "leave").hidden = state.you?.seat == null;
    const line = part(root, "connection");
    line.hidden = state.connection === "open" || state.connection === "connecting";
    line.textContent = line.hidden ? "" : lineText(state.connection);
    if (state.table !== null) {
      part(root, "about").textContent = [variantName(state.table.variant), ...tableFacts(state.table)].join(" · ");
    }
  }

  /** @param {string|null} turn */
  showPrompt(turn) {
    const prompt = part(this.root, "prompt");
    const { you } = this.state;
    const kind = you?.held_by_bot ? "back" : you !== null && you.seat === null ? "watching" : turn === null ? "" : "turn";
    if (prompt.dataset.kind === kind) return;
    prompt.dataset.kind = kind;
    if (kind === "back") {
      prompt.replaceChildren(button(gettext("I’m back"), "button button--primary own__back", () => this.request("return")));
    } else {
      prompt.replaceChildren(promptText(kind));
    }
  }

  tick() {
    this.seats?.tick();
    const now = Date.now();
    const quiet = now - Math.max(this.lastFrame, this.lastSync);
    if (shouldAsk(this.state, quiet, now)) this.sync();
  }

  /** @returns {import("./keyboard.js").KeyActs} */
  keyActs() {
    return {
      move: (step, key) => this.moveFocus(step, key),
      call: (call) => this.keyCall(call),
      number: (tricks) => {
        if (this.state.options.egyptian === true) this.panel?.choose(tricks);
        else this.panel?.tryCall(String(tricks));
      },
      phase: () => {
        if (!mayAct(this.state)) return null;
        return this.state.phase === "auction" && this.panel?.level ? "bid_suit" : this.state.phase;
      },
      lettersOn: () => preference("shortcuts"),
      blocked: () => this.dialogs.isAnyOpen,
      tool: (name) => this.useTool(name),
    };
  }

  /** @param {string} call */
  keyCall(call) {
    const suit = call.length <= 2 && this.state.phase === "auction" && this.panel?.level;
    this.panel?.tryCall(suit ? `${suit}${call}` : call);
  }

  /** Cards lie left to right in every language; calls follow the page's direction. @param {-1|1} step @param {string} key */
  moveFocus(step, key) {
    const inHand = part(this.root, "hand").contains(document.activeElement);
    const rightToLeft = getComputedStyle(this.root).direction === "rtl";
    const along = (key === "ArrowRight") !== rightToLeft ? 1 : -1;
    const first = inHand || this.state.phase === "play" ? "hand" : "panel";
    if (first === "hand") return this.hand?.move(step) ?? false;
    return this.panel?.move(along) || (this.hand?.move(step) ?? false);
  }

  /** @param {"peek"|"sheet"|"help"|"tell"} name */
  useTool(name) {
    if (name === "peek") this.trick?.peek();
    else if (name === "tell") this.announcer.say(tableSentence(this.state, this.ownCards()));
    else if (name === "help" || this.state.match !== null) this.dialogs.open(name);
  }

  ownCards() {
    const { hand } = this.state;
    return hand?.cards ? sortHand(hand.cards, hand.trump) : [];
  }
}

/** @param {string} kind */
function promptText(kind) {
  if (kind === "watching") return gettext("You are watching.");
  return kind === "turn" ? gettext("Your turn") : "";
}

/** @param {string} connection */
function lineText(connection) {
  return connection === "ended"
    ? gettext("The connection has ended. Load the page again to come back.")
    : gettext("Connection lost. Reconnecting …");
}

/** A name for a move that no other has; it works on pages without https too. */
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const root = document.getElementById("table");
if (root !== null) new TablePage(root).start();
