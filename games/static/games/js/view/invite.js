/** Inviting by link: copied, handed to the device's own way of sharing, or shown to be copied by hand. */

import { gettext } from "../i18n.js";
import { part } from "./dom.js";

const COPIED_FOR = 4_000;

/** Whether this browser hands links on to other programs. */
export const mayShare = () => typeof navigator.share === "function";

export class Invite {
  /**
   * @param {HTMLElement} root
   * @param {{link: () => string, say: (text: string) => void, open: () => void, changed: () => void}} acts
   */
  constructor(root, acts) {
    this.acts = acts;
    this.field = /** @type {HTMLInputElement} */ (part(root, "link"));
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    this.copied = false;
    this.field.addEventListener("focus", () => this.field.select());
    const share = part(root, "share");
    share.hidden = !mayShare();
    share.addEventListener("click", () => this.share());
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(this.acts.link());
    } catch {
      this.show();
      return;
    }
    this.acts.say(gettext("The link is copied: send it to your friends."));
    this.copied = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.forget(), COPIED_FOR);
    this.acts.changed();
  }

  forget() {
    this.copied = false;
    this.acts.changed();
  }

  async share() {
    const url = this.acts.link();
    try {
      await navigator.share({ title: document.title, text: gettext("Come and play Tarneeb with me:"), url });
    } catch (error) {
      // Who closes the device's own sheet knows that nothing was sent.
      if (!(error instanceof DOMException && error.name === "AbortError")) this.show();
    }
  }

  /** Without leave to write to the clipboard the link is shown, to be copied by hand. */
  show() {
    this.field.value = this.acts.link();
    this.acts.open();
    this.field.focus();
    this.field.select();
  }
}
