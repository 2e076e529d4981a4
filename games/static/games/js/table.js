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
import { el, part, sign, spoken } from "./view/dom.js";
import { HandView } from "./view/hand.js";
import { HeldView } from "./view/held.js";
import { Invite } from "./view/invite.js";
import { LineView } from "./view/line.js";
import { Announcer, Notice } from "./view/notices.js";
import { PanelView } from "./view/panel.js";
import { Removal } from "./view/removal.js";
import { ScoresView } from "./view/scores.js";
import { SeatsView } from "./view/seats.js";
import { TrickView } from "./view/trick.js";
import { absenceText, watchersText } from "./waiting_texts.js";
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
    /** @type {Set<string>} what was asked of the site and is not answered yet */
    this.asking = new Set();
    this.buildViews();
    this.buildPeople();
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
      ready: (ready) => this.request("ready", { ready: ready ? "1" : "0" }),
      askRemoval: (seat) => this.removal?.ask(this.state, seat),
      sheet: () => this.dialogs.open("sheet"),
      lobby: () => this.goTo("lobby"),
      copyLink: () => this.invite?.copy(),
      share: () => this.invite?.share(),
      copied: () => this.invite?.copied ?? false,
    });
  }

  /** What the page has for people besides the game: the line, inviting, removing, one's own seat in a bot's hands. */
  buildPeople() {
    const { root } = this;
    this.line = new LineView(part(root, "connection"), {
      act: (act) => this.mendLine(act),
      say: (text) => this.announcer.say(text),
      guest: root.dataset.guest === "yes",
      restored: () => this.notice.say(gettext("Connected again.")),
    });
    this.held = new HeldView(part(root, "held"), () => this.request("return"));
    this.removal = new Removal(this.dialogs.get("remove"), (seat) => this.request("remove", { position: String(seat) }));
    this.invite = new Invite(root, {
      link: () => new URL(this.state.table?.link ?? location.pathname, location.href).href,
      say: (text) => this.notice.say(text),
      open: () => this.dialogs.open("invite"),
      changed: () => this.panel?.draw(),
    });
  }

  bindTools() {
    const { root } = this;
    part(root, "trick").addEventListener("click", () => this.pacer.flush());
    part(root, "copy-link").addEventListener("click", () => {
      this.dialogs.close();
      void this.invite?.copy();
    });
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

  /** @param {"sit"|"stand"|"bots"|"start"|"leave"|"return"|"ready"|"remove"} action @param {Record<string, string>} [fields] */
  async request(action, fields) {
    // A second press while the first is on its way is not a second wish.
    if (this.asking.has(action)) return;
    this.asking.add(action);
    const url = this.root.dataset[`url${action.charAt(0).toUpperCase()}${action.slice(1)}`] ?? "";
    const answer = await post(url, fields);
    this.asking.delete(action);
    if (!answer.ok && answer.code === "log_in") this.receive({ type: "logged_out" });
    if (!answer.ok) this.notice.say(answer.text);
    // Also where it is this page: a visitor who sat down is a guest now, and needs page and socket as that guest.
    else if (answer.redirect) location.assign(answer.redirect);
    else if (action === "leave") this.goTo("lobby");
    else this.socket.send({ type: "sync" });
  }

  /** @param {"lobby"|"login"} page */
  goTo(page) {
    location.assign(page === "login" ? this.root.dataset.urlLogin ?? "/" : this.root.dataset.urlLobby ?? "/");
  }

  /** @param {import("./line.js").LineAct} act */
  mendLine(act) {
    if (act === "retry") this.socket.hurry();
    else if (act === "reload") location.reload();
    else this.goTo(act);
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
    this.held?.render(shown);
    this.removal?.render(shown.state);
    this.announcer.render(shown);
    this.showFrame(shown);
    this.showPeople(shown.state);
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
    if (state.table !== null) {
      part(root, "about").textContent = [variantName(state.table.variant), ...tableFacts(state.table)].join(" · ");
    }
  }

  /** @param {string|null} turn */
  showPrompt(turn) {
    const { you } = this.state;
    const watching = you !== null && you.seat === null;
    const text = watching ? gettext("You are watching.") : turn === null ? "" : gettext("Your turn");
    const prompt = part(this.root, "prompt");
    if (prompt.textContent !== text) prompt.textContent = text;
  }

  /** How many look on, and who keeps the others waiting. @param {import("./state.js").State} state */
  showPeople(state) {
    const watchers = part(this.root, "watchers");
    const count = state.table?.watchers ?? 0;
    watchers.hidden = count === 0;
    watchers.title = count === 0 ? "" : watchersText(count);
    const figure = el("span", { class: "figure", "aria-hidden": "true" }, String(count));
    watchers.replaceChildren(sign("sign-eye", "sign"), figure, spoken(watchers.title));
    const absence = part(this.root, "absence");
    const text = absenceText(state) ?? "";
    absence.hidden = text === "";
    if (absence.textContent !== text) {
      absence.textContent = text;
      this.announcer.say(text === "" ? null : text);
    }
    // What is known of the others is old while the line is down.
    this.root.classList.toggle("table--offline", state.connection !== "open");
  }

  tick() {
    this.seats?.tick();
    const now = Date.now();
    this.line?.render(this.state, this.socket.silence(now), now);
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

/** A name for a move that no other has; it works on pages without https too. */
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const root = document.getElementById("table");
if (root !== null) new TablePage(root).start();
