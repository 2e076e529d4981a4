"""From a 52-bit set of cards to whatever belongs to each card of the set."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Generic, TypeVar

T = TypeVar("T")

CARDS_A_SUIT: Final = 13
SUIT_BITS: Final = (1 << CARDS_A_SUIT) - 1
ALL_CARDS: Final = (1 << 52) - 1

FIRST_SUIT: Final = SUIT_BITS
SECOND_SUIT: Final = SUIT_BITS << 13
THIRD_SUIT: Final = SUIT_BITS << 26
FOURTH_SUIT: Final = SUIT_BITS << 39


class MaskTable(Generic[T]):
    """Looks up the items that stand at the bits of a mask.

    The answer for every set of cards of one suit is kept ready (8,192 a suit). Legal moves are asked for at
    every turn and are of one suit whenever a seat follows; walking over the bits takes several times as long.
    """

    __slots__ = ("_of_one_suit",)

    def __init__(self, items: Sequence[T]) -> None:
        self._of_one_suit: dict[int, tuple[T, ...]] = {}
        for start in range(0, len(items), CARDS_A_SUIT):
            subsets: dict[int, tuple[T, ...]] = {0: ()}
            for place in range(start, start + CARDS_A_SUIT):
                with_it = {mask | 1 << place: (*lower, items[place]) for mask, lower in subsets.items()}
                subsets |= with_it
            self._of_one_suit |= subsets

    def of(self, mask: int) -> tuple[T, ...]:
        """The items at the bits of ``mask``, the lowest bit's first."""
        ready = self._of_one_suit
        if mask in ready:
            return ready[mask]
        return (
            ready[mask & FIRST_SUIT]
            + ready[mask & SECOND_SUIT]
            + ready[mask & THIRD_SUIT]
            + ready[mask & FOURTH_SUIT]
        )
