/** A card's face and back, as elements. */

import { cardName, parseCard } from "../notation.js";
import { el, sign } from "./dom.js";

const COURTS = new Set(["K", "Q", "J"]);

/**
 * @param {string} text
 * @param {"button"|"div"} tag a button is to be played, a div to be looked at
 */
export function cardFace(text, tag) {
  const { suit, rank } = parseCard(text);
  const node = el(tag, { class: `card card--${suit}`, "data-card": text });
  if (tag === "button") {
    node.setAttribute("type", "button");
    node.setAttribute("aria-label", cardName(text));
  } else {
    node.setAttribute("role", "img");
    node.setAttribute("aria-label", cardName(text));
  }
  node.append(corner(rank, suit, "card__corner"), art(rank, suit));
  return node;
}

/** @param {string} rank @param {string} suit @param {string} className */
function corner(rank, suit, className) {
  const figure = el("span", { class: rank === "10" ? "card__rank card__rank--ten" : "card__rank" }, rank);
  return el("span", { class: className, "aria-hidden": "true" }, figure, sign(`suit-${suit}`, "card__pip"));
}

/** @param {string} rank @param {string} suit */
function art(rank, suit) {
  const node = el("span", { class: "card__art", "aria-hidden": "true" });
  if (COURTS.has(rank)) node.append(sign(`court-${rank}`, "card__court"));
  node.append(sign(`suit-${suit}`, COURTS.has(rank) ? "card__suit card__suit--court" : "card__suit"));
  return node;
}

/** A card whose face is nobody's business. */
export function cardBack() {
  return el("span", { class: "card card--back", "aria-hidden": "true" });
}
