/** Django's JavaScriptCatalog where there is one; outside a page (in tests) the English itself. */

/** @returns {any} */
const catalog = () => /** @type {any} */ (globalThis).django ?? {};

/** @param {string} text */
export function gettext(text) {
  const translate = catalog().gettext;
  return translate ? translate(text) : text;
}

/** @param {string} context @param {string} text */
export function pgettext(context, text) {
  const translate = catalog().pgettext;
  return translate ? translate(context, text) : text;
}

/** @param {string} one @param {string} many @param {number} count */
export function ngettext(one, many, count) {
  const translate = catalog().ngettext;
  if (translate) return translate(one, many, count);
  return count === 1 ? one : many;
}

/**
 * Fills the named places of a translated sentence: fill("%(name)s passes", {name: "Alia"}).
 * @param {string} sentence
 * @param {Record<string, string|number>} values
 */
export function fill(sentence, values) {
  return sentence.replace(/%\((\w+)\)s/g, (place, name) => (name in values ? String(values[name]) : place));
}

/** A number as it is shown: a true minus sign, so that it is read and set as one figure. @param {number} value */
export function figure(value) {
  return value < 0 ? `\u2212${Math.abs(value)}` : String(value);
}
