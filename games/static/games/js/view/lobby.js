/** The lists of the lobby: each table a row that is made once and then changed where it has to be. */

import { figure } from "../i18n.js";
import { countOf, entryOf, fateOf } from "../lobby_state.js";
import { factsText, noteText } from "../lobby_texts.js";
import { seatName } from "../seating.js";
import { part } from "./dom.js";

/** @typedef {import("../lobby_state.js").LobbyState} LobbyState */
/** @typedef {import("../lobby_state.js").Entry} Entry */
/** @typedef {import("../lobby_state.js").LobbySeat} LobbySeat */

/** The id that stands for a table's own in the addresses of the page's blank row. */
const BLANK = "TABLE";
const VIEWS = /** @type {const} */ (["waiting", "playing"]);
/** A press that comes so soon after rows moved up was meant for another row. */
const MOVED_JUST_NOW = 400;

export class LobbyView {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.list = part(root, "rows");
    this.blank = fragment(root, '[data-part="row"]');
    this.taken = fragment(root, '[data-part="taken"]');
    /** @type {Map<string, HTMLElement>} */
    this.rows = new Map();
    this.movedAt = -Infinity;
    this.list.addEventListener("click", (event) => this.guard(event), { capture: true });
  }

  /** @param {LobbyState} state */
  render(state) {
    if (state.connection === "connecting") return;
    this.renderTabs(state);
    this.renderRows(state);
    for (const view of VIEWS) {
      const empty = /** @type {HTMLElement} */ (this.root.querySelector(`[data-empty="${view}"]`));
      empty.hidden = view !== state.view || state.rows.length > 0;
    }
    this.renderPager(state);
  }

  /** @param {LobbyState} state */
  renderTabs(state) {
    for (const view of VIEWS) {
      const tab = this.root.querySelector(`a[data-view="${view}"]`);
      if (view === state.view) tab?.setAttribute("aria-current", "page");
      else tab?.removeAttribute("aria-current");
      const count = part(this.root, `count-${view}`);
      count.hidden = false;
      setText(count, `${countOf(state, view)}${state.more[view] === null ? "" : "+"}`);
    }
  }

  /** @param {LobbyState} state */
  renderRows(state) {
    this.removeRows(state);
    state.rows.forEach((id, place) => {
      const row = this.rows.get(id) ?? this.addRow(id);
      fillRow(row, this, entryOf(state, id), fateOf(state, id), state.view);
      const there = this.list.children[place] ?? null;
      if (there !== row) this.list.insertBefore(row, there);
    });
  }

  /** @param {LobbyState} state */
  removeRows(state) {
    const shown = new Set(state.rows);
    let before = 0;
    for (const node of [...this.list.children]) {
      const id = node.getAttribute("data-table") ?? "";
      if (shown.has(id) && this.rows.get(id) === node) {
        before += 1;
        continue;
      }
      // What was last in the list moves nothing when it goes.
      if (this.rows.get(id) === node && before < shown.size) this.movedAt = performance.now();
      this.rows.delete(id);
      node.remove();
    }
  }

  /** @param {string} id */
  addRow(id) {
    const row = clone(this.blank, id);
    row.dataset.table = id;
    this.rows.set(id, row);
    return row;
  }

  /** @param {LobbyState} state */
  renderPager(state) {
    const key = state.more[state.view];
    part(this.root, "pager").hidden = key === null;
    const query = new URLSearchParams({ ...(state.view === "playing" ? { show: "playing" } : {}), after: key ?? "" });
    part(this.root, "next").setAttribute("href", `?${query}`);
  }

  /** @param {MouseEvent} event whose detail is 0 where a key pressed the button: keys follow their row */
  guard(event) {
    if (event.detail === 0 || performance.now() - this.movedAt > MOVED_JUST_NOW) return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/** @param {HTMLElement} row @param {LobbyView} view @param {Entry} entry @param {string} fate @param {import("../lobby_state.js").View} shown */
function fillRow(row, view, entry, fate, shown) {
  const link = part(row, "link");
  if (row.dataset.variant !== entry.variant) {
    row.dataset.variant = entry.variant;
    const name = fragment(view.root, `[data-variant="${entry.variant}"]`);
    link.replaceChildren(name.cloneNode(true));
  }
  row.classList.toggle("table-list__item--played", shown === "playing");
  row.classList.toggle("table-list__item--changed", fate !== "here" && fate !== "past");
  row.classList.toggle("table-list__item--left", fate === "gone" || fate === "over");
  setText(part(row, "facts"), factsText(entry));
  setText(part(row, "note"), noteText(entry, fate, shown));
  part(row, "go").hidden = fate === "gone";
  fillSides(row, view, entry, fate === "gone");
}

/** @param {HTMLElement} row @param {LobbyView} view @param {Entry} entry @param {boolean} closed whether no seat can be taken any more */
function fillSides(row, view, entry, closed) {
  const scores = entry.scores ?? [];
  row.querySelectorAll("[data-part=side]").forEach((side, team) => {
    setText(part(side, "team-score"), scores.length === 2 ? figure(scores[team]) : "");
  });
  for (const seat of entry.seats) {
    const side = row.querySelectorAll("[data-part=side]")[seat.position % 2];
    const place = /** @type {HTMLElement} */ (side.querySelectorAll("li")[seat.position >> 1]);
    const score = scores.length === 4 ? figure(scores[seat.position]) : "";
    const looks = JSON.stringify([seat, score, closed]);
    if (place.dataset.looks === looks) continue;
    const chip = seat.kind === "empty" ? freeSeat(view, entry.id, seat, closed) : takenSeat(view, entry, seat, score);
    chip.dataset.looks = looks;
    const held = place.contains(document.activeElement);
    place.replaceWith(chip);
    // Somebody else took the seat that was about to be taken: the focus stays with the table.
    if (held) part(row, "link").focus();
  }
}

/** @param {LobbyView} view @param {string} id @param {LobbySeat} seat @param {boolean} closed */
function freeSeat(view, id, seat, closed) {
  const side = view.blank.querySelectorAll("[data-part=side]")[seat.position % 2];
  const chip = addressed(/** @type {HTMLElement} */ (side.querySelectorAll("li")[seat.position >> 1].cloneNode(true)), id);
  const button = chip.querySelector("button");
  if (button !== null) button.disabled = closed;
  return chip;
}

/** @param {LobbyView} view @param {Entry} entry @param {LobbySeat} seat @param {string} score */
function takenSeat(view, entry, seat, score) {
  const chip = clone(view.taken, "");
  chip.className = `seat-dot seat-dot--${seat.kind} ${seat.online ? "seat-dot--online" : ""}`;
  part(chip, "name").textContent = seatName(entry, seat.position);
  part(chip, "bot").hidden = seat.kind !== "bot";
  part(chip, "online").hidden = !seat.online;
  part(chip, "score").textContent = score;
  return chip;
}

/** @param {HTMLElement} root @param {string} selector */
function fragment(root, selector) {
  const node = root.querySelector(`template${selector}`);
  if (!(node instanceof HTMLTemplateElement)) throw new Error(`the page has no template ${selector}`);
  return node.content;
}

/** @param {DocumentFragment} content of one element @param {string} id */
function clone(content, id) {
  return addressed(/** @type {HTMLElement} */ (content.firstElementChild?.cloneNode(true)), id);
}

/** Puts a table's id where the blank has its own. @param {HTMLElement} node @param {string} id */
function addressed(node, id) {
  for (const link of node.querySelectorAll("a, form")) {
    const name = link instanceof HTMLAnchorElement ? "href" : "action";
    link.setAttribute(name, (link.getAttribute(name) ?? "").replace(BLANK, id));
  }
  return node;
}

/** Leaves alone what is the same, so that nothing is told anew. @param {Element} node @param {string} text */
function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}
