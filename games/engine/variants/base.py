"""What a variant supplies. The phase machine in ``rules`` asks it, and never which variant it is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar, Final, Literal

from games.engine.auction import Auction
from games.engine.cards import Card, Seat, Suit, Team, Trump
from games.engine.moves import NAME_SUIT, NameTrump
from games.engine.results import Outcome
from games.engine.state import HandState
from games.engine.variants.options import Options, OptionSpec, complete


class Variant(ABC):
    """A game under the options of one match.

    The class says what the variant is (``key``, ``option_specs``, ``scores_per``); an instance, made from the
    options chosen, answers for a match. Raises InvalidOptions when they do not fit.
    """

    key: ClassVar[str]
    option_specs: ClassVar[tuple[OptionSpec, ...]]
    scores_per: ClassVar[Literal["team", "seat"]]

    turn_order: ClassVar[tuple[Seat, Seat, Seat, Seat]] = (1, 2, 3, 0)
    """Who acts after each seat: everything goes to the right."""

    auction: Auction

    def __init__(self, options: Mapping[str, object] | None = None) -> None:
        self.options: Final[Options] = complete(self.option_specs, options or {})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Variant) and (self.key, self.options) == (other.key, other.options)

    def __hash__(self) -> int:
        return hash((self.key, tuple(sorted(self.options.items()))))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({dict(self.options)})"

    @property
    def target(self) -> int:
        """The score that a match goes to."""
        return self.options["target"]

    def opening_scores(self) -> tuple[int, ...]:
        """The scores before the first hand."""
        return (0, 0) if self.scores_per == "team" else (0, 0, 0, 0)

    def revealed(self, dealt: tuple[tuple[Card, ...], ...], dealer: Seat) -> Card | None:
        """The card shown to all after the deal, if the game shows one."""
        return None

    def trump_of_deal(self, revealed: Card | None) -> Trump | None:
        """The trump, where it is known from the deal on."""
        return None

    @abstractmethod
    def outcome_of_auction(self, hand: HandState) -> Outcome | None:
        """How the hand ends right after its auction, without play; ``None`` when it is played."""

    def trump_of_auction(self, hand: HandState) -> Trump | None:
        """The trump that the auction fixed; ``None``: the declarer names it, if none is known yet."""
        return None

    def namings(self) -> tuple[NameTrump, ...]:
        """The moves open to a declarer who names the trump."""
        return NAME_SUIT

    @abstractmethod
    def first_leader(self, hand: HandState) -> Seat:
        """Who leads the first trick."""

    def opening_suit(self, trump: Trump) -> Suit | None:
        """The suit that the very first lead must be of, if its seat holds one; ``None``: any card."""
        return None

    @abstractmethod
    def points(self, hand: HandState) -> tuple[int, ...]:
        """What a hand that was played adds to the scores, per team or per seat."""

    @abstractmethod
    def winner(self, scores: tuple[int, ...]) -> Team | None:
        """The team that has won with these scores after a scored hand, or ``None``: play on."""

    @abstractmethod
    def next_dealer(self, dealer: Seat, outcome: Outcome) -> Seat:
        """Who deals after a hand that ended so."""
