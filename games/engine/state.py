"""The state of a match.

Only ``rules`` changes a state. Its value interface (``start``, ``deal``, ``apply``) works on a copy, so that
a state once handed out stays as it is; its in-place forms are for programs that play many hands.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from games.engine.cards import Card, Seat, Trump
from games.engine.masks import SUIT_BITS, SUIT_STARTS, mask_of_holding
from games.engine.moves import Bid, Call
from games.engine.results import HandResult, MatchResult

if TYPE_CHECKING:
    from games.engine.variants.base import Variant
    from games.engine.variants.options import Options


class Phase(StrEnum):
    """What the match waits for."""

    AWAITING_DEAL = "awaiting_deal"
    AUCTION = "auction"
    NAMING_TRUMP = "naming_trump"
    PLAY = "play"
    ENDED = "ended"


@dataclass(slots=True)
class HandState:
    """One hand: the deal, the calls and plays in order, and what follows from them.

    ``dealt`` has four thirteens in seat order, each in the order dealt; ``holdings`` what each seat still
    holds, as four sets of ranks, in the order of the suits; ``repr()`` leaves both out, so that no log of a
    state shows a hidden card. ``turn_order`` says who plays after each seat. ``number`` is the one the hand
    has if it counts. ``contract`` and ``declarer`` are known once an auction has ended in them;
    until then ``high_bid`` and ``high_bidder`` stand.
    """

    ordinal: int
    number: int
    dealer: Seat
    dealt: tuple[tuple[Card, ...], ...] = field(repr=False)
    holdings: list[list[int]] = field(repr=False)
    turn_order: tuple[Seat, Seat, Seat, Seat]
    revealed: Card | None = None
    trump: Trump | None = None
    trumps: int = 0  # mask: every card of the trump suit, once the hand is played

    calls: list[tuple[Seat, Call]] = field(default_factory=list)
    bids: list[Bid | None] = field(default_factory=lambda: [None, None, None, None])
    passed: int = 0  # bit s is set: seat s has passed for good
    quiet: int = 0  # calls in a row, up to now, that were no bid
    high_bid: Bid | None = None
    high_bidder: Seat | None = None
    doubled: bool = False
    contract: Bid | None = None
    declarer: Seat | None = None

    plays: list[tuple[Seat, Card]] = field(default_factory=list)
    tricks: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    must_follow: int | None = None  # index of the suit that the next card must be of, if its seat holds one
    best_card: Card | None = None  # of the trick so far
    best_seat: Seat = 0

    result: HandResult | None = None

    @property
    def held(self) -> tuple[int, ...]:
        """The mask of what each seat still holds."""
        return tuple(map(mask_of_holding, self.holdings))

    @property
    def must_play(self) -> int:
        """The mask of the suit that the next card must be of, if its seat holds one; 0: any."""
        return 0 if self.must_follow is None else SUIT_BITS << SUIT_STARTS[self.must_follow]

    def copy(self) -> HandState:
        """A hand that can be changed without changing this one."""
        return HandState(
            self.ordinal,
            self.number,
            self.dealer,
            self.dealt,
            [holding.copy() for holding in self.holdings],
            self.turn_order,
            self.revealed,
            self.trump,
            self.trumps,
            self.calls.copy(),
            self.bids.copy(),
            self.passed,
            self.quiet,
            self.high_bid,
            self.high_bidder,
            self.doubled,
            self.contract,
            self.declarer,
            self.plays.copy(),
            self.tricks.copy(),
            self.must_follow,
            self.best_card,
            self.best_seat,
            self.result,
        )


@dataclass(slots=True)
class MatchState:
    """A match up to now.

    ``version`` counts deals, moves, and an early end. ``scores`` are per team or per seat, as the variant has
    it. ``turn`` is ``None`` when no seat is to move. ``hand`` is the hand in play, and stays the finished one
    until the next deal. ``results`` are those of all finished hands.
    """

    variant: Variant
    phase: Phase
    turn: Seat | None
    version: int
    scores: tuple[int, ...]
    hand: HandState | None
    results: tuple[HandResult, ...]
    result: MatchResult | None
    next_dealer: Seat
    next_number: int

    @property
    def options(self) -> Options:
        """Every option of the variant with its value in this match."""
        return self.variant.options

    def copy(self) -> MatchState:
        """A state that can be changed without changing this one."""
        return MatchState(
            self.variant,
            self.phase,
            self.turn,
            self.version,
            self.scores,
            self.hand.copy() if self.hand is not None else None,
            self.results,
            self.result,
            self.next_dealer,
            self.next_number,
        )
