"""Tarneeb 41: hearts are always trumps, and higher bids count double."""

from __future__ import annotations

from typing import Final

from games.engine.cards import Card, Suit, Trump
from games.engine.variants.forty_one import FortyOne

DOUBLE_FROM: Final = 5


class Tarneeb41(FortyOne):
    """Nothing is revealed; a bid of five or more is worth twice what it says."""

    key = "tarneeb41"

    def trump_of_deal(self, revealed: Card | None) -> Trump | None:
        return Suit.HEARTS

    def worth(self, bid: int) -> int:
        return 2 * bid if bid >= DOUBLE_FROM else bid
