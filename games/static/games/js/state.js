/**
 * The client's state as a pure function of the messages: reduce(state, message) gives the next state and touches
 * nothing else. Frames of one version come in two halves (public, and private to one seat) in either order; a frame
 * of a later version is kept until the ones before it are there; late and doubled frames change nothing.
 */

import { skewOf } from "./clock.js";
import { applyEvents } from "./events.js";
import { afterHello, afterTable, noLine, onLost } from "./people.js";

/** @typedef {import("./protocol.js").Table} Table */
/** @typedef {import("./protocol.js").You} You */
/** @typedef {import("./protocol.js").Hand} Hand */
/** @typedef {import("./protocol.js").Frame} Frame */
/** @typedef {import("./protocol.js").GameEvent} GameEvent */
/** @typedef {import("./protocol.js").Clock} Clock */
/** @typedef {import("./protocol.js").HandResult} HandResult */
/** @typedef {import("./protocol.js").MatchResult} MatchResult */

/**
 * @typedef {object} Pending a move of one's own that the server has not answered yet
 * @property {string} match
 * @property {number} version
 * @property {string} move
 * @property {string} client_id
 *
 * @typedef {object} State
 * @property {"connecting"|"open"|"lost"|"ended"} connection   ended: it will not come back by itself
 * @property {import("./people.js").Line} line        what is known of a connection that is not there
 * @property {string|null} me            the user as whom this page came to the table
 * @property {boolean} loginEnded        the connection is no longer that user's
 * @property {import("./people.js").Unseated|null} unseated  how one's own seat was lost, where it was not given up
 * @property {import("./people.js").Departed[]} departed     who had a seat since the last match began, and left it
 * @property {Table|null} table
 * @property {You|null} you
 * @property {string|null} match
 * @property {string|null} variant
 * @property {Record<string, unknown>} options
 * @property {number} version
 * @property {string|null} phase
 * @property {number|null} turn
 * @property {string[]} legal            own legal moves
 * @property {number} legalVersion       the version that `legal` belongs to
 * @property {Hand|null} hand            stays, finished, until the next deal
 * @property {number[]} scores
 * @property {number} target
 * @property {HandResult[]} results
 * @property {MatchResult|null} result
 * @property {Clock|null} clock
 * @property {number} skew               the server's time minus this device's
 * @property {Frame[]} early             frames whose turn has not come
 * @property {boolean} needsSync         something was missed: ask for the whole observation
 * @property {Pending|null} pending
 * @property {{code: string, text: string, serial: number}|null} refusal
 * @property {GameEvent[]} news           what this message made happen, in order, for those who tell of it
 */

const MOST_EARLY_FRAMES = 64;

/** @returns {State} */
export function initialState() {
  return {
    connection: "connecting",
    line: noLine(),
    me: null,
    loginEnded: false,
    unseated: null,
    departed: [],
    table: null,
    you: null,
    match: null,
    variant: null,
    options: {},
    version: 0,
    phase: null,
    turn: null,
    legal: [],
    legalVersion: -1,
    hand: null,
    scores: [],
    target: 0,
    results: [],
    result: null,
    clock: null,
    skew: 0,
    early: [],
    needsSync: false,
    pending: null,
    refusal: null,
    news: [],
  };
}

/**
 * @param {State} state
 * @param {Frame} message a server frame with `received` (this device's time), or one of the page's own: opened,
 *   lost, sent (a move went out), asked (a sync went out), logged_out (the site knows this browser no more)
 * @returns {State}
 */
export function reduce(state, message) {
  return answer(state.news.length > 0 ? { ...state, news: [] } : state, message);
}

/** @param {State} state @param {Frame} message @returns {State} */
function answer(state, message) {
  switch (message.type) {
    case "opened":
      return { ...state, early: [], needsSync: false };
    case "lost":
      return onLost(state, message);
    case "logged_out":
      return { ...state, loginEnded: state.me !== null };
    case "sent":
      return { ...state, pending: message.pending, refusal: null };
    case "asked":
      return { ...state, needsSync: false };
    case "hello":
      return onHello(state, message);
    case "table":
      return onTable(state, message.table);
    case "you":
      return { ...state, you: message.you };
    case "observation":
      return onObservation(state, message);
    case "events":
    case "private":
      return onFrame(state, message);
    case "ack":
      return onAck(state, message);
    case "refused":
      return onRefused(state, message);
    case "error":
      return onError(state, message);
    default:
      return state;
  }
}

/** The own seat whose turn it is and whose legal moves are here: it may act. @param {State} state */
export function mayAct(state) {
  return (
    state.connection === "open" &&
    state.pending === null &&
    isOwnTurn(state) &&
    state.legalVersion === state.version &&
    !state.you?.held_by_bot
  );
}

/** @param {State} state */
export function isOwnTurn(state) {
  return state.turn !== null && state.you?.seat !== null && state.turn === state.you?.seat;
}

/** Something known to exist has not come: a half of a version, or the legal moves of one's own turn. @param {State} state */
export function isWaitingForFrames(state) {
  return state.early.length > 0 || (isOwnTurn(state) && state.legalVersion < state.version) || ownCardsAreMissing(state);
}

/** The deal's private half has not come, or came too late to be used. @param {State} state */
function ownCardsAreMissing({ hand, you }) {
  const seat = you?.seat ?? null;
  return seat !== null && hand !== null && hand.cards !== null && hand.cards.length < hand.counts[seat];
}

/** The result of the hand on the table once it is over, else null. @param {State} state @returns {HandResult|null} */
export function handOutcome(state) {
  const newest = state.results.at(-1);
  return state.hand !== null && newest?.ordinal === state.hand.ordinal ? newest : null;
}

