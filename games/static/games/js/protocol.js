/**
 * The shapes of the socket's frames (protocol 1), for the types of the other modules. Nothing here runs.
 *
 * @typedef {0|1|2|3} Seat        seats count anticlockwise: seat + 1 sits on the right of seat
 * @typedef {string} CardText     "SA", "ST": suit letter, then one of 2-9 T J Q K A
 * @typedef {string} MoveText     a bid "7" or "8H", "pass", "double", a trump "S" or "NT", a card "SA"
 * @typedef {"awaiting_deal"|"auction"|"naming_trump"|"play"|"ended"} Phase
 *
 * @typedef {object} TableSeat
 * @property {Seat} position
 * @property {"empty"|"person"|"bot"} kind
 * @property {string|null} name
 * @property {string|null} user        public id
 * @property {boolean} held_by_bot     a bot plays for the person who is away
 * @property {boolean} ready           has said so, for the match to begin
 * @property {boolean} online          a person who has this table open somewhere
 *
 * @typedef {object} Table
 * @property {string} id
 * @property {string} variant
 * @property {Record<string, unknown>} options
 * @property {number|null} turn_seconds
 * @property {"open"|"link"} visibility
 * @property {"waiting"|"playing"|"closed"} status
 * @property {string|null} owner
 * @property {string|null} match
 * @property {string} link
 * @property {number} watchers         who look on without a seat
 * @property {string[]} removed        users whom the owner took out of a seat within the last minute
 * @property {TableSeat[]} seats
 *
 * @typedef {object} You
 * @property {Seat|null} seat          null: a spectator
 * @property {boolean} owner
 * @property {boolean} held_by_bot
 * @property {string|null} user
 *
 * @typedef {object} Clock
 * @property {Seat} seat
 * @property {number} ends_at          the server's milliseconds
 * @property {number} length_ms
 *
 * @typedef {object} HandResult
 * @property {number} ordinal
 * @property {number|null} number      null: the hand did not count
 * @property {Seat} dealer
 * @property {"scored"|"passed_out"|"cancelled"} outcome
 * @property {Seat|null} declarer
 * @property {string|null} contract
 * @property {boolean} doubled
 * @property {string|null} trump
 * @property {CardText|null} revealed
 * @property {(string|null)[]} bids
 * @property {number[]|null} tricks
 * @property {number[]|null} points
 * @property {number[]} scores
 *
 * @typedef {object} MatchResult
 * @property {0|1|null} winner         a team
 * @property {"target"|"forfeit"|"abandoned"} reason
 * @property {number[]} scores
 *
 * @typedef {object} Hand
 * @property {number} ordinal
 * @property {number|null} number
 * @property {Seat} dealer
 * @property {CardText[]|null} cards   own cards still held; null for spectators
 * @property {number[]} counts
 * @property {CardText|null} revealed
 * @property {string|null} trump
 * @property {Seat|null} declarer
 * @property {string|null} contract
 * @property {boolean} doubled
 * @property {[Seat, string][]} calls
 * @property {[Seat, CardText][]} plays
 * @property {number[]} tricks
 *
 * @typedef {object} Observation
 * @property {string} variant
 * @property {Record<string, unknown>} options
 * @property {number} version
 * @property {Phase} phase
 * @property {Seat|null} seat
 * @property {Seat|null} turn
 * @property {MoveText[]} legal
 * @property {Hand|null} hand
 * @property {number[]} scores
 * @property {number} target
 * @property {HandResult[]} results
 * @property {MatchResult|null} result
 *
 * @typedef {{type: string} & Record<string, any>} GameEvent
 * @typedef {{type: string} & Record<string, any>} Frame
 */

export const PROTOCOL = 1;
