/** Small choices of this device, kept in the browser: they are a convenience, so a browser that keeps nothing is fine. */

/** @typedef {"four-colours"|"shortcuts"} Preference */

/** @type {Record<Preference, boolean>} */
const DEFAULTS = { "four-colours": false, shortcuts: true };

/** @param {Preference} name */
export function preference(name) {
  try {
    const kept = localStorage.getItem(`table.${name}`);
    return kept === null ? DEFAULTS[name] : kept === "on";
  } catch {
    return DEFAULTS[name];
  }
}

/** @param {Preference} name @param {boolean} value */
export function keepPreference(name, value) {
  try {
    localStorage.setItem(`table.${name}`, value ? "on" : "off");
  } catch {
    // Private windows may refuse storage; the choice then lasts as long as the page.
  }
}
