/**
 * The part of the state that is about people: the line to the site and whose it is, who left a seat, and how one's
 * own was lost. Pure, like all of the state.
 */

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./protocol.js").Table} Table */
/** @typedef {import("./protocol.js").You} You */
/**
 * @typedef {object} Line
 * @property {number|null} code      how the last connection was closed, null while there is one
 * @property {string|null} error     the last error of the site before that
 * @property {number} lostAt         this device's time
 * @property {number|null} retryAt   when the next try is due, this device's time; null: none is
 *
 * @typedef {"removed"|"away"} Unseated
 * @typedef {{seat: number, user: string, name: string, removed: boolean, late: boolean}} Departed
 *   late: not while the match was still being played
 */

/** The table with the people who played its last match, also where they left since. @param {State} state @returns {Table|null} */
export function tableOfMatch({ table, departed }) {
  if (table === null) return null;
  const seats = table.seats.map((row) => {
    const gone = departed.find(({ seat, late }) => late && seat === row.position);
    return gone === undefined ? row : { ...row, kind: /** @type {const} */ ("person"), name: gone.name };
  });
  return { ...table, seats };
}

/** @returns {Line} */
export function noLine() {
  return { code: null, error: null, lostAt: 0, retryAt: null };
}

/** @param {State} state @param {import("./protocol.js").Frame} message @returns {State} */
export function onLost(state, message) {
  const again = state.connection === "lost";
  const lostAt = again ? state.line.lostAt : message.at;
  const line = { code: message.code, error: state.line.error, lostAt, retryAt: message.retryAt };
  return { ...state, connection: message.final ? "ended" : "lost", line };
}

/**
 * A new connection: it may be another user's than the page was opened by, and a seat may be gone since.
 * @param {State} state @param {Table} table @param {You} you @returns {State}
 */
export function afterHello(state, table, you) {
  const me = state.me ?? you.user;
  const loginEnded = you.user !== me;
  const away = !loginEnded && hadSeat(state.you) && you.seat === null && isWaiting(table);
  const next = afterTable({ ...state, you, me, loginEnded, line: noLine() }, table);
  const unseated = next.unseated ?? (away ? "away" : null);
  return { ...next, unseated, pending: loginEnded ? null : state.pending };
}

/** @param {State} state @param {Table} table @returns {State} */
export function afterTable(state, table) {
  const departed = table.match === state.table?.match ? stillGone(state, table) : [];
  return { ...state, table, departed, unseated: unseatedAfter(state, table) };
}

/** @param {You|null} you */
const hadSeat = (you) => you !== null && you.seat !== null;

/** @param {Table} table */
const isWaiting = (table) => table.status === "waiting";

/** @param {Table} table @param {string|null} user */
const isSeated = (table, user) => user !== null && table.seats.some((seat) => seat.user === user);

/** Who left so far and is not back, and who left just now; the viewer knows of itself. @param {State} state @param {Table} table */
function stillGone(state, table) {
  const left = (state.table?.seats ?? []).flatMap(({ position, user, name }) =>
    user === null || user === state.you?.user
      ? []
      : [{ seat: position, user, name: name ?? "", removed: table.removed.includes(user), late: table.status !== "playing" }],
  );
  const before = state.departed.filter(({ user }) => !left.some((row) => row.user === user));
  return [...before, ...left].filter(({ user }) => !isSeated(table, user));
}

/** @param {State} state @param {Table} table @returns {Unseated|null} */
function unseatedAfter(state, table) {
  const user = state.you?.user ?? null;
  if (user === null || isSeated(table, user) || !isWaiting(table)) return null;
  return table.removed.includes(user) ? "removed" : state.unseated;
}