/** The connection stands from its first frame on; the one before may have been somebody else's. @param {State} state @param {Frame} message @returns {State} */
function onHello(state, message) {
  const met = afterHello({ ...state, skew: skewFrom(state, message) }, message.table, message.you);
  return { ...met, connection: "open", needsSync: false };
}

/** @param {State} state @param {Table} table @returns {State} */
function onTable(state, table) {
  const otherMatch = table.match !== null && table.match !== state.match;
  const strange = seatLooksOther(state.you, table) || otherMatch;
  return { ...afterTable(state, table), needsSync: state.needsSync || (state.you !== null && strange) };
}

/** Whether the table's rows say something else about one's own seat than the server last told. @param {You|null} you @param {Table} table */
function seatLooksOther(you, table) {
  if (you === null || you.user === null) return false;
  const own = table.seats.find((seat) => seat.user === you.user);
  return (own?.position ?? null) !== you.seat || (own?.held_by_bot ?? false) !== you.held_by_bot;
}

/** @param {State} state @param {Frame} message @returns {State} */
function onObservation(state, message) {
  const seen = message.observation;
  if (message.match === state.match && message.version < state.version) return state;
  const next = {
    ...state,
    match: message.match,
    variant: seen.variant,
    options: seen.options,
    version: message.version,
    phase: seen.phase,
    turn: seen.turn,
    legal: seen.legal,
    legalVersion: message.version,
    hand: seen.hand,
    scores: seen.scores,
    target: seen.target,
    results: seen.results,
    result: seen.result,
    clock: message.clock,
    skew: skewFrom(state, message),
    needsSync: false,
  };
  return takeEarly(dropAnswered(next));
}

/** @param {State} state @param {Frame} message @returns {State} */
function onFrame(state, message) {
  if (message.match !== state.match) return { ...state, needsSync: true };
  if (isLate(state, message)) {
    const lostDeal = message.type === "private" && message.events.length > 0 && ownCardsAreMissing(state);
    return lostDeal ? { ...state, needsSync: true } : state;
  }
  if (isNext(state, message)) return takeEarly(step(state, message));
  const early = [...state.early, message].slice(-MOST_EARLY_FRAMES);
  return { ...state, early, needsSync: state.needsSync || message.type === "events" };
}

/** @param {State} state @param {Frame} message */
function isLate(state, message) {
  if (message.type === "events") return message.version <= state.version;
  return message.version < state.version || (message.version === state.version && state.legalVersion >= state.version);
}

/** @param {State} state @param {Frame} message */
function isNext(state, message) {
  return message.type === "events" ? message.version === state.version + 1 : message.version === state.version;
}

/** Applies kept frames whose turn has come, drops those that came too late. @param {State} state @returns {State} */
function takeEarly(state) {
  let current = state;
  for (;;) {
    const kept = current.early.filter((message) => message.match === current.match && !isLate(current, message));
    const next = kept.find((message) => isNext(current, message));
    current = { ...current, early: kept.filter((message) => message !== next) };
    if (next === undefined) return current;
    current = step(current, next);
  }
}

/** @param {State} state @param {Frame} message @returns {State} */
function step(state, message) {
  if (message.type === "private") {
    const told = applyEvents(state, message.events);
    return { ...told, legal: message.legal, legalVersion: message.version };
  }
  const moved = applyEvents(state, message.events);
  return dropAnswered({
    ...moved,
    version: message.version,
    phase: message.phase,
    turn: message.turn,
    legal: [],
    scores: message.scores,
    clock: message.clock,
    skew: skewFrom(state, message),
    news: [...state.news, ...timeOut(state, message), ...message.events],
  });
}

/** The move was the clock's: that the time of the seat in turn ran out is news too. @param {State} state @param {Frame} message */
function timeOut(state, message) {
  return message.actor === "clock" ? [{ type: "time_ran_out", seat: state.turn }] : [];
}

/** A move of a version that has passed was taken or is too late: there is nothing left to wait for. @param {State} state @returns {State} */
function dropAnswered(state) {
  const { pending } = state;
  const answered = pending !== null && (pending.match !== state.match || pending.version < state.version);
  return answered ? { ...state, pending: null } : state;
}

/**
 * An answer may overtake the events of its own move: until they are here it is still nobody's turn to move again.
 * @param {State} state @param {Frame} message @returns {State}
 */
function onAck(state, message) {
  return isPending(state, message) && message.version <= state.version ? { ...state, pending: null } : state;
}

/** A connection that will be closed at once took no move: it stays, and is sent again on the next. */
const CLOSING_ERRORS = ["login_expired", "too_many_frames", "too_many_connections", "unknown_protocol", "table_not_found"];

/** @param {State} state @param {Frame} message @returns {State} */
function onError(state, message) {
  const line = { ...state.line, error: message.code };
  if (CLOSING_ERRORS.includes(message.code)) return { ...state, line };
  return { ...state, line, pending: null, refusal: refusalFrom(state, message) };
}

/** @param {State} state @param {Frame} message @returns {State} */
function onRefused(state, message) {
  if (!isPending(state, message) || CLOSING_ERRORS.includes(message.code)) return state;
  if (message.code === "stale_version") return { ...state, pending: null, needsSync: true };
  return { ...state, pending: null, refusal: refusalFrom(state, message) };
}

/** @param {State} state @param {Frame} message */
function refusalFrom(state, message) {
  return { code: message.code, text: message.text, serial: (state.refusal?.serial ?? 0) + 1 };
}

/** @param {State} state @param {Frame} message */
function isPending(state, message) {
  return state.pending !== null && state.pending.client_id === message.client_id;
}

/** @param {State} state @param {Frame} message */
function skewFrom(state, message) {
  return typeof message.received === "number" ? skewOf(message.now, message.received) : state.skew;
}
