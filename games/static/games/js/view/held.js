/** Over one's own cards while a bot plays them: why, and the way back. */

import { gettext } from "../i18n.js";
import { heldReason } from "../occupants.js";
import { button, el } from "./dom.js";

export class HeldView {
  /** @param {HTMLElement} root @param {() => void} takeBack */
  constructor(root, takeBack) {
    this.root = root;
    this.text = el("p", { class: "held__text" });
    root.replaceChildren(this.text, button(gettext("Take my seat back"), "button held__back", takeBack));
  }

  /** @param {import("../pacer.js").Shown} shown */
  render({ state }) {
    const isHeld = state.you?.held_by_bot === true && state.table?.status === "playing";
    if (this.root.hidden === !isHeld) return;
    this.root.hidden = !isHeld;
    this.text.textContent = isHeld && state.table !== null ? heldReason(state.table) : "";
  }
}
