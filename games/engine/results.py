"""How hands and matches ended: public summaries, in the notation of records, ready to be stored and sent."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from games.engine.cards import Seat, Team


class Outcome(StrEnum):
    """How a hand ended."""

    SCORED = "scored"
    PASSED_OUT = "passed_out"  # nobody bid
    CANCELLED = "cancelled"  # the four bids of a 41 game came to less than 11


class Reason(StrEnum):
    """Why a match ended."""

    TARGET = "target"
    FORFEIT = "forfeit"
    ABANDONED = "abandoned"


@dataclass(frozen=True, slots=True)
class HandResult:
    """A finished hand. Every field is public.

    ``ordinal`` counts every hand of the match from 1, ``number`` (or ``None``) those that count.
    ``contract``, ``trump``, ``revealed`` and ``bids`` are text forms (``"8H"``, ``"S"``, ``"CA"``); ``bids``
    has the last bid of each seat. ``tricks`` is per seat. ``points`` is what the hand added and ``scores``
    the running scores after it, both per team or per seat as the variant has it.
    """

    ordinal: int
    number: int | None
    dealer: Seat
    outcome: Outcome
    declarer: Seat | None
    contract: str | None
    doubled: bool
    trump: str | None
    revealed: str | None
    bids: tuple[str | None, ...]
    tricks: tuple[int, ...] | None
    points: tuple[int, ...] | None
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A finished match. ``winner`` is a team, or ``None`` for a match that was abandoned."""

    winner: Team | None
    reason: Reason
    scores: tuple[int, ...]
