/** The four seats: name, dealer, turn and clock, call, tricks, and in the 41 games the seat's own bid and score. */

import { timeLeft } from "../clock.js";
import { figure, fill, gettext, ngettext, pgettext } from "../i18n.js";
import { callName, parseBid } from "../notation.js";
import { placeOf, seatName, teamOf } from "../seating.js";
import { cardBack } from "./cards.js";
import { button, el, sign, spoken, suitSign } from "./dom.js";

/** @typedef {import("../pacer.js").Shown} Shown */
/** @typedef {import("../state.js").State} State */

const RING_STEPS = 240;

export class SeatsView {
  /** @param {HTMLElement} root @param {{sit: (seat: number) => void, state: () => State}} acts */
  constructor(root, acts) {
    this.acts = acts;
    /** @type {Map<string, HTMLElement>} */
    this.places = new Map();
    for (const node of root.querySelectorAll(".seat[data-place]")) {
      this.places.set(node.getAttribute("data-place") ?? "", /** @type {HTMLElement} */ (node));
    }
    /** @type {State|null} */
    this.state = null;
    /** @type {Map<HTMLElement, string>} */
    this.drawn = new Map();
  }

  /** @param {Shown} shown */
  render({ state }) {
    this.state = state;
    if (state.table === null) return;
    for (const seat of state.table.seats) {
      const place = this.places.get(placeOf(seat.position, state.you?.seat ?? null));
      if (place !== undefined) this.draw(place, seat.position, state);
    }
    this.tick();
  }

  /** @param {HTMLElement} place @param {number} seat @param {State} state */
  draw(place, seat, state) {
    const table = /** @type {import("../protocol.js").Table} */ (state.table);
    const row = table.seats[seat];
    const viewer = state.you?.seat ?? null;
    const turn = state.turn === seat;
    place.classList.toggle("seat--turn", turn);
    place.classList.toggle("seat--us", viewer === null ? teamOf(seat) === 0 : teamOf(seat) === teamOf(viewer));
    place.classList.toggle("seat--empty", row.kind === "empty");
    place.setAttribute("data-seat", String(seat));
    const content = row.kind === "empty" ? this.emptySeat(seat, state) : takenSeat(seat, state);
    if (row.kind === "bot" && this.maySit(state)) content.push(this.sitButton(seat));
    const html = content.map((node) => node.outerHTML).join("");
    // A seat that looks the same is left alone, so that a focused button or a running clock is not torn down.
    if (this.drawn.get(place) === html) return;
    this.drawn.set(place, html);
    place.replaceChildren(...content);
  }

  /** @param {number} seat @param {State} state @returns {HTMLElement[]} */
  emptySeat(seat, state) {
    const free = gettext("Free seat");
    const name = el("span", { class: "seat__name" }, free);
    return state.table?.status === "waiting" ? [name, this.sitButton(seat)] : [name];
  }

  /** A visitor may take a bot's seat while nothing is played. @param {State} state */
  maySit(state) {
    return state.table?.status === "waiting" && state.you?.seat === null;
  }

  /** @param {number} seat */
  sitButton(seat) {
    const sit = button(gettext("Sit here"), "button seat__sit", () => this.acts.sit(seat));
    sit.setAttribute("aria-label", fill(gettext("Sit here (seat %(number)s)"), { number: seat + 1 }));
    return sit;
  }

  /** Moves the clock of whoever is to act. */
  tick() {
    const { state } = this;
    for (const place of this.places.values()) {
      const clock = state?.clock;
      const runs = clock && state && place.getAttribute("data-seat") === String(clock.seat) && state.turn === clock.seat;
      place.classList.toggle("seat--timed", Boolean(runs));
      if (!runs || !clock || !state) continue;
      const { share, seconds, late } = timeLeft(clock, state.skew, Date.now());
      place.style.setProperty("--left", String(Math.round(share * RING_STEPS) / RING_STEPS));
      place.classList.toggle("seat--late", late);
      const text = place.querySelector(".seat__seconds");
      if (text !== null) text.textContent = String(seconds);
    }
  }
}

/** @param {number} seat @param {State} state @returns {HTMLElement[]} */
function takenSeat(seat, state) {
  const row = state.table?.seats[seat];
  const name = seatName(state.table, seat);
  const bot = row?.kind === "bot" || row?.held_by_bot === true;
  const initial = [...name][0] ?? "";
  const avatar = el("span", { class: "seat__avatar", "aria-hidden": "true" }, bot ? sign("sign-bot", "sign") : initial);
  const seconds = el("span", { class: "seat__seconds", "aria-hidden": "true" });
  const ring = el("span", { class: "seat__ring" }, avatar, seconds, row?.kind === "person" ? dot(row.online) : null);
  const own = seat === state.you?.seat;
  const label = el("span", { class: "seat__name" }, el("bdi", {}, name), own ? spoken(gettext("(you)")) : null);
  if (row?.kind === "person") label.append(...presence(row, own));
  const body = el("span", { class: "seat__body" }, label, el("span", { class: "seat__facts" }, ...facts(seat, state)));
  const nodes = [ring, body];
  const call = lastCall(seat, state);
  if (call !== null) nodes.push(call);
  if (seat !== (state.you?.seat ?? 0) && state.hand !== null) nodes.push(backs(state.hand.counts[seat]));
  return nodes;
}

