/** Keys of the table: arrows to move, digits to bid, letters for the rest (they can be switched off). */

/**
 * @typedef {object} KeyActs
 * @property {(step: -1|1, key: string) => boolean} move
 * @property {(call: string) => void} call
 * @property {(tricks: number) => void} number
 * @property {() => string|null} phase     what the viewer may do now, null for nothing; "bid_suit" when the number
 *   of a bid is chosen and its suit is not
 * @property {() => boolean} lettersOn
 * @property {() => boolean} blocked      a dialog is open
 * @property {(name: "peek"|"sheet"|"help"|"tell") => void} tool
 */

const SECOND_DIGIT_WAIT = 900;
const SUIT_KEYS = /** @type {Record<string, string>} */ ({ s: "S", h: "H", d: "D", c: "C", n: "NT" });
const TOOL_KEYS = /** @type {Record<string, "peek"|"sheet"|"help"|"tell">} */ ({
  l: "peek",
  s: "sheet",
  t: "tell",
  "?": "help",
  "؟": "help",
});
/** By value: what some Arabic keyboards type. */
const ARABIC_DIGITS = "٠١٢٣٤٥٦٧٨٩";

export class Keyboard {
  /** @param {KeyActs} acts */
  constructor(acts) {
    this.acts = acts;
    /** @type {number|null} when a 1 was pressed: 10 to 13 need a second digit */
    this.oneAt = null;
  }

  listen() {
    document.addEventListener("keydown", (event) => {
      if (this.isForUs(event) && this.pressed(event.key, event.code)) event.preventDefault();
    });
  }

  /** @param {KeyboardEvent} event */
  isForUs(event) {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || this.acts.blocked()) return false;
    return !(event.target instanceof Element && event.target.matches("input, textarea, select"));
  }

  /** @param {string} key @param {string} code the place of the key, for keyboards of other scripts */
  pressed(key, code) {
    if (key === "ArrowRight") return this.acts.move(1, key);
    if (key === "ArrowLeft") return this.acts.move(-1, key);
    if (!this.acts.lettersOn()) return false;
    if (/^\d$/.test(key)) return this.digit(Number(key));
    if (/^[٠-٩]$/.test(key)) return this.digit(ARABIC_DIGITS.indexOf(key));
    return this.letter(/^Key[A-Z]$/.test(code) ? code.charAt(3).toLowerCase() : key);
  }

  /** @param {number} digit */
  digit(digit) {
    const phase = this.acts.phase();
    if (phase !== "auction" && phase !== "bid_suit") return false;
    const now = Date.now();
    const tens = this.oneAt !== null && now - this.oneAt < SECOND_DIGIT_WAIT && digit <= 3;
    this.oneAt = !tens && digit === 1 ? now : null;
    if (tens) this.acts.number(10 + digit);
    else if (digit >= 2) this.acts.number(digit);
    return true;
  }

  /** @param {string} letter */
  letter(letter) {
    const phase = this.acts.phase();
    if ((phase === "naming_trump" || phase === "bid_suit") && letter in SUIT_KEYS) {
      this.acts.call(SUIT_KEYS[letter]);
    } else if (phase !== null && letter === "p") {
      this.acts.call("pass");
    } else if (phase !== null && letter === "d") {
      this.acts.call("double");
    } else if (letter in TOOL_KEYS) {
      this.acts.tool(TOOL_KEYS[letter]);
    } else {
      return false;
    }
    return true;
  }
}
