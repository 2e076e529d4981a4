"""Sets of cards as numbers: one of 52 bits for all, or one of 13 bits for each suit.

In a 52-bit set, a mask, the bit ``suit.index * 13 + rank - 2`` stands for the card. In a 13-bit set of ranks
the bit ``rank - 2`` does, and a holding is four of them, in the order of the suits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Generic, TypeVar

T = TypeVar("T")

CARDS_A_SUIT: Final = 13
SUIT_BITS: Final = (1 << CARDS_A_SUIT) - 1
ALL_CARDS: Final = (1 << 52) - 1
SUIT_STARTS: Final = (0, 13, 26, 39)


def holding_of(mask: int) -> list[int]:
    """The ranks of each suit in ``mask``."""
    return [mask & SUIT_BITS, mask >> 13 & SUIT_BITS, mask >> 26 & SUIT_BITS, mask >> 39]


def mask_of_holding(holding: Sequence[int]) -> int:
    """The mask of a holding: ``holding_of`` the other way."""
    clubs, diamonds, hearts, spades = holding
    return clubs | diamonds << 13 | hearts << 26 | spades << 39


def subsets(items: Sequence[T]) -> tuple[tuple[T, ...], ...]:
    """For every set of items, as a number whose lowest bit is the first item, the items in it, in order."""
    found: list[tuple[T, ...]] = [()]
    for item in items:
        found += [(*smaller, item) for smaller in found]
    return tuple(found)


class MaskTable(Generic[T]):
    """Looks up the items that stand at the bits of a mask.

    There is a table for each byte, small enough for the processor's cache; walking over the bits takes
    several times as long.
    """

    __slots__ = ("_tables",)

    def __init__(self, items: Sequence[T]) -> None:
        self._tables = tuple(subsets(items[start : start + 8]) for start in range(0, 52, 8))

    def of(self, mask: int) -> tuple[T, ...]:
        """The items at the bits of ``mask``, the lowest bit's first."""
        first, second, third, fourth, fifth, sixth, last = self._tables
        a, b, c, d, e, f, g = mask.to_bytes(7, "little")
        return first[a] + second[b] + third[c] + fourth[d] + fifth[e] + sixth[f] + last[g]
