"""Whether a deal is whole, and what each seat has of it."""

from __future__ import annotations

from typing import Final

from games.engine.cards import DECK, Card
from games.engine.errors import Code, InvalidDeal
from games.engine.masks import ALL_CARDS

_bit_of: Final = {card: card.bit for card in DECK}.__getitem__


def masks_of_deal(dealt: tuple[tuple[Card, ...], ...]) -> list[int]:
    """The mask of each thirteen. Raises InvalidDeal unless these are the 52 cards in four thirteens."""
    if [*map(len, dealt)] != [13] * 4:
        raise InvalidDeal(Code.NOT_A_FULL_DEAL)
    try:
        masks = [sum(map(_bit_of, thirteen)) for thirteen in dealt]
    except (KeyError, TypeError):  # something is no card
        raise InvalidDeal(Code.NOT_A_FULL_DEAL) from None
    # 52 powers of two have a sum of 52 bits set only when they are all different.
    if sum(masks) != ALL_CARDS:
        raise InvalidDeal(Code.NOT_A_FULL_DEAL)
    return masks
