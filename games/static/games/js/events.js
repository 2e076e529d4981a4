/** What each event of a hand does to the state. Pure: the given state and its hand stay as they are. */

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./protocol.js").Hand} Hand */
/** @typedef {import("./protocol.js").GameEvent} GameEvent */

/** @param {State} state @param {GameEvent[]} events @returns {State} */
export function applyEvents(state, events) {
  return events.reduce(applyEvent, state);
}

/** @param {State} state @param {GameEvent} event @returns {State} */
function applyEvent(state, event) {
  switch (event.type) {
    case "hand_started":
      return { ...state, hand: newHand(state, event) };
    case "hand_ended":
      return { ...state, results: [...state.results, event.result] };
    case "match_ended":
      return { ...state, result: event.result };
    default:
      return state.hand === null ? state : { ...state, hand: applyToHand(state.hand, event, state.you?.seat ?? null) };
  }
}

/** @param {State} state @param {GameEvent} event @returns {Hand} */
function newHand(state, event) {
  return {
    ordinal: event.ordinal,
    number: event.number,
    dealer: event.dealer,
    cards: state.you?.seat === null ? null : [],
    counts: [13, 13, 13, 13],
    revealed: null,
    trump: null,
    declarer: null,
    contract: null,
    doubled: false,
    calls: [],
    plays: [],
    tricks: [0, 0, 0, 0],
  };
}

/** @param {Hand} hand @param {GameEvent} event @param {number|null} seat one's own @returns {Hand} */
function applyToHand(hand, event, seat) {
  switch (event.type) {
    case "cards_dealt":
      return event.seat === seat ? { ...hand, cards: [...event.cards] } : hand;
    case "card_revealed":
      return { ...hand, revealed: event.card };
    case "trump_set":
      return { ...hand, trump: event.trump };
    case "call_made":
      return { ...hand, calls: [...hand.calls, [event.seat, event.call]] };
    case "auction_ended":
      return { ...hand, declarer: event.declarer, contract: event.contract, doubled: event.doubled };
    case "card_played":
      return {
        ...hand,
        plays: [...hand.plays, [event.seat, event.card]],
        counts: added(hand.counts, event.seat, -1),
        cards: hand.cards && hand.cards.filter((card) => card !== event.card),
      };
    case "trick_taken":
      return { ...hand, tricks: added(hand.tricks, event.seat, 1) };
    default:
      return hand;
  }
}

/** @param {number[]} figures @param {number} place @param {number} change */
function added(figures, place, change) {
  return figures.map((figure, index) => (index === place ? figure + change : figure));
}
