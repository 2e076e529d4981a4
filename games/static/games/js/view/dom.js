/** Small helpers to build elements; styles are set by classes only, as the site's policy wants. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {string} tag
 * @param {Record<string, string|boolean|null>} [attributes] false and null leave one out, true sets it empty
 * @param {(Node|string|null)[]} children
 * @returns {HTMLElement}
 */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false && value !== null) node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null));
  return node;
}

/** @param {string} symbol an id of the sprite @param {string} className */
export function sign(symbol, className) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", className);
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${symbol}`);
  svg.append(use);
  return svg;
}

/** A suit's sign in its colour. @param {string} suit a letter or NT */
export function suitSign(suit) {
  return sign(`suit-${suit}`, `pip pip--${suit}`);
}

/** A button with words on it. @param {string} text @param {string} className @param {() => void} press */
export function button(text, className, press) {
  const node = el("button", { type: "button", class: className }, text);
  node.addEventListener("click", press);
  return node;
}

/** What a sighted player sees drawn, for those who hear it. @param {string} text */
export function spoken(text) {
  return el("span", { class: "visually-hidden" }, text);
}

/** @param {ParentNode} root @param {string} name @returns {HTMLElement} */
export function part(root, name) {
  const node = root.querySelector(`[data-part="${name}"]`);
  if (!(node instanceof HTMLElement)) throw new Error(`the page has no part ${name}`);
  return node;
}
