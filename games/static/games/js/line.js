/** What the end of a connection means: whether to come back, how soon, and what the player reads. Pure. */

import { gettext } from "./i18n.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {"retry"|"reload"|"login"|"lobby"} LineAct */
/** @typedef {{key: string, text: string, retryAt: number|null, act: LineAct|null}} LineNote key: the same note has the same */

/** A connection that is back within this time was not worth a word. */
const UNNOTICED = 1_000;
/** So long may an answer take before the player is told that it is awaited. */
const SLOW = 2_000;

/**
 * How a connection ended, and what to do about it. `wait`: milliseconds to the next try, null for the usual back-off.
 * Where a login ended (4401) the browser may have another one: after a new password, or a name for a guest.
 * @param {number} code @param {string|null} error the site's last error before the close
 * @returns {{final: boolean, wait: number|null}}
 */
export function advice(code, error) {
  switch (code) {
    case 4400:
    case 4404:
    case 4406:
      return { final: true, wait: null };
    case 4429:
      return { final: false, wait: error === "too_many_connections" ? 20_000 : 5_000 };
    default:
      return { final: false, wait: null };
  }
}

/**
 * What is to be said of the connection, or null when all is well.
 * @param {State} state @param {number} silence milliseconds for which an answer has been awaited
 * @param {number} now this device's time
 * @param {boolean} [guest] the page was opened by a guest, who may have no login to come back with
 * @returns {LineNote|null}
 */
export function lineNote(state, silence, now, guest = false) {
  if (state.connection === "ended") return endNote(state.line.code);
  if (state.connection === "lost") return lostNote(state, now);
  if (state.loginEnded) return loginNote(state, guest);
  if (state.connection === "open" && silence >= SLOW) return note("slow", gettext("The site has not answered yet …"), null);
  return null;
}

/** @param {number|null} code @returns {LineNote} */
function endNote(code) {
  if (code === 4404) return note("gone", gettext("There is no such table any more."), "lobby");
  if (code === 4406) return note("old", gettext("The site is newer than this page. Load the page again to play on."), "reload");
  return note("broken", gettext("The site could not read what this page sent. Load the page again to play on."), "reload");
}

/** @param {State} state @param {number} now @returns {LineNote|null} */
function lostNote({ line }, now) {
  const { retryAt } = line;
  if (line.code === 4429) {
    const text =
      line.error === "too_many_connections"
        ? gettext("You have this site open in too many windows or devices. Close some of them.")
        : gettext("This page sent too much at once and has to pause.");
    return { ...note("many", text, "retry"), retryAt };
  }
  if (now - line.lostAt < UNNOTICED) return null;
  return { ...note("lost", gettext("Reconnecting …"), "retry"), retryAt };
}

/** @param {State} state @param {boolean} guest @returns {LineNote} */
function loginNote(state, guest) {
  const other = state.you !== null && state.you.user !== null && state.you.user !== state.me;
  if (other) return note("other", gettext("In this browser somebody else is logged in now."), "reload");
  if (guest) {
    // Some guests have made themselves a name since the page was opened; the others cannot come back.
    return note("guest", gettext("Your login has ended: now you only watch. With a name and a password you can log in again."), "login");
  }
  return note("login", gettext("Your login has ended. Log in again, and you are back at this table as before."), "login");
}

/** @param {string} key @param {string} text @param {LineAct|null} act @returns {LineNote} */
function note(key, text, act) {
  return { key, text, retryAt: null, act };
}
