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

const PLACES = /%\((\w+)\)s/g;
const RIGHT_TO_LEFT = /\p{Script=Arabic}/u;
const LEFT_TO_RIGHT = /[\p{Script=Latin}\u2212]/u;

/**
 * Fills the named places of a translated sentence: fill("%(name)s passes", {name: "Alia"}). Where Arabic and Latin
 * letters meet, each value stands in a pair of isolating marks: a Latin name or a minus sign in an Arabic
 * sentence, or an Arabic name in an English one, would otherwise change places with what is beside it.
 * Several values for one place are listed, each by itself.
 * @param {string} sentence
 * @param {Record<string, string|number|string[]>} values
 */
export function fill(sentence, values) {
  const text = [sentence.replace(PLACES, ""), ...Object.values(values).flat()].join(" ");
  const isolates = RIGHT_TO_LEFT.test(text) && LEFT_TO_RIGHT.test(text);
  return sentence.replace(PLACES, (place, name) => {
    if (!(name in values)) return place;
    return listed([values[name]].flat().map((value) => (isolates ? `\u2068${value}\u2069` : String(value))));
  });
}

/** Several things one after the other: "Alia, Basim". @param {string[]} texts */
export function listed(texts) {
  // Translators: what stands between the parts of a list; in Arabic "، "
  return texts.join(gettext(", "));
}

/** A number as it is shown: a true minus sign, so that it is read and set as one figure. @param {number} value */
export function figure(value) {
  return value < 0 ? `\u2212${Math.abs(value)}` : String(value);
}
