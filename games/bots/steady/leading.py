"""Which card to lead."""

from __future__ import annotations

from games.bots.steady.memory import ABOVE, Memory, lowest, suits_of
from games.engine.cards import Card, mask_of


def lead(memory: Memory) -> Card:
    """Trumps to be drawn first, then winners, then a ruff for the partner, then the least risk."""
    return (
        _draw_trumps(memory)
        or _winner(memory)
        or _ruff_for_partner(memory)
        or _short_suit(memory)
        or _quiet(memory)
    )


def _trumps(memory: Memory) -> tuple[Card, ...]:
    """The trumps that may be led, lowest first."""
    return tuple(card for card in memory.legal if card.bit & memory.trumps)


def should_draw(memory: Memory) -> bool:
    """Whether our side holds most of the trumps that are left, and the opponents may still hold some.

    The team that declared is taken to hold them; of unseen trumps a seat holds its share.
    """
    unseen = memory.unseen & memory.trumps
    if not memory.opponents_may_hold() & memory.trumps:
        return False
    mine = (memory.held & memory.trumps).bit_count()
    if memory.declarer == memory.partner:
        return not memory.is_void(memory.partner, memory.trumps)
    return mine > unseen.bit_count() / 2 and (memory.declarer == memory.seat or memory.own_bids)


def _draw_trumps(memory: Memory) -> Card | None:
    trumps = _trumps(memory)
    if not trumps or not should_draw(memory) or _only_the_best_is_left(memory, trumps[-1]):
        return None
    if memory.is_master(trumps[-1]):
        return trumps[-1]
    if memory.declarer == memory.partner:
        return trumps[-1]
    return _top_of_sequence(memory, trumps) or trumps[0]


def _only_the_best_is_left(memory: Memory, highest: Card) -> bool:
    """Whether the one trump that is out would win anyway, so that drawing it gains nothing."""
    unseen = memory.unseen & memory.trumps
    return unseen.bit_count() == 1 and bool(unseen & ABOVE[highest.index])


def _top_of_sequence(memory: Memory, cards: tuple[Card, ...]) -> Card | None:
    """The highest card if nobody else holds one between it and the next: it only drives out higher ones."""
    if len(cards) < 2 or cards[-1].rank < 10:
        return None
    between = ABOVE[cards[-2].index] & ~ABOVE[cards[-1].index] & memory.unseen
    return None if between else cards[-1]


def _winner(memory: Memory) -> Card | None:
    """A side card that no opponent can beat or is known to ruff; of the suit with most cards unseen."""
    safe = [
        card
        for card in memory.legal
        if not card.bit & memory.trumps
        and memory.is_master(card)
        and not any(memory.can_beat(seat, card, card.suit_mask) for seat in memory.opponents)
    ]
    if not safe:
        return None
    return max(safe, key=lambda card: ((memory.unseen & card.suit_mask).bit_count(), card.rank))


def _ruff_for_partner(memory: Memory) -> Card | None:
    """A low card of a suit that the partner lacks, and may ruff."""
    if memory.is_void(memory.partner, memory.trumps):
        return None
    suits = [
        cards[0]
        for cards in suits_of(mask_of(memory.legal) & ~memory.trumps)
        if memory.is_void(memory.partner, cards[0].suit_mask)
    ]
    return lowest(suits) if suits else None


def _short_suit(memory: Memory) -> Card | None:
    """A side suit's only card, no honour that may yet win, to ruff the suit later."""
    if not memory.held & memory.trumps or memory.declarer == memory.seat:
        return None
    alone = [
        cards[0]
        for cards in suits_of(memory.held & ~memory.trumps)
        if len(cards) == 1 and cards[0].rank < 13 and cards[0] in memory.legal
    ]
    return lowest(alone) if alone else None


def _quiet(memory: Memory) -> Card:
    """The top of a sequence, or a low card of the suit that it costs least to lead from."""
    suits = suits_of(mask_of(memory.legal) & ~memory.trumps) or suits_of(mask_of(memory.legal))
    for cards in sorted(suits, key=len, reverse=True):
        top = _top_of_sequence(memory, cards)
        if top is not None and len(cards) >= 3:
            return top
    return min(suits, key=lambda cards: (_risk(memory, cards), -len(cards), cards[0].rank))[0]


def _risk(memory: Memory, cards: tuple[Card, ...]) -> int:
    """What leading low from a suit may cost: a guarded honour, or an opponent's ruff."""
    suit = cards[0].suit_mask
    void = any(
        memory.is_void(seat, suit) and not memory.is_void(seat, memory.trumps) for seat in memory.opponents
    )
    top = cards[-1]
    guarded = len(cards) <= 3 and bool(ABOVE[top.index] & memory.unseen) and top.rank in (12, 13)
    return 2 * void + guarded
