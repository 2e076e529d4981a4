"""Following suit, and who takes a trick."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.cards import Card, Trump


def playable(held: int, led: int) -> int:
    """The cards of ``held`` that may be played to a trick: those of the ``led`` suit if there are any.

    Takes and gives masks. ``led`` is the mask of the suit that must be played: of the led suit when
    following, of the trump when it must be led, 0 when any card may be led.
    """
    return held & led or held


def beats(card: Card, best: Card, trumps: int) -> bool:
    """Whether ``card``, played later, beats the ``best`` card of the trick so far; ``trumps`` is a mask.

    Within a suit the higher card wins. A card of another suit than the best one wins only as a trump: a
    discard never does.
    """
    if card.suit_mask == best.suit_mask:
        return card.index > best.index
    return card.bit & trumps != 0


def winning_place(cards: Sequence[Card], trump: Trump) -> int:
    """The place (0 is the lead) of the card that wins the trick, whole or so far. Takes at least one card."""
    best = 0
    for place in range(1, len(cards)):
        if beats(cards[place], cards[best], trump.mask):
            best = place
    return best
