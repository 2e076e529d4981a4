"""What a match record holds, as values. docs/record.md describes each key."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from games.engine.cards import Card, Seat, Trump
from games.engine.moves import Call
from games.engine.results import MatchResult
from games.engine.variants import Options

FORMAT: Final = "tarneeb-record/1"


@dataclass(frozen=True, slots=True)
class FairDeal:
    """The seeds that a deal was made from. ``commitment`` and ``seed`` are 64 hexadecimal digits each."""

    method: str
    commitment: str
    seed: str
    player_seeds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HandRecord:
    """One hand: the deal, what was done, and what came of it.

    ``cards`` has four thirteens in seat order, each in the order dealt. ``tricks`` is per seat, ``points``
    and ``scores`` per team or per seat, as the variant has it.
    """

    number: int | None
    dealer: Seat
    cards: tuple[tuple[Card, ...], ...]
    revealed: Card | None
    calls: tuple[tuple[Seat, Call], ...]
    trump: Trump | None
    plays: tuple[Card, ...]
    tricks: tuple[int, ...] | None
    points: tuple[int, ...] | None
    scores: tuple[int, ...]
    fair: FairDeal | None = None


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """One finished match. ``line`` is where it was read, for faults; it is no part of the record."""

    match: str
    variant: str
    options: Options
    seats: tuple[str, ...]
    hands: tuple[HandRecord, ...]
    result: MatchResult
    line: int = field(default=1, compare=False)
