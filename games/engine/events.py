"""What happened. Each event knows its audience: ``None`` for everyone, or the one seat that may see it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Final, TypeAlias

from games.engine.cards import DECK, SEATS, Card, Seat, Trump
from games.engine.moves import Bid, Call
from games.engine.results import HandResult, MatchResult


@dataclass(frozen=True, slots=True)
class HandStarted:
    """A hand was dealt. ``number`` is the one it has if it counts; ``ordinal`` counts every deal, from 1."""

    audience: ClassVar[None] = None
    ordinal: int
    number: int
    dealer: Seat


@dataclass(frozen=True, slots=True)
class CardsDealt:
    """Thirteen cards for one seat, sorted: the order they were dealt in is nobody's to know.

    ``repr()`` leaves them out, so that no log of events shows a hidden card.
    """

    seat: Seat
    cards: tuple[Card, ...] = field(repr=False)

    @property
    def audience(self) -> Seat:
        """Only the seat that holds the cards."""
        return self.seat


@dataclass(frozen=True, slots=True)
class CardRevealed:
    """A card shown to all; it stays in the hand of ``seat``."""

    audience: ClassVar[None] = None
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class TrumpSet:
    """The trump of the hand is known; ``seat`` chose it, or nobody did."""

    audience: ClassVar[None] = None
    trump: Trump
    seat: Seat | None


@dataclass(frozen=True, slots=True)
class CallMade:
    """A seat called."""

    audience: ClassVar[None] = None
    seat: Seat
    call: Call


@dataclass(frozen=True, slots=True)
class AuctionEnded:
    """The auction is over: with a declarer and a contract, or, in the 41 games or passed out, without."""

    audience: ClassVar[None] = None
    declarer: Seat | None
    contract: Bid | None
    doubled: bool


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A seat played a card."""

    audience: ClassVar[None] = None
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """A seat took the trick, the ``trick``-th of the hand (1–13)."""

    audience: ClassVar[None] = None
    seat: Seat
    trick: int


@dataclass(frozen=True, slots=True)
class HandEnded:
    """The hand is over: scored, passed out or cancelled."""

    audience: ClassVar[None] = None
    result: HandResult


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is over."""

    audience: ClassVar[None] = None
    result: MatchResult


Event: TypeAlias = (
    HandStarted
    | CardsDealt
    | CardRevealed
    | TrumpSet
    | CallMade
    | AuctionEnded
    | CardPlayed
    | TrickTaken
    | HandEnded
    | MatchEnded
)


def redact(event: Event, seat: Seat | None) -> Event | None:
    """The event as ``seat`` (``None``: a spectator) may be told of it, or ``None`` if it may not."""
    audience = event.audience
    return event if audience is None or audience == seat else None


# 52 of a hand's events are cards played. They are values, so each is made once and used again: making them
# anew took a third of the time of a simulated hand.
CARD_PLAYED: Final = tuple(tuple(CardPlayed(seat, card) for card in DECK) for seat in SEATS)
"""The event of each seat playing each card: ``CARD_PLAYED[seat][card.index]``."""
ONLY_CARD_PLAYED: Final = tuple(tuple((event,) for event in of_seat) for of_seat in CARD_PLAYED)
"""The same where it is all that happened, looked up in the same way."""
TRICK_TAKEN: Final = tuple(tuple(TrickTaken(seat, trick) for trick in range(14)) for seat in SEATS)
"""The event of each seat taking each trick: ``TRICK_TAKEN[seat][trick]``, trick 1–13."""
