"""The move that the system makes for a seat whose time ran out: legal, modest, and the same every time."""

from __future__ import annotations

from typing import Final

from games.engine.cards import Card, Suit, cards_of
from games.engine.errors import Code, IllegalMove
from games.engine.masks import SUIT_BITS
from games.engine.moves import PLAYS, Move, NameTrump
from games.engine.state import HandState, MatchState, Phase
from games.engine.tricks import playable

# Which of equally good suits is named, and which of equally weak cards is played.
NAMING_ORDER: Final = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
DISCARD_ORDER: Final = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)


def fallback(state: MatchState) -> Move:
    """The move for the seat in turn.

    In an auction pass, or the lowest bid where passing is not allowed; in the 41 games 2, the last to bid
    what brings the total to 11. Naming: the longest suit, then the one with the higher cards, then ♠ ♥ ♦ ♣.
    In play the weakest legal card: no trump before a trump, then the lowest rank, then ♣ ♦ ♥ ♠. Raises
    IllegalMove (``no_hand_dealt``, ``match_over``) when no seat is to move.
    """
    hand = state.hand
    if hand is None or state.turn is None:
        raise IllegalMove(Code.MATCH_OVER if state.phase is Phase.ENDED else Code.NO_HAND_DEALT)
    if state.phase is Phase.AUCTION:
        return state.variant.auction.fallback(hand, state.turn)
    if state.phase is Phase.NAMING_TRUMP:
        return NameTrump(_longest_suit(hand.held[state.turn]))
    return PLAYS[_weakest(hand, playable(hand.held[state.turn], hand.must_play)).index]


def _longest_suit(held: int) -> Suit:
    def strength(suit: Suit) -> tuple[int, int, int]:
        cards = held >> (13 * suit.index) & SUIT_BITS
        # Of two sets of equal size the one with the higher cards is the larger number.
        return cards.bit_count(), cards, -NAMING_ORDER.index(suit)

    return max(Suit, key=strength)


def _weakest(hand: HandState, playable_cards: int) -> Card:
    def strength(card: Card) -> tuple[bool, int, int]:
        return bool(card.bit & hand.trumps), card.rank, DISCARD_ORDER.index(card.suit)

    return min(cards_of(playable_cards), key=strength)
