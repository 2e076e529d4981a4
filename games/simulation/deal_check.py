"""Whether deals made from seeds look like luck: chi-squared over very many of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import comb, perm
from random import Random
from typing import Final

from games.engine.cards import DECK, SEATS, Card, Rank, Suit
from games.engine.shuffle import SEED_BYTES, deal_cards
from games.simulation.chi_squared import ChiSquared, compare

NO_PLAYER_SEEDS: Final = ("", "", "", "")
BATCH: Final = 1000
PLACES: Final = len(DECK)

# What a seat holds, added up card by card: four bits a suit for its length, and above them a bit an ace.
_LENGTH_BITS: Final = 16
_WEIGHT: Final[dict[Card, int]] = {
    card: (1 << 4 * card.suit.index) + (1 << _LENGTH_BITS + card.suit.index if card.rank is Rank.ACE else 0)
    for card in DECK
}

Deal = tuple[tuple[Card, ...], ...]
Shape = tuple[int, ...]


def seeded_deals(count: int, seed: int) -> Iterator[tuple[int, Deal]]:
    """``count`` deals, each with its dealer, from server seeds that follow from ``seed``; every seat deals
    in turn, and no player gives a seed."""
    seeds = Random(f"{seed}/deals")
    for number in range(count):
        dealer = number % 4
        yield dealer, deal_cards(seeds.randbytes(SEED_BYTES), NO_PLAYER_SEEDS, dealer)


@dataclass(frozen=True, slots=True)
class DealTest:
    """One test: what was looked at, and how it came out."""

    name: str
    result: ChiSquared


class DealCounts:
    """What is counted of deals, and the tests of it."""

    def __init__(self) -> None:
        self.deals = 0
        self._at_place: tuple[Counter[Card], ...] = tuple(Counter() for _ in range(PLACES))
        self._shapes: tuple[Counter[int], ...] = tuple(Counter() for _ in SEATS)
        self._aces: Counter[tuple[int, ...]] = Counter()
        self._waiting: list[list[Card]] = []

    def add(self, dealer: int, dealt: Deal) -> None:
        """Count a deal: four thirteens in seat order."""
        self.deals += 1
        first = dealer + 1
        self._waiting.append([card for seat in range(first, first + 4) for card in dealt[seat % 4]])
        if len(self._waiting) == BATCH:
            self._count_places()
        sums = [sum(map(_WEIGHT.__getitem__, thirteen)) for thirteen in dealt]
        for seat, total in enumerate(sums):
            self._shapes[seat][total & (1 << _LENGTH_BITS) - 1] += 1
        self._aces[tuple(total >> _LENGTH_BITS for total in sums)] += 1

    def _count_places(self) -> None:
        for place, cards in zip(self._at_place, zip(*self._waiting, strict=True), strict=True):
            place.update(cards)
        self._waiting.clear()

    def tests(self) -> list[DealTest]:
        """Every test of the deals counted so far."""
        shapes = [DealTest(f"suit lengths of seat {seat}", self._test_shapes(seat)) for seat in SEATS]
        return [
            DealTest("card positions", self._test_places()),
            *shapes,
            DealTest("aces by seat", self._test_aces()),
        ]

    def _test_places(self) -> ChiSquared:
        """Each of 52 cards at each of 52 places, counted from the dealer's right.

        Every deal has each card once and each place once, so 51 times 51 cells are free, and the plain sum of
        a table of permutations is 52/51 times a chi-squared.
        """
        if self._waiting:
            self._count_places()
        expected = self.deals / PLACES
        total = sum((place[card] - expected) ** 2 / expected for place in self._at_place for card in DECK)
        return ChiSquared(total * (PLACES - 1) / PLACES, (PLACES - 1) ** 2)

    def _test_shapes(self, seat: int) -> ChiSquared:
        """The 560 ways in which thirteen cards fall into four suits."""
        counts = {_shape_of(code): count for code, count in self._shapes[seat].items()}
        return compare((counts.get(shape, 0), self.deals * share) for shape, share in SHAPES.items())

    def _test_aces(self) -> ChiSquared:
        """The 256 ways in which four aces fall to four seats."""
        return compare((self._aces[holding], self.deals * share) for holding, share in ACES.items())

    def patterns(self) -> list[tuple[Shape, float, float]]:
        """The lengths of a hand's suits, longest first, with the share of all hands seen and expected."""
        seen: Counter[Shape] = Counter()
        for counter in self._shapes:
            for code, count in counter.items():
                seen[_longest_first(_shape_of(code))] += count
        expected: Counter[Shape] = Counter()
        for shape, share in SHAPES.items():
            expected[_longest_first(shape)] += share  # type: ignore[assignment]  # shares, not counts
        hands = 4 * self.deals
        return [(shape, seen[shape] / hands, share) for shape, share in expected.most_common()]

    def ace_shares(self) -> list[list[float]]:
        """For each suit, clubs first, the share of deals in which each seat holds its ace."""
        totals = [[0, 0, 0, 0] for _ in Suit]
        for holding, count in self._aces.items():
            for suit in Suit:
                totals[suit.index][_holder(holding, suit.index)] += count
        return [[count / self.deals for count in seats] for seats in totals]


def _shape_of(code: int) -> Shape:
    return tuple(code >> 4 * suit & 15 for suit in range(4))


def _longest_first(shape: Shape) -> Shape:
    return tuple(sorted(shape, reverse=True))


def _holder(holding: Sequence[int], suit: int) -> int:
    return next(seat for seat in SEATS if holding[seat] >> suit & 1)


def _shapes() -> dict[Shape, float]:
    """Every shape with its chance: the ways to take so many of each suit, of the ways to take thirteen."""
    hands = comb(52, 13)
    lengths = [shape for shape in product(range(14), repeat=4) if sum(shape) == 13]
    return {
        shape: comb(13, shape[0]) * comb(13, shape[1]) * comb(13, shape[2]) * comb(13, shape[3]) / hands
        for shape in lengths
    }


def _aces() -> dict[tuple[int, ...], float]:
    """Every way of the four aces with its chance: the places free for them in each seat, of all places."""
    chances = {}
    for seats in product(SEATS, repeat=4):
        places = 1
        for seat in SEATS:
            places *= perm(13, seats.count(seat))
        holding = tuple(sum(1 << suit for suit in range(4) if seats[suit] == seat) for seat in SEATS)
        chances[holding] = places / perm(52, 4)
    return chances


SHAPES: Final = _shapes()
ACES: Final = _aces()
