/** The dialogs of the page: menu, help, score sheet, leaving. */

import { loadFragment } from "../actions.js";
import { gettext } from "../i18n.js";
import { keepPreference, preference } from "../preferences.js";
import { el, part } from "./dom.js";

/** @typedef {import("../preferences.js").Preference} Preference */

export class Dialogs {
  /** @param {HTMLElement} root @param {() => string|null} sheetUrl */
  constructor(root, sheetUrl) {
    this.root = root;
    this.sheetUrl = sheetUrl;
    root.addEventListener("click", (event) => this.pressed(event));
    for (const box of root.querySelectorAll("[data-preference]")) this.bindPreference(/** @type {HTMLInputElement} */ (box));
  }

  /** @param {string} name */
  get(name) {
    return /** @type {HTMLDialogElement} */ (this.root.querySelector(`[data-dialog="${name}"]`));
  }

  get isAnyOpen() {
    return this.root.querySelector("dialog[open]") !== null;
  }

  close() {
    for (const dialog of this.root.querySelectorAll("dialog[open]")) /** @type {HTMLDialogElement} */ (dialog).close();
  }

  /** @param {string} name */
  open(name) {
    this.close();
    this.get(name).showModal();
    if (name === "sheet") void this.loadSheet();
  }

  async loadSheet() {
    const body = part(this.root, "sheet");
    const url = this.sheetUrl();
    if (url === null) return;
    body.replaceChildren(el("p", {}, gettext("Loading …")));
    const html = await loadFragment(url);
    if (html === null) {
      body.replaceChildren(el("p", {}, gettext("The score sheet could not be loaded. Please try again.")));
      return;
    }
    const parsed = new DOMParser().parseFromString(html, "text/html");
    body.replaceChildren(...parsed.body.childNodes);
  }

  /** @param {Event} event */
  pressed(event) {
    if (!(event.target instanceof Element)) return;
    const opener = event.target.closest("[data-opens]");
    if (opener !== null) this.open(opener.getAttribute("data-opens") ?? "");
    const dialog = event.target.closest("dialog");
    // A click on the backdrop counts as one on the dialog itself.
    if (event.target.closest("[data-closes]") !== null || event.target === dialog) dialog?.close();
  }

  /** @param {HTMLInputElement} box */
  bindPreference(box) {
    const name = /** @type {Preference} */ (box.getAttribute("data-preference"));
    box.checked = preference(name);
    this.root.classList.toggle(`table--${name}`, box.checked);
    box.addEventListener("change", () => {
      keepPreference(name, box.checked);
      this.root.classList.toggle(`table--${name}`, box.checked);
    });
  }
}
