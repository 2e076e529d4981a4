"""From a 52-bit set of cards to whatever belongs to each card of the set."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Generic, TypeVar

T = TypeVar("T")

CARDS_A_SUIT: Final = 13
SUIT_BITS: Final = (1 << CARDS_A_SUIT) - 1
ALL_CARDS: Final = (1 << 52) - 1


def _subsets(items: Sequence[T]) -> tuple[tuple[T, ...], ...]:
    """For every subset of ``items``, as a number whose bits choose them, the items chosen, in order."""
    subsets: list[tuple[T, ...]] = [()]
    for item in items:
        subsets += [(*earlier, item) for earlier in subsets]
    return tuple(subsets)


class MaskTable(Generic[T]):
    """Looks up the items that stand at the bits of a mask.

    Every subset of a suit is kept ready (8,192 a suit): looking four of them up is several times as fast as
    walking over the bits, and legal moves are asked for at every turn.
    """

    __slots__ = ("_first", "_fourth", "_second", "_third")

    def __init__(self, items: Sequence[T]) -> None:
        suits = (_subsets(items[start : start + CARDS_A_SUIT]) for start in range(0, 52, CARDS_A_SUIT))
        self._first, self._second, self._third, self._fourth = suits

    def of(self, mask: int) -> tuple[T, ...]:
        """The items at the bits of ``mask``, the lowest bit's first."""
        return (
            self._first[mask & SUIT_BITS]
            + self._second[mask >> 13 & SUIT_BITS]
            + self._third[mask >> 26 & SUIT_BITS]
            + self._fourth[mask >> 39]
        )
