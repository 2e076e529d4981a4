"""Counting the tricks that a holding of thirteen cards should take, in hundredths of a trick.

The counts are a beginner's, with the worth of each card set so that the sums come out right on average; see
docs/bots.md for how they were measured.
"""

from __future__ import annotations

from typing import Final

from games.engine.cards import NO_TRUMP, Suit, Trump
from games.engine.masks import SUIT_BITS

ACE: Final = 1 << 12
KING: Final = 1 << 11
QUEEN: Final = 1 << 10
JACK: Final = 1 << 9

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
    return max(Suit, key=lambda suit: (suit_cards(held, suit).bit_count(), suit_cards(held, suit), suit.index))


def _plain_suit(cards: int, *, long_cards: bool) -> int:
    """Aces, guarded kings and queens of a suit that is no trump; ``long_cards``: what is past the third too."""
    length = cards.bit_count()
    higher = 0
    total = 0
    if cards & ACE:
        total += 95
        higher += 1
    if cards & KING and (higher or length >= 2):
        total += 75 if higher else 55
        higher += 1
    if cards & QUEEN and length >= 3:
        total += 40 if higher else 15
        higher += 1
    if long_cards and length > 3 and higher >= 2:
        total += 70 * (length - 3)
    return total


def _trump_suit(cards: int) -> int:
    """Trump honours that are guarded, and the trumps past the third."""
    length = cards.bit_count()
    total = 0
    if cards & ACE:
        total += 100
    if cards & KING and (cards & ACE or length >= 2):
        total += 95 if cards & ACE else 80
    if cards & QUEEN and length >= 3:
        total += 60
    if cards & JACK and length >= 4:
        total += 30
    return total + 90 * max(0, length - 3)


def _ruffs(trumps: int, short: int) -> int:
    """What short suits (``short``: the cards by which suits fall short of two) are worth beside few trumps."""
    return 40 * min(short, 3, trumps)
