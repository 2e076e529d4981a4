"""Two kinds of player against each other on duplicate deals, so that neither is dealt the better cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import nan, sqrt
from random import Random
from typing import Final

from games.engine.cards import Team, team_of
from games.engine.results import HandResult, Outcome
from games.engine.rules import Deal, apply_in_place, deal_in_place, start
from games.engine.shuffle import SEED_BYTES, deal_cards
from games.engine.variants import OptionValue
from games.simulation.matches import NO_PLAYER_SEEDS
from games.simulation.players import Player, get_player
from games.simulation.tally import contracts_made

SIDES: Final = (0, 1)
"""The two sides of a duel: ``a`` and ``b``."""


@dataclass(frozen=True, slots=True)
class Duel:
    """What is played: hands of a variant with its options, by the players ``a`` and ``b``, from a seed."""

    variant: str
    options: Mapping[str, OptionValue]
    a: str
    b: str
    seed: int = 0


@dataclass(frozen=True, slots=True)
class DealPlayed:
    """One deal played twice: in the first hand ``a`` sits on seats 0 and 2, in the second on 1 and 3."""

    first: HandResult
    second: HandResult


def play_deals(duel: Duel, count: int) -> Iterator[DealPlayed]:
    """``count`` deals, each played twice.

    Raises InvalidOptions for a variant or options that do not exist, UnknownPlayer for a player.
    """
    return (play_deal(duel, place) for place in range(1, count + 1))


def play_deal(duel: Duel, place: int) -> DealPlayed:
    """The ``place``-th deal of a duel. It does not depend on the others. Raises as ``play_deals``."""
    deals = Random(f"{duel.seed}/{place}/deals")
    dealer = deals.randrange(4)
    cards = deal_cards(deals.randbytes(SEED_BYTES), NO_PLAYER_SEEDS, dealer)
    a, b = get_player(duel.a), get_player(duel.b)
    return DealPlayed(_hand(duel, place, dealer, cards, (a, b)), _hand(duel, place, dealer, cards, (b, a)))


def _hand(duel: Duel, place: int, dealer: int, cards: Deal, teams: tuple[Player, Player]) -> HandResult:
    """One hand at opening scores. Each team draws from a generator of its own, the same in both hands."""
    choices = [Random(f"{duel.seed}/{place}/choices/{team}") for team in (0, 1)]
    state = start(duel.variant, duel.options, dealer)
    deal_in_place(state, cards)
    while state.turn is not None:
        team = team_of(state.turn)
        apply_in_place(state, state.turn, teams[team](state, choices[team]))
    return state.results[-1]


@dataclass(slots=True)
class Figure:
    """What each side got, a hand on average, and the difference between them.

    The standard error is that of the mean difference over deals. The two hands of a deal are one
    observation: what the cards gave to one side in the first they give to the other in the second.
    """

    totals: list[float] = field(default_factory=lambda: [0.0, 0.0])
    deals: int = 0
    squares: float = 0.0

    def add(self, a: float, b: float) -> None:
        """Count a deal: what each side got in it, a hand."""
        self.deals += 1
        self.totals[0] += a
        self.totals[1] += b
        self.squares += (a - b) ** 2

    def mean(self, side: int) -> float:
        """What a side got, a hand."""
        return self.totals[side] / self.deals if self.deals else nan

    def difference(self) -> float:
        """By how much side ``a`` got more, a hand."""
        return self.mean(0) - self.mean(1)

    def standard_error(self) -> float:
        """Of ``difference``; not a number for fewer than two deals."""
        if self.deals < 2:
            return nan
        variance = (self.squares - self.deals * self.difference() ** 2) / (self.deals - 1)
        return sqrt(max(0.0, variance) / self.deals)


@dataclass(slots=True)
class DuelTally:
    """Counts over the deals of a duel, by side.

    A hand that was passed out or cancelled brings nobody a trick or a point. ``contracts`` are those of a
    side's own bids, in the 41 games of both its seats.
    """

    tricks: Figure = field(default_factory=Figure)
    points: Figure = field(default_factory=Figure)
    not_scored: int = 0
    contracts: list[int] = field(default_factory=lambda: [0, 0])
    made: list[int] = field(default_factory=lambda: [0, 0])

    @property
    def deals(self) -> int:
        """How many deals were played, each twice."""
        return self.tricks.deals

    def add(self, deal: DealPlayed) -> None:
        """Count a deal."""
        tricks, points = [0.0, 0.0], [0.0, 0.0]
        for swapped, result in ((0, deal.first), (1, deal.second)):
            if result.outcome is not Outcome.SCORED:
                self.not_scored += 1
                continue
            for side in SIDES:
                team = side ^ swapped
                tricks[side] += _of_team(result.tricks, team) / 2
                points[side] += _of_team(result.points, team) / 2
            self._count_contracts(result, swapped)
        self.tricks.add(*tricks)
        self.points.add(*points)

    def share_made(self, side: int) -> float:
        """The share of its contracts that a side made, 0 to 1; not a number if it had none."""
        return self.made[side] / self.contracts[side] if self.contracts[side] else nan

    def _count_contracts(self, result: HandResult, swapped: int) -> None:
        seats = range(4) if result.declarer is None else (result.declarer,)
        for seat, made in zip(seats, contracts_made(result), strict=True):
            side = team_of(seat) ^ swapped
            self.contracts[side] += 1
            self.made[side] += made


def _of_team(figures: tuple[int, ...] | None, team: Team) -> int:
    """A team's sum of what is counted for each seat, or for each team."""
    assert figures is not None
    return sum(figures[team::2])
