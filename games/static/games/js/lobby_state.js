/**
 * What the lobby's page knows, as a pure function of the frames received and of what its reader does.
 *
 * The rows shown keep their places: a table that is new goes below the others, one that left stays where it was
 * until the page says that nobody is about to press (`settle`). Only another list, or a page that is loaded anew,
 * brings the newest to the top.
 */

/** @typedef {"waiting"|"playing"} View */
/** @typedef {{position: number, kind: "empty"|"person"|"bot", name: string|null, online: boolean}} LobbySeat */
/**
 * @typedef {object} Entry
 * @property {string} id
 * @property {string} variant
 * @property {Record<string, unknown>} options
 * @property {number|null} turn_seconds
 * @property {View} status
 * @property {LobbySeat[]} seats
 * @property {number} watchers
 * @property {number[]|null} scores    of the teams, or of each seat
 * @property {number|null} hand        the number of the hand being played
 * @property {number} created_at       the server's milliseconds
 */
/**
 * @typedef {object} LobbyState
 * @property {"connecting"|"open"|"lost"|"ended"} connection
 * @property {View} view
 * @property {Map<string, Entry>} listed   what the lists have now
 * @property {Map<string, Entry>} left     tables still shown that are in neither list any more, as they were last
 * @property {string[]} rows               what is shown, from top to bottom
 * @property {Record<View, string|null>} more  the keys of what is past the ends of the lists
 * @property {Entry[]} opened              tables that the last frame brought and that wait for players
 */

/** @param {View} view @returns {LobbyState} */
export function initialLobby(view) {
  return {
    connection: "connecting",
    view,
    listed: new Map(),
    left: new Map(),
    rows: [],
    more: { waiting: null, playing: null },
    opened: [],
  };
}

/**
 * @param {LobbyState} state
 * @param {{type: string} & Record<string, any>} message a frame, what the socket says of itself, or "view" and "settle"
 * @returns {LobbyState}
 */
export function reduceLobby(state, message) {
  switch (message.type) {
    case "hello":
      return onHello(state, message);
    case "lobby":
      return onChanges(state, message);
    case "lost":
      return { ...state, connection: message.final ? "ended" : "lost", opened: [] };
    case "view":
      return arranged({ ...state, view: message.view, opened: [] });
    case "settle":
      return settled(state, message.ids);
    default:
      return state;
  }
}

/** How many tables a list has. @param {LobbyState} state @param {View} view */
export function countOf(state, view) {
  return entriesOf(state, view).length;
}

/** A table that is shown, whether listed or not. @param {LobbyState} state @param {string} id */
export function entryOf(state, id) {
  return /** @type {Entry} */ (state.listed.get(id) ?? state.left.get(id));
}

/**
 * What became of a table since its row was put up: it is still "here", it is "played" now, its match is "over", it is
 * "gone" from both lists, or newer tables have pushed it "past" the end.
 * @param {LobbyState} state @param {string} id
 * @returns {"here"|"played"|"over"|"gone"|"past"}
 */
export function fateOf(state, id) {
  const entry = state.listed.get(id);
  if (entry !== undefined) return entry.status === state.view ? "here" : entry.status === "playing" ? "played" : "over";
  return isPastEnd(state, entryOf(state, id)) ? "past" : "gone";
}

/** The rows that stand for what is no longer in this list. @param {LobbyState} state */
export function unsettled(state) {
  return state.rows.filter((id) => fateOf(state, id) !== "here");
}

/** @param {LobbyState} state @param {View} view */
function entriesOf(state, view) {
  return [...state.listed.values()].filter((entry) => entry.status === view);
}

/** @param {LobbyState} state @param {Record<string, any>} frame @returns {LobbyState} */
function onHello(state, frame) {
  const listed = new Map([...frame.waiting, ...frame.playing].map((entry) => [entry.id, entry]));
  const next = { ...state, connection: /** @type {const} */ ("open"), more: frame.more };
  if (state.connection === "connecting") return arranged({ ...next, listed, opened: [] });
  return withLists(next, listed);
}

/** @param {LobbyState} state @param {Record<string, any>} frame @returns {LobbyState} */
function onChanges(state, frame) {
  const listed = new Map(state.listed);
  for (const entry of frame.tables) listed.set(entry.id, entry);
  for (const id of frame.gone) listed.delete(id);
  return withLists({ ...state, more: frame.more }, listed);
}

/** Takes new lists and leaves every row in its place. @param {LobbyState} state @param {Map<string, Entry>} listed @returns {LobbyState} */
function withLists(state, listed) {
  const left = state.rows.filter((id) => !listed.has(id)).map((id) => /** @type {const} */ ([id, entryOf(state, id)]));
  const isNew = (/** @type {Entry} */ entry) => !state.listed.has(entry.id) && !state.left.has(entry.id);
  const next = { ...state, listed, left: new Map(left) };
  const added = newestFirst(entriesOf(next, state.view)).filter((entry) => !state.rows.includes(entry.id));
  const opened = entriesOf(next, "waiting").filter(isNew);
  return { ...next, rows: [...state.rows, ...added.map((entry) => entry.id)], opened };
}

/** The list from its top. @param {LobbyState} state @returns {LobbyState} */
function arranged(state) {
  const rows = newestFirst(entriesOf(state, state.view)).map((entry) => entry.id);
  return { ...state, left: new Map(), rows };
}

/** Takes away rows of what is not in the list any more. @param {LobbyState} state @param {string[]} ids @returns {LobbyState} */
function settled(state, ids) {
  const going = unsettled(state).filter((id) => ids.includes(id));
  if (going.length === 0) return state;
  const left = new Map([...state.left].filter(([id]) => !going.includes(id)));
  return { ...state, left, rows: state.rows.filter((id) => !going.includes(id)), opened: [] };
}

/** @param {Entry[]} entries */
function newestFirst(entries) {
  return [...entries].sort((one, other) => other.created_at - one.created_at || (one.id < other.id ? 1 : -1));
}

/** @param {LobbyState} state @param {Entry} entry */
function isPastEnd(state, entry) {
  if (entry.status !== state.view || state.more[state.view] === null) return false;
  return entriesOf(state, state.view).every((other) => other.created_at >= entry.created_at);
}
