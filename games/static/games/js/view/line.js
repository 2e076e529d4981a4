/** The banner about the connection: what is wrong, the seconds to the next try, and the button that helps. */

import { fill, gettext } from "../i18n.js";
import { lineNote } from "../line.js";
import { button, el } from "./dom.js";

/** @typedef {import("../line.js").LineAct} LineAct */
/** @typedef {{act: (act: LineAct) => void, say: (text: string) => void, restored: () => void, guest: boolean}} LineActs */

export class LineView {
  /** @param {HTMLElement} root @param {LineActs} acts */
  constructor(root, acts) {
    this.root = root;
    this.acts = acts;
    /** @type {string|null} the note that is shown */
    this.key = null;
    this.text = el("span", { class: "line-state__text" });
    // The seconds are for the eye: a screen reader would say each of them.
    this.seconds = el("span", { class: "line-state__seconds figure", "aria-hidden": "true" });
    this.button = button("", "button line-state__button", () => this.pressed());
    root.replaceChildren(el("span", { class: "line-state__words" }, this.text, this.seconds), this.button);
    /** @type {LineAct|null} */
    this.act = null;
  }

  /** @param {import("../state.js").State} state @param {number} silence @param {number} now */
  render(state, silence, now) {
    const note = lineNote(state, silence, now, this.acts.guest);
    if (note === null) {
      this.clear(state);
      return;
    }
    const left = note.retryAt === null ? 0 : Math.ceil((note.retryAt - now) / 1000);
    // While a try is made there is nothing to press and nothing to count.
    this.act = note.act === "retry" && left <= 0 ? null : note.act;
    this.seconds.textContent = left > 0 ? fill(gettext("next try in %(seconds)s s"), { seconds: left }) : "";
    this.button.hidden = this.act === null;
    if (note.key === this.key) return;
    this.key = note.key;
    this.root.hidden = false;
    this.root.dataset.note = note.key;
    this.text.textContent = note.text;
    this.acts.say(note.text);
    this.button.textContent = note.act === null ? "" : actText(note.act);
  }

  /** @param {import("../state.js").State} state */
  clear(state) {
    if (this.key === null) return;
    if (this.key === "lost" && state.connection === "open") this.acts.restored();
    this.key = null;
    this.root.hidden = true;
    this.text.textContent = "";
  }

  pressed() {
    if (this.act !== null) this.acts.act(this.act);
  }
}

/** @param {LineAct} act */
function actText(act) {
  switch (act) {
    case "retry": return gettext("Try now");
    case "login": return gettext("Log in");
    case "lobby": return gettext("To the tables");
    default: return gettext("Load again");
  }
}
