/** What is said: to everyone in a notice that goes away, to a screen reader in a polite log, one sentence an event. */

import { seatNews } from "../occupants.js";
import { eventSentence, turnSentence } from "../sentences.js";
import { unseatedText } from "../waiting_texts.js";
import { el } from "./dom.js";

/** @typedef {import("../pacer.js").Shown} Shown */

const NOTICE_TIME = 5_000;
/** More than a whole hand has, so that it can be read again. */
const SENTENCES_KEPT = 120;

export class Notice {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    root.addEventListener("click", () => this.hide());
  }

  /** @param {string} text */
  say(text) {
    if (text === "") return;
    clearTimeout(this.timer);
    this.root.textContent = text;
    this.root.hidden = false;
    this.timer = setTimeout(() => this.hide(), NOTICE_TIME);
  }

  hide() {
    this.root.hidden = true;
    this.root.textContent = "";
  }
}

export class Announcer {
  /** @param {HTMLElement} root a polite live region @param {(text: string) => void} notify says it to everyone */
  constructor(root, notify) {
    this.root = root;
    this.notify = notify;
    /** @type {import("../protocol.js").Table|null} the table as it was last told of */
    this.table = null;
    /** @type {import("../people.js").Unseated|null} how one's own seat was lost, as last told */
    this.unseated = null;
    /** @type {string|null} the turn that was last announced */
    this.turn = null;
  }

  /** @param {Shown} shown */
  render({ state, news }) {
    for (const { text, loud } of seatNews(this.table, state.table, state.you?.user ?? null)) {
      if (loud) this.notify(text);
      else this.say(text);
    }
    this.table = state.table;
    if (state.unseated !== null && this.unseated === null) this.notify(unseatedText(state) ?? "");
    this.unseated = state.unseated;
    for (const event of news) {
      const isLoud = event.type === "time_ran_out" && event.seat === state.you?.seat;
      if (isLoud) this.notify(eventSentence(event, state) ?? "");
      else this.say(eventSentence(event, state));
    }
    const sentence = turnSentence(state);
    const turn = sentence === null ? null : `${state.match}/${state.version}`;
    if (turn !== this.turn) this.say(sentence);
    this.turn = turn;
  }

  /** @param {string|null} sentence */
  say(sentence) {
    if (sentence === null) return;
    this.root.append(el("p", {}, sentence));
    while (this.root.childElementCount > SENTENCES_KEPT) this.root.firstElementChild?.remove();
  }
}
