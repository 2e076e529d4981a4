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


class EngineError(Exception):
    """A refusal: ``code`` says why, ``params`` what the sentence about it needs."""

    def __init__(self, code: Code, params: Params | None = None) -> None:
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
