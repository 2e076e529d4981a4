"""The engine's errors: a stable code and parameters each.

The sentences that players read belong to the site, in each language; a code never changes its meaning.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeAlias

Param: TypeAlias = str | int | None
Params: TypeAlias = Mapping[str, Param]


class Code(StrEnum):
    """Every reason for which the engine refuses something. The comment gives the parameters."""

    NOT_A_MOVE = "not_a_move"  # text

    NOT_YOUR_TURN = "not_your_turn"  # seat, turn
    MATCH_OVER = "match_over"
    NO_HAND_DEALT = "no_hand_dealt"
    WRONG_PHASE = "wrong_phase"  # phase

    BID_TOO_LOW = "bid_too_low"  # bid, high
    BID_OUT_OF_RANGE = "bid_out_of_range"  # bid, lowest, highest
    BID_NEEDS_SUIT = "bid_needs_suit"  # bid
    BID_TAKES_NO_SUIT = "bid_takes_no_suit"  # bid
    PASS_NOT_ALLOWED = "pass_not_allowed"
    MUST_BID_SEVEN = "must_bid_seven"
    NOTHING_TO_DOUBLE = "nothing_to_double"
    DOUBLE_OWN_TEAM = "double_own_team"
    ALREADY_DOUBLED = "already_doubled"
    DOUBLE_NOT_PLAYED = "double_not_played"
    NO_TRUMP_NOT_PLAYED = "no_trump_not_played"

    CARD_NOT_HELD = "card_not_held"  # card
    MUST_FOLLOW_SUIT = "must_follow_suit"  # suit
    MUST_LEAD_TRUMP = "must_lead_trump"  # suit

    NOT_A_SEAT = "not_a_seat"  # seat
    NOT_A_TEAM = "not_a_team"  # team
    DEAL_NOT_AWAITED = "deal_not_awaited"  # phase
    NOT_A_FULL_DEAL = "not_a_full_deal"

    UNKNOWN_VARIANT = "unknown_variant"  # variant
    OPTION_UNKNOWN = "option_unknown"  # option
    OPTION_VALUE = "option_value"  # option, value
    OPTION_MISSING = "option_missing"  # option
    OPTIONS_EXCLUDE = "options_exclude"  # option, other


class RecordCode(StrEnum):
    """Every reason, besides those of ``Code``, for which a match record is refused."""

    NOT_UTF8 = "not_utf8"
    NOT_JSON = "not_json"  # problem
    NESTED_TOO_DEEP = "nested_too_deep"
    NUMBER_TOO_LONG = "number_too_long"
    NUMBER_NOT_FINITE = "number_not_finite"  # found
    KEY_TWICE = "key_twice"  # key
    KEY_UNKNOWN = "key_unknown"  # key
    KEY_MISSING = "key_missing"  # key
    WRONG_VALUE = "wrong_value"  # expected, found
    NOT_TEXT = "not_text"
    CARD_TWICE = "card_twice"  # card

    AFTER_THE_END = "after_the_end"
    HAND_STOPS = "hand_stops"
    AUCTION_OVER = "auction_over"
    NOT_IN_PLAY = "not_in_play"
    HAND_OVER = "hand_over"
    DIFFERENT = "different"  # expected, found
    TRUMP_NOT_NAMED = "trump_not_named"  # seat
    METHOD_UNKNOWN = "method_unknown"  # method
    COMMITMENT_DIFFERS = "commitment_differs"
    DEAL_DIFFERS = "deal_differs"
    TARGET_NOT_REACHED = "target_not_reached"
    TARGET_REACHED = "target_reached"  # reason
    WINNER_MISSING = "winner_missing"
    WINNER_NOT_NULL = "winner_not_null"


def brief(value: object) -> str:
    """What was given instead of what was asked for, as short as an error should carry it."""
    try:
        return str(value)[:40]
    except (RecursionError, ValueError):  # nested too deep to be written, or a number of thousands of digits
        return type(value).__name__


class EngineError(Exception):
    """A refusal: ``code`` says why, ``params`` what the sentence about it needs."""

    def __init__(self, code: Code | RecordCode, params: Params | None = None) -> None:
        self.code = code
        self.params: dict[str, Param] = dict(params or {})
        super().__init__(code, self.params)

    def __str__(self) -> str:
        details = ", ".join(f"{key}={value}" for key, value in self.params.items())
        return f"{self.code} ({details})" if details else str(self.code)


class InvalidMove(EngineError):
    """Not a move at all: a text that no move is written as."""


class IllegalMove(EngineError):
    """A move, but against the rules here and now. The state is as it was."""


class InvalidOptions(EngineError):
    """No such variant or option, a value that an option does not take, or two that exclude each other."""


class InvalidDeal(EngineError):
    """A deal that is not awaited, or that is not 52 different cards in four thirteens."""


class RecordFault(EngineError):
    """The first fault of a match record. ``str()`` is a whole English sentence that says where it is.

    ``line`` is that of the file, from 1; ``hand`` counts the record's list, from 1, or is ``None`` when the
    fault is in no hand; ``step`` is a key, or such as ``"play 17"``, or ``None``.
    """

    def __init__(
        self,
        line: int,
        hand: int | None,
        step: str | None,
        code: Code | RecordCode,
        params: Params,
        sentence: str,
    ) -> None:
        super().__init__(code, params)
        self.line = line
        self.hand = hand
        self.step = step
        self.sentence = sentence
        self.args = (line, hand, step, code, self.params, sentence)  # what a copy is made from

    def __str__(self) -> str:
        place = [f"line {self.line}"]
        if self.hand is not None:
            place.append(f"hand {self.hand}")
        if self.step is not None:
            place.append(self.step)
        return f"{', '.join(place)}: {self.sentence}"
