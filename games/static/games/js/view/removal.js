/** Asks the owner before a person is removed: the safe answer has the focus, the other wakes up a moment later. */

import { fill, gettext } from "../i18n.js";
import { seatName } from "../seating.js";
import { removable } from "../waiting_texts.js";
import { part } from "./dom.js";

/** So long a second press of the button that opened the question cannot answer it. */
const ASLEEP = 700;

export class Removal {
  /** @param {HTMLDialogElement} dialog @param {(seat: number) => void} remove */
  constructor(dialog, remove) {
    this.dialog = dialog;
    this.remove = remove;
    /** @type {{seat: number, user: string|null}|null} whom the question is about */
    this.about = null;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    this.yes = /** @type {HTMLButtonElement} */ (part(dialog, "remove-person"));
    this.yes.addEventListener("click", () => this.confirmed());
    dialog.addEventListener("close", () => {
      this.about = null;
    });
  }

  /** @param {import("../state.js").State} state @param {number} seat */
  ask(state, seat) {
    this.about = { seat, user: state.table?.seats[seat].user ?? null };
    part(this.dialog, "remove-title").textContent = fill(gettext("Remove %(name)s from the table?"), {
      name: seatName(state.table, seat),
    });
    this.yes.disabled = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.yes.disabled = false;
    }, ASLEEP);
    this.dialog.showModal();
  }

  /** The question falls away where its person is ready now, or gone. @param {import("../state.js").State} state */
  render(state) {
    const { about } = this;
    if (about === null) return;
    if (!removable(state).some((row) => row.position === about.seat && row.user === about.user)) this.dialog.close();
  }

  confirmed() {
    const { about } = this;
    this.dialog.close();
    if (about !== null) this.remove(about.seat);
  }
}
