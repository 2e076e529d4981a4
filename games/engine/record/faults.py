"""How a fault of a record is put: where it is, and an English sentence for every code."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Final

from games.engine.cards import Seat
from games.engine.errors import Code, EngineError, Param, RecordCode, RecordFault

SUIT_NAMES: Final = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}

SENTENCES: Final[dict[Code | RecordCode, str]] = {
    Code.NOT_A_MOVE: "{text} is not a move",
    Code.NOT_YOUR_TURN: "seat {seat} acts, but it is the turn of seat {turn}",
    Code.MATCH_OVER: "the match is over",
    Code.NO_HAND_DEALT: "no hand is dealt",
    Code.WRONG_PHASE: "this cannot be done now: the phase is {phase}",
    Code.BID_TOO_LOW: "seat {seat} bids {bid}, which is not higher than {high}",
    Code.BID_OUT_OF_RANGE: "seat {seat} bids {bid}, but bids go from {lowest} to {highest}",
    Code.BID_NEEDS_SUIT: "seat {seat} bids {bid} without a suit",
    Code.BID_TAKES_NO_SUIT: "seat {seat} bids {bid}, but a bid has no suit here",
    Code.PASS_NOT_ALLOWED: "seat {seat} passes, but every seat must bid",
    Code.MUST_BID_SEVEN: "three have passed, and seat {seat} must bid 7",
    Code.NOTHING_TO_DOUBLE: "seat {seat} doubles, but there is no bid",
    Code.DOUBLE_OWN_TEAM: "seat {seat} doubles a bid of its own team",
    Code.ALREADY_DOUBLED: "seat {seat} doubles a bid that is doubled already",
    Code.DOUBLE_NOT_PLAYED: "seat {seat} doubles, but there are no doubles here",
    Code.NO_TRUMP_NOT_PLAYED: "seat {seat} names no trumps, but that is not played here",
    Code.CARD_NOT_HELD: "seat {seat} does not hold {card}",
    Code.MUST_FOLLOW_SUIT: "seat {seat} holds {suit_name} and must follow",
    Code.MUST_LEAD_TRUMP: "seat {seat} holds {suit_name}, the trump, and must lead one",
    Code.NOT_A_SEAT: "{seat} is not a seat",
    Code.NOT_A_TEAM: "{team} is not a team",
    Code.DEAL_NOT_AWAITED: "no deal is awaited: the phase is {phase}",
    Code.NOT_A_FULL_DEAL: "this is not the whole deck in four thirteens",
    Code.UNKNOWN_VARIANT: "there is no variant {variant}",
    Code.OPTION_UNKNOWN: "there is no option {option}",
    Code.OPTION_VALUE: "the option {option} does not take {value}",
    Code.OPTION_MISSING: "the option {option} is missing",
    Code.OPTIONS_EXCLUDE: "the options {option} and {other} exclude each other",
    RecordCode.NOT_UTF8: "this is not UTF-8 text",
    RecordCode.NOT_JSON: "this is not JSON ({problem})",
    RecordCode.NESTED_TOO_DEEP: "the JSON is nested too deep to be a record",
    RecordCode.NUMBER_TOO_LONG: "a number is too long to be in a record",
    RecordCode.NUMBER_NOT_FINITE: "{found} is not a number that JSON has",
    RecordCode.KEY_TWICE: "the key {key} is there twice",
    RecordCode.KEY_UNKNOWN: "the key {key} is not known",
    RecordCode.KEY_MISSING: "the key {key} is missing",
    RecordCode.WRONG_VALUE: "expected {expected}, found {found}",
    RecordCode.NOT_TEXT: "a string is not proper Unicode text",
    RecordCode.CARD_TWICE: "{card} was dealt twice",
    RecordCode.AFTER_THE_END: "the match was won before this hand",
    RecordCode.HAND_STOPS: "the hand stops here; only the last hand of a match that ended early may",
    RecordCode.AUCTION_OVER: "the auction is over",
    RecordCode.NOT_IN_PLAY: "no card can be played: the hand is not in play",
    RecordCode.HAND_OVER: "the hand is over",
    RecordCode.DIFFERENT: "it should be {expected}, not {found}",
    RecordCode.TRUMP_NOT_NAMED: "seat {seat} must name the trump",
    RecordCode.METHOD_UNKNOWN: "the deal's method {method} is not known",
    RecordCode.COMMITMENT_DIFFERS: "the commitment is not that of the seed",
    RecordCode.DEAL_DIFFERS: "the seeds give other cards",
    RecordCode.TARGET_NOT_REACHED: "nobody has won the match",
    RecordCode.TARGET_REACHED: "the match was won, so its reason is not {reason}",
    RecordCode.WINNER_MISSING: "a forfeit has a winner",
    RecordCode.WINNER_NOT_NULL: "an abandoned match has no winner",
}


@dataclass(frozen=True, slots=True)
class Where:
    """A place in a file of records."""

    line: int
    hand: int | None = None
    step: str | None = None

    def at(self, step: str) -> Where:
        """Another place in the same hand, or in the same match where there is no hand."""
        return Where(self.line, self.hand, step)

    def in_hand(self, hand: int) -> Where:
        """The ``hand``-th hand of the list."""
        return Where(self.line, hand)

    def fault(self, code: Code | RecordCode, **params: Param) -> RecordFault:
        """The fault ``code`` at this place."""
        words = {**params, "suit_name": SUIT_NAMES.get(str(params.get("suit")), "trumps")}
        return RecordFault(self.line, self.hand, self.step, code, params, SENTENCES[code].format(**words))

    def fault_of(self, error: EngineError, seat: Seat | None = None) -> RecordFault:
        """What the rules refused at this place, as a fault."""
        return self.fault(error.code, **{"seat": seat, **error.params})

    def wrong(self, expected: str, found: object) -> RecordFault:
        """A value of the wrong type, or one that cannot stand here."""
        return self.fault(RecordCode.WRONG_VALUE, expected=expected, found=shown(found))

    def wrong_count(self, expected: str, found: int) -> RecordFault:
        """Too many or too few of something."""
        return self.fault(RecordCode.WRONG_VALUE, expected=expected, found=str(found))


def shown(value: object) -> str:
    """A value as a sentence shows it: one short line of plain characters, whatever the file holds."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    text = json.dumps(value)
    return text if len(text) <= 40 else text[:37] + "..."
