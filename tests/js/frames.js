/** A server in miniature for the tests: frames as protocol 1 sends them, cards from a plain fixed deal. */

import { initialState, reduce } from "../../games/static/games/js/state.js";

export const MATCH = "k3v9qz";
const SUITS = ["S", "H", "D", "C"];
const RANKS = "23456789TJQKA";

/** Seat s holds the whole suit s: every trick goes to the leader's suit, or to the trump. */
export const HOLDINGS = SUITS.map((suit) => [...RANKS].map((rank) => suit + rank));

/** @param {Partial<import("../../games/static/games/js/protocol.js").Table>} [changes] */
export function table(changes = {}) {
  return {
    id: "t1",
    variant: "tarneeb",
    options: { target: 41 },
    turn_seconds: 30,
    visibility: "open",
    status: "playing",
    owner: "u0",
    match: MATCH,
    link: "/tables/t1/",
    watchers: 0,
    removed: /** @type {string[]} */ ([]),
    seats: ["Alia", "Basim", "Celine", "Dawud"].map((name, position) => ({
      position,
      kind: "person",
      name,
      user: `u${position}`,
      held_by_bot: false,
      ready: false,
      online: true,
    })),
    ...changes,
  };
}

/** A table with some seats changed. @param {ReturnType<typeof table>} from @param {Record<number, Record<string, any>>} changes by position */
export function seated(from, changes) {
  return { ...from, seats: from.seats.map((row) => ({ ...row, ...changes[row.position] })) };
}

/** Nobody in a seat, and a bot in one. */
export const EMPTY = { kind: "empty", name: null, user: null, ready: false, online: false };
export const BOT = { kind: "bot", name: "Rima", user: null, ready: false, online: false };

/** @param {number|null} seat */
export function you(seat) {
  return { seat, owner: seat === 0, held_by_bot: false, user: seat === null ? "u9" : `u${seat}` };
}

/** @param {Record<string, any>} [changes] @param {Record<string, any>} [frame] */
export function observation(changes = {}, frame = {}) {
  const version = frame.version ?? 0;
  return {
    type: "observation",
    match: MATCH,
    version,
    clock: null,
    now: 1_000_000,
    received: 999_000,
    ...frame,
    observation: {
      variant: "tarneeb",
      options: { target: 41 },
      version,
      phase: "awaiting_deal",
      seat: 0,
      turn: null,
      legal: [],
      hand: null,
      scores: [0, 0],
      target: 41,
      results: [],
      result: null,
      ...changes,
    },
  };
}

/** @param {number} version @param {any[]} events @param {Record<string, any>} [rest] */
export function events(version, events, rest = {}) {
  return {
    type: "events",
    match: MATCH,
    version,
    actor: "person",
    events,
    phase: "play",
    turn: 0,
    scores: [0, 0],
    clock: null,
    now: 1_000_000 + version,
    received: 999_000 + version,
    ...rest,
  };
}

/** @param {number} version @param {string[]} legal @param {any[]} [events] */
export function secret(version, legal, events = []) {
  return { type: "private", match: MATCH, version, events, legal };
}

/** A connected client that has its first observation. @param {number|null} seat */
export function connected(seat = 0) {
  return run(initialState(), [
    { type: "opened" },
    { type: "hello", protocol: 1, table: table(), you: you(seat), now: 1_000_000, received: 999_000 },
    observation({ seat }),
  ]);
}

/** @param {any} state @param {any[]} messages */
export function run(state, messages) {
  return messages.reduce(reduce, state);
}

/** A hand of `tarneeb` from the deal to its end as seat 0 gets it: seat 1 bids 8, names hearts, takes all. */
export function wholeHand() {
  const script = [];
  let version = 1;
  script.push([
    events(version, [{ type: "hand_started", ordinal: 1, number: 1, dealer: 0 }], { phase: "auction", turn: 1 }),
    secret(version, [], [{ type: "cards_dealt", seat: 0, cards: HOLDINGS[0] }]),
  ]);
  for (const [seat, call, turn] of /** @type {[number, string, number][]} */ ([
    [1, "8", 2],
    [2, "pass", 3],
    [3, "pass", 0],
  ])) {
    version += 1;
    script.push([
      events(version, [{ type: "call_made", seat, call }], { phase: "auction", turn }),
      secret(version, turn === 0 ? ["9", "10", "pass"] : []),
    ]);
  }
  version += 1;
  const ended = { type: "auction_ended", declarer: 1, contract: "8", doubled: false };
  script.push([
    events(version, [{ type: "call_made", seat: 0, call: "pass" }, ended], { phase: "naming_trump", turn: 1 }),
    secret(version, []),
  ]);
  version += 1;
  script.push([
    events(version, [{ type: "trump_set", trump: "H", seat: 1 }], { turn: 1 }),
    secret(version, []),
  ]);
  for (let trick = 0; trick < 13; trick += 1) {
    [1, 2, 3, 0].forEach((seat, place) => {
      version += 1;
      const happened = [{ type: "card_played", seat, card: HOLDINGS[seat][trick] }];
      const last = trick === 12 && place === 3;
      if (place === 3) happened.push(/** @type {any} */ ({ type: "trick_taken", seat: 1, trick: trick + 1 }));
      if (last) happened.push(/** @type {any} */ ({ type: "hand_ended", result: handResult() }));
      const turn = last ? null : place === 3 ? 1 : (seat + 1) % 4;
      script.push([
        events(version, happened, { turn, phase: last ? "awaiting_deal" : "play", scores: last ? [0, 16] : [0, 0] }),
        secret(version, turn === 0 ? HOLDINGS[0].slice(trick) : []),
      ]);
    });
  }
  return script;
}

export function handResult() {
  return {
    ordinal: 1,
    number: 1,
    dealer: 0,
    outcome: "scored",
    declarer: 1,
    contract: "8",
    doubled: false,
    trump: "H",
    revealed: null,
    bids: ["pass", "8", "pass", "pass"],
    tricks: [0, 13, 0, 0],
    points: [0, 16],
    scores: [0, 16],
  };
}
