/** The calls of an auction as buttons, and the suits to name a trump. */

import { explainCall } from "../explain.js";
import { fill, gettext } from "../i18n.js";
import { callName, parseBid, suitName } from "../notation.js";
import { seatName } from "../seating.js";
import { el, spoken, suitSign } from "./dom.js";

/** @typedef {import("../state.js").State} State */

/** The order in which equal bids rank where a bid names its suit. */
const EGYPTIAN_SUITS = ["C", "S", "H", "D"];
const TRUMP_SUITS = ["S", "H", "D", "C"];
const ALL_TRICKS = 13;

/** @param {number} first @param {number} last */
const range = (first, last) => Array.from({ length: last - first + 1 }, (_, step) => first + step);

/** The bids of a table as numbers. @param {State} state */
export function bidNumbers(state) {
  return state.variant === "tarneeb" ? range(7, ALL_TRICKS) : range(2, ALL_TRICKS);
}

/** The number whose suits are offered: the one that was chosen, else the lowest that is open. @param {State} state @param {number} tricks @param {number|null} level */
export function levelOf(state, tricks, level) {
  const open = state.legal.map(parseBid).filter((bid) => bid !== null);
  if (level !== null && open.some((bid) => bid.tricks === level)) return level;
  return open.length > 0 ? Math.min(...open.map((bid) => bid.tricks)) : tricks;
}

/** @param {State} state @param {number|null} level the number chosen where a bid also names a suit */
export function auctionPanel(state, level) {
  const title = el("p", { class: "panel__title" }, gettext("Your bid"), el("span", { class: "panel__note" }, highNote(state)));
  if (state.options.egyptian === true) return [title, ...egyptianPad(state, levelOf(state, 7, level))];
  const calls = bidNumbers(state).map(String);
  if (state.variant === "tarneeb") calls.push("pass");
  const shape = state.variant === "tarneeb" ? "pad--auction" : "pad--bids";
  return [title, el("div", { class: `pad ${shape}` }, ...calls.map((call) => callButton(state, call)))];
}

/** @param {State} state @param {number} level */
function egyptianPad(state, level) {
  const numbers = bidNumbers(state).map((tricks) => {
    const open = state.legal.some((call) => parseBid(call)?.tricks === tricks);
    return el(
      "button",
      {
        type: "button",
        class: "call",
        "data-level": String(tricks),
        "aria-pressed": String(tricks === level),
        "aria-disabled": String(!open),
      },
      String(tricks),
    );
  });
  const suits = state.options.no_trump === true ? [...EGYPTIAN_SUITS, "NT"] : EGYPTIAN_SUITS;
  return [
    el("div", { class: "pad pad--levels" }, ...numbers),
    el("div", { class: "pad pad--row" }, ...suits.map((suit) => callButton(state, `${level}${suit}`))),
    el("div", { class: "pad pad--row" }, callButton(state, "pass"), callButton(state, "double")),
  ];
}

/** @param {State} state */
export function trumpPanel(state) {
  // Translators: the title above the suits when the highest bidder names the trump (tarneeb)
  const title = el("p", { class: "panel__title" }, gettext("Name the tarneeb (trump)"));
  const suits = state.options.no_trump === true ? [...TRUMP_SUITS, "NT"] : TRUMP_SUITS;
  return [title, el("div", { class: "pad pad--row" }, ...suits.map((suit) => trumpButton(state, suit)))];
}

/** @param {State} state @param {string} call */
function callButton(state, call) {
  const node = el("button", {
    type: "button",
    class: call === "pass" || call === "double" ? "call call--word" : "call",
    "data-call": call,
    "aria-disabled": String(!state.legal.includes(call)),
  });
  const bid = parseBid(call);
  if (bid?.trump) {
    node.append(el("span", { "aria-hidden": "true" }, String(bid.tricks)), suitSign(bid.trump), spoken(callName(call)));
  } else {
    node.append(callName(call));
  }
  return node;
}

/** @param {State} state @param {string} suit */
function trumpButton(state, suit) {
  return el(
    "button",
    { type: "button", class: "call call--trump", "data-call": suit, "aria-disabled": String(!state.legal.includes(suit)) },
    suitSign(suit),
    el("span", { class: "call__name" }, suitName(suit)),
  );
}

/** @param {State} state */
function highNote(state) {
  const high = state.hand?.calls.findLast(([, call]) => parseBid(call) !== null);
  if (high === undefined || state.variant !== "tarneeb") return "";
  return fill(gettext("highest: %(bid)s, %(name)s"), { bid: callName(high[1]), name: seatName(state.table, high[0]) });
}

/** What somebody else is thinking about, or an empty text. @param {State} state */
export function waitingText(state) {
  if (state.turn === null) return "";
  const name = seatName(state.table, state.turn);
  if (state.phase === "auction") return fill(gettext("%(name)s is bidding …"), { name });
  // Translators: tarneeb is the trump suit
  if (state.phase === "naming_trump") return fill(gettext("%(name)s is naming the tarneeb (trump) …"), { name });
  return "";
}

/** Why a call cannot be made, or null when it can. @param {State} state @param {string} call */
export function whyNot(state, call) {
  return state.legal.includes(call) ? null : explainCall(state, call);
}