/** Full for who is there, a ring for who is not. @param {boolean} online */
function dot(online) {
  return el("span", { class: online ? "seat__dot" : "seat__dot seat__dot--away", "aria-hidden": "true" });
}

/**
 * The same in words; seen only where it is not as usual, and not at one's own seat, which has more to say of it.
 * @param {import("../protocol.js").TableSeat} row @param {boolean} own @returns {HTMLElement[]}
 */
function presence(row, own) {
  const shown = (/** @type {string} */ text) => (own ? spoken(text) : el("span", { class: "seat__away" }, text));
  // Translators: beside a player's name: has the table open, or not
  const here = row.online ? gettext("here") : gettext("away");
  // Translators: beside the name of a player whose seat a bot holds for now
  if (row.held_by_bot) return [spoken(here), shown(gettext("bot plays"))];
  return [row.online ? spoken(here) : shown(here)];
}

/** @param {number} seat @param {State} state @returns {HTMLElement[]} */
function facts(seat, state) {
  const { hand } = state;
  const list = [];
  if (state.table?.status === "waiting" && state.table.seats[seat].kind === "person") {
    list.push(readyFact(state.table.seats[seat].ready));
  }
  if (hand?.dealer === seat) {
    // Translators: the letter on the dealer's mark; in Arabic م for موزّع
    list.push(el("span", { class: "mark" }, el("span", { "aria-hidden": "true" }, gettext("D")), spoken(gettext("dealer"))));
  }
  if (hand !== null && (state.phase === "play" || hand.plays.length > 0)) list.push(tricksFact(seat, state));
  if (state.scores.length === 4) {
    const text = fill(ngettext("%(count)s point", "%(count)s points", state.scores[seat]), {
      count: figure(state.scores[seat]),
    });
    list.push(el("span", { class: "fact fact--score" }, text));
  }
  return list;
}

/** @param {boolean} ready */
function readyFact(ready) {
  // Translators: at a player's seat before a match; there is little room
  if (ready) return el("span", { class: "fact fact--met" }, sign("sign-check", "sign sign--small"), pgettext("seat", "Ready"));
  // Translators: at a player's seat before a match; there is little room
  return el("span", { class: "fact" }, pgettext("seat", "Not ready"));
}

/** Tricks taken; in the 41 games of how many bid. @param {number} seat @param {State} state */
function tricksFact(seat, state) {
  const taken = state.hand?.tricks[seat] ?? 0;
  const bid = state.variant === "tarneeb" ? null : ownBid(seat, state);
  const text = bid === null ? String(taken) : `${taken}/${bid}`;
  const aloud =
    bid === null
      ? fill(ngettext("%(count)s trick", "%(count)s tricks", taken), { count: taken })
      : fill(gettext("%(taken)s tricks taken of %(bid)s bid"), { taken, bid });
  const shown = el("span", { "aria-hidden": "true", class: "figure" }, sign("sign-trick", "sign sign--small"), text);
  const met = bid !== null && taken >= Number(bid);
  return el("span", { class: met ? "fact fact--met" : "fact" }, shown, spoken(aloud));
}

/** @param {number} seat @param {State} state @returns {string|null} */
function ownBid(seat, state) {
  const call = state.hand?.calls.findLast(([caller, text]) => caller === seat && parseBid(text) !== null);
  return call ? call[1] : null;
}

/** @param {number} seat @param {State} state */
function lastCall(seat, state) {
  if (state.phase !== "auction" && state.phase !== "naming_trump") return null;
  const call = state.hand?.calls.findLast(([caller]) => caller === seat)?.[1];
  if (call === undefined) return null;
  const bid = parseBid(call);
  // Where each bids for itself no bid outbids another.
  const high = state.variant === "tarneeb" && bid !== null && call === newestBid(state);
  const node = el("span", { class: `seat__call ${high ? "seat__call--high" : ""} ${bid ? "" : "seat__call--word"}` });
  if (bid?.trump) node.append(String(bid.tricks), suitSign(bid.trump), spoken(callName(call)));
  else node.append(callName(call));
  return node;
}

/** @param {State} state */
function newestBid(state) {
  return state.hand?.calls.findLast(([, text]) => parseBid(text) !== null)?.[1];
}

/** @param {number} count */
function backs(count) {
  const fan = el("span", { class: "seat__backs", "aria-hidden": "true" });
  fan.append(...Array.from({ length: count }, cardBack));
  return fan;
}
