/** What is asked of the site outside the socket: sitting down, starting, leaving. */

import { gettext } from "./i18n.js";

/** @typedef {{ok: true, redirect?: string} | {ok: false, text: string, code?: string}} Answer */

/** The site's form token, from the form that the page carries. */
function token() {
  const field = document.querySelector("input[name=csrfmiddlewaretoken]");
  return field instanceof HTMLInputElement ? field.value : "";
}

/**
 * @param {string} url
 * @param {Record<string, string>} [fields]
 * @returns {Promise<Answer>} a refusal carries the server's sentence; nothing is thrown
 */
export async function post(url, fields = {}) {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { Accept: "application/json", "X-CSRFToken": token() },
      body: new URLSearchParams(fields),
    });
    const isAnswer = response.headers.get("Content-Type")?.startsWith("application/json");
    if (!isAnswer && response.status === 403) {
      // Refused before it reached the table: the page's form token is that of another login.
      return { ok: false, text: gettext("This page is out of date. Load it again, then try once more.") };
    }
    const body = isAnswer ? await response.json() : {};
    if (response.ok && body.ok) return body;
    const text = body.text ?? gettext("The server did not take this. Please try again.");
    return body.code === undefined ? { ok: false, text } : { ok: false, text, code: body.code };
  } catch {
    return { ok: false, text: gettext("The server could not be reached. Please try again.") };
  }
}

/** @param {string} url @returns {Promise<string|null>} a part of a page, or null when it could not be had */
export async function loadFragment(url) {
  try {
    const response = await fetch(url, { headers: { Accept: "text/html" } });
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  }
}
