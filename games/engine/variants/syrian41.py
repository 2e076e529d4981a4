"""Syrian 41: the trump follows from the dealer's own last card, shown to all."""

from __future__ import annotations

from typing import Final

from games.engine.cards import Card, Seat, Suit, Trump
from games.engine.variants.forty_one import FortyOne

OTHER_OF_COLOUR: Final = {
    Suit.CLUBS: Suit.SPADES,
    Suit.SPADES: Suit.CLUBS,
    Suit.DIAMONDS: Suit.HEARTS,
    Suit.HEARTS: Suit.DIAMONDS,
}


class Syrian41(FortyOne):
    """Trump is the other suit of the revealed card's colour; a bid is worth what it says."""

    key = "syrian41"

    def revealed(self, dealt: tuple[tuple[Card, ...], ...], dealer: Seat) -> Card | None:
        return dealt[dealer][-1]

    def trump_of_deal(self, revealed: Card | None) -> Trump | None:
        assert revealed is not None
        return OTHER_OF_COLOUR[revealed.suit]

    def worth(self, bid: int) -> int:
        return bid
