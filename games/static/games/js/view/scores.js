/** The bar above the table: running scores by team, the trump, the contract and its declarer. */

import { figure, fill, gettext, listed } from "../i18n.js";
import { callName, cardName, parseBid, suitName } from "../notation.js";
import { seatName, teamName, teamScore } from "../seating.js";
import { cardFace } from "./cards.js";
import { el, spoken, suitSign } from "./dom.js";
import { targetText } from "./outcome.js";

/** @typedef {import("../pacer.js").Shown} Shown */
/** @typedef {import("../state.js").State} State */

export class ScoresView {
  /** @param {HTMLElement} scores @param {HTMLElement} contract */
  constructor(scores, contract) {
    this.scores = scores;
    this.contract = contract;
  }

  /** @param {Shown} shown */
  render({ state }) {
    if (state.match === null) {
      this.scores.replaceChildren();
      this.contract.replaceChildren();
      return;
    }
    this.scores.replaceChildren(...scoreChips(state));
    this.contract.replaceChildren(...contractParts(state));
  }
}

/** @param {State} state */
function scoreChips(state) {
  const viewer = state.you?.seat ?? null;
  const first = viewer === null ? 0 : viewer % 2;
  const chips = [first, 1 - first].map((team, place) =>
    el(
      "span",
      { class: `chip chip--${place === 0 ? "us" : "them"}`, "data-team": String(team) },
      el("span", { class: "chip__name" }, el("bdi", {}, teamName(state.table, team, viewer))),
      " ",
      el("span", { class: "chip__score figure" }, figure(teamScore(state.scores, team))),
    ),
  );
  return [...chips, el("span", { class: "bar__target" }, targetText(state))];
}

/** @param {State} state @returns {HTMLElement[]} */
function contractParts(state) {
  const { hand } = state;
  if (hand === null) return [];
  const parts = [];
  if (hand.contract !== null && hand.declarer !== null) parts.push(contractText(state, hand));
  if (hand.revealed !== null) parts.push(revealedCard(hand.revealed));
  if (hand.trump !== null) parts.push(trumpBadge(hand.trump));
  return parts;
}

/** @param {State} state @param {import("../protocol.js").Hand} hand */
function contractText(state, hand) {
  const contract = /** @type {string} */ (hand.contract);
  const name = seatName(state.table, /** @type {number} */ (hand.declarer));
  // Translators: who plays which contract, for example "Alia: 8 hearts"
  const aloud = fill(gettext("%(name)s: %(contract)s"), { name, contract: callName(contract) });
  const shown = el(
    "span",
    { class: "bar__declarer", "aria-hidden": "true" },
    el("bdi", { class: "bar__name" }, name),
    el(
      "strong",
      { class: "bar__bid figure" },
      String(parseBid(contract)?.tricks ?? contract),
      hand.doubled ? el("span", { class: "bar__doubled" }, "×2") : null,
    ),
  );
  return el("span", { class: "bar__part" }, shown, spoken(hand.doubled ? listed([aloud, gettext("doubled")]) : aloud));
}

/** @param {string} card */
function revealedCard(card) {
  const node = el("span", { class: "bar__revealed" }, cardFace(card, "div"));
  // Translators: the dealer's card that is shown to all and decides the trump; in Arabic الورقة المكشوفة
  node.title = fill(gettext("Revealed card: %(card)s"), { card: cardName(card) });
  return node;
}

/** @param {string} trump */
function trumpBadge(trump) {
  // Translators: the trump of the hand; in Arabic الطرنيب
  const text = fill(gettext("Tarneeb (trump): %(suit)s."), { suit: suitName(trump) });
  // Translators: the word above the trump's sign; in Arabic طرنيب
  const label = el("span", { class: "trump__label", "aria-hidden": "true" }, gettext("Tarneeb"));
  const node = el("span", { class: "trump", "data-trump": trump }, label, suitSign(trump), spoken(text));
  node.title = text;
  return node;
}
