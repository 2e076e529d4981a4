"""Which card to play to a trick that was led."""

from __future__ import annotations

from typing import Final

from games.bots.steady.memory import ABOVE, Memory, lowest, suits_of
from games.engine.cards import Card, mask_of
from games.engine.tricks import beats

LAST: Final = 3
SECOND: Final = 1
HIGH_LEAD: Final = 10
"""The lowest rank of a led card that a second hand takes with a winner of its own."""


def follow(memory: Memory) -> Card:
    """Second hand mostly low, third hand high, the last as cheap as will do; the partner's winner is left."""
    assert memory.best is not None
    winning = [card for card in memory.legal if beats(card, memory.best, memory.trumps)]
    if not winning:
        return throw_away(memory)
    if memory.winner == memory.partner:
        return _behind_partner(memory, winning)
    if len(memory.trick) == LAST or not follows_suit(memory):
        return _cheapest(memory, winning)
    if len(memory.trick) == SECOND:
        return _second_hand(memory, winning)
    return _third_hand(memory, winning)


def follows_suit(memory: Memory) -> bool:
    """Whether the seat holds the led suit."""
    return bool(memory.held & memory.led)


def needs_trick(memory: Memory) -> bool:
    """Whether the seat's own bid needs this trick: its sure winners do not cover what it lacks."""
    lacking = memory.needs[memory.seat]
    return lacking > 0 and lacking > sure_tricks(memory)


def sure_tricks(memory: Memory) -> int:
    """The tricks that are the seat's whoever leads: top trumps, one a suit that none is known to ruff."""
    sure = 0
    for cards in suits_of(memory.held):
        suit = cards[0].suit_mask
        masters = sum(memory.is_master(card) for card in cards)
        if suit == memory.trumps:
            sure += masters
        elif not any(memory.is_void(seat, suit) for seat in memory.opponents):
            sure += min(masters, 1)
    return sure


def _behind_partner(memory: Memory, winning: list[Card]) -> Card:
    """Leave the partner the trick, unless the own bid needs it or the last player threatens it."""
    assert memory.best is not None
    if len(memory.trick) == LAST or not follows_suit(memory):
        return _cheapest(memory, winning) if needs_trick(memory) else throw_away(memory)
    high = _third_hand(memory, winning)
    threats = memory.can_beat(memory.opponents[0], memory.best, memory.led)
    met = threats & memory.led & ~ABOVE[high.index]
    return high if met or needs_trick(memory) else throw_away(memory)


def _second_hand(memory: Memory, winning: list[Card]) -> Card:
    """Low, unless a sure winner may take a high card, or would soon be ruffed: the suit was led before."""
    masters = [card for card in winning if memory.is_master(card)]
    if masters and (memory.trick[0][1].rank >= HIGH_LEAD or _led_before(memory)):
        return lowest(masters)
    return throw_away(memory)


def _led_before(memory: Memory) -> bool:
    """Whether the led side suit has lost cards in earlier tricks."""
    gone = memory.led & ~memory.trumps & ~memory.unseen & ~memory.held
    return bool(gone & ~memory.trick[0][1].bit)


def _third_hand(memory: Memory, winning: list[Card]) -> Card:
    """High: the cheapest card that the last player cannot beat, else the highest; of equals the lowest."""
    last = memory.opponents[0]
    for card in sorted(winning, key=lambda card: card.rank):
        if not memory.can_beat(last, card, memory.led):
            return card
    if not memory.may_hold[last] & memory.led:
        return throw_away(memory)  # it is void and may ruff whatever is played
    return _lowest_equal(memory, winning)


def _lowest_equal(memory: Memory, cards: list[Card]) -> Card:
    """The lowest of the cards that are worth as much as the highest: nobody else holds one between."""
    high = max(cards, key=lambda card: card.rank)
    equal = [card for card in cards if not ABOVE[card.index] & ~ABOVE[high.index] & memory.unseen]
    return lowest(equal)


def _cheapest(memory: Memory, winning: list[Card]) -> Card:
    """The cheapest card that wins: no trump before a trump, then the lowest."""
    return min(winning, key=lambda card: (bool(card.bit & memory.trumps), card.rank))


def throw_away(memory: Memory) -> Card:
    """The card that is missed least: the lowest of the led suit, else of a weak suit, else a trump."""
    if len(memory.legal) == 1:
        return memory.legal[0]
    if follows_suit(memory):
        return memory.legal[0]
    plain = mask_of(memory.legal) & ~memory.trumps
    return min(
        (cards for cards in suits_of(plain or mask_of(memory.legal))), key=lambda cards: _loss(memory, cards)
    )[0]


def _loss(memory: Memory, cards: tuple[Card, ...]) -> tuple[bool, int, int]:
    """What the lowest card of a suit is worth: as a winner or an honour's guard, then by its rank.

    Who can still ruff throws from its shortest suit first.
    """
    top = cards[-1]
    higher = (ABOVE[top.index] & memory.unseen).bit_count()
    guards_or_wins = higher < len(cards) <= higher + 1 and top.rank >= 10
    if memory.held & memory.trumps:
        return guards_or_wins, len(cards), cards[0].rank
    return guards_or_wins, cards[0].rank, len(cards)
