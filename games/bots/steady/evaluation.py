"""Counting the tricks that a holding of thirteen cards should take, in hundredths of a trick.

The counts are a beginner's, with the worth of each card set so that the sums come out right on average; see
docs/bots.md for how they were measured.
"""

from __future__ import annotations

from typing import Final

from games.engine.cards import NO_TRUMP, Suit, Trump
from games.engine.masks import SUIT_BITS
from games.engine.moves import MOST_TRICKS

ACE: Final = 1 << 12
KING: Final = 1 << 11
QUEEN: Final = 1 << 10
JACK: Final = 1 << 9
TOP_THREE: Final = ACE | KING | QUEEN

TRICK: Final = 100
"""One trick, as these counts have it."""


def suit_cards(held: int, suit: Suit) -> int:
    """The cards of one suit in ``held`` as thirteen bits, the two lowest."""
    return held >> (13 * suit.index) & SUIT_BITS


def tricks_in(held: int, trump: Trump) -> int:
    """What the holding should take by itself with this trump, in hundredths of a trick."""
    if trump is NO_TRUMP:
        return sum(_plain_suit(suit_cards(held, suit), long_cards=True) for suit in Suit)
    total = 0
    short = 0
    length = 0
    for suit in Suit:
        cards = suit_cards(held, suit)
        if suit is trump:
            length = cards.bit_count()
            total += _trump_suit(cards)
        else:
            total += _plain_suit(cards, long_cards=False)
            short += max(0, 2 - cards.bit_count())
    return total + _ruffs(length, short)


def longest_suit(held: int) -> Suit:
    """The longest suit; of equal ones that with the higher cards, then the higher suit."""

    def strength(suit: Suit) -> tuple[int, int, int]:
        cards = suit_cards(held, suit)
        return cards.bit_count(), cards, suit.index

    return max(Suit, key=strength)


def with_partner(own: int, share: int) -> int:
    """What a team should take by one seat's count: the partner takes ``share`` in a hundred of the rest."""
    return own + (MOST_TRICKS * TRICK - own) * share // 100


def _plain_suit(cards: int, *, long_cards: bool) -> int:
    """Aces, guarded honours of a suit that is no trump; with ``long_cards`` what is past the third too."""
    length = cards.bit_count()
    total = 0
    if cards & ACE:
        total += 90
    if cards & KING and length >= 2:
        total += 65
    if cards & QUEEN and length >= 3:
        total += 35
    if cards & JACK and length >= 4:
        total += 15
    if long_cards and (cards & TOP_THREE).bit_count() >= 2:
        total += 70 * max(0, length - 3)
    return total


def _trump_suit(cards: int) -> int:
    """Guarded trump honours, and the trumps past the third."""
    length = cards.bit_count()
    total = 95 * max(0, length - 3)
    if cards & ACE:
        total += 100
    if cards & KING and length >= 2:
        total += 85
    if cards & QUEEN and length >= 3:
        total += 60
    if cards & JACK and length >= 4:
        total += 35
    return total


def _ruffs(trumps: int, short: int) -> int:
    """What short side suits are worth: ``short`` counts the cards by which they fall short of two."""
    return 32 * min(short, trumps)
