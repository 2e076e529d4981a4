"""What a seat can work out from what it has seen: the cards gone, who is void, who is winning the trick."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.engine.cards import DECK, SEATS, Card, Seat, cards_of, mask_of, next_seat, partner
from games.engine.masks import ALL_CARDS
from games.engine.moves import Bid, PlayCard
from games.engine.observation import HandView, Observation
from games.engine.tricks import beats

ABOVE: Final = tuple(
    sum(other.bit for other in DECK if other.suit is card.suit and other.rank > card.rank) for card in DECK
)
"""The mask of the higher cards of a card's suit, by ``card.index``."""


@dataclass(frozen=True, slots=True)
class Memory:
    """A hand in play as one seat knows it. Every set of cards is a mask.

    ``unseen`` are the cards of the others that have not been played, ``may_hold`` those that each seat may
    hold (nothing for the seat itself). ``trick`` is the trick so far; ``best`` and ``winner`` its winning
    card and that card's seat, ``None`` when the seat is to lead. ``needs`` is how many more tricks each seat
    must take to make a bid of its own; where teams bid it is 0 for all.
    """

    seat: Seat
    held: int
    legal: tuple[Card, ...]
    trumps: int
    unseen: int
    may_hold: tuple[int, int, int, int]
    trick: tuple[tuple[Seat, Card], ...]
    best: Card | None
    winner: Seat | None
    declarer: Seat | None
    needs: tuple[int, ...]
    own_bids: bool

    @property
    def partner(self) -> Seat:
        """The seat opposite."""
        return partner(self.seat)

    @property
    def opponents(self) -> tuple[Seat, Seat]:
        """The seats to the right and to the left."""
        return next_seat(self.seat), partner(next_seat(self.seat))

    @property
    def led(self) -> int:
        """The mask of the led suit; 0 when the seat is to lead."""
        return self.trick[0][1].suit_mask if self.trick else 0

    def opponents_may_hold(self) -> int:
        """The cards that one opponent or the other may hold."""
        right, left = self.opponents
        return self.may_hold[right] | self.may_hold[left]

    def is_master(self, card: Card) -> bool:
        """Whether no opponent can hold a higher card of the suit."""
        return not ABOVE[card.index] & self.opponents_may_hold()

    def is_void(self, seat: Seat, suit: int) -> bool:
        """Whether ``seat`` is known to hold nothing of the suit with this mask."""
        return not self.may_hold[seat] & suit

    def can_beat(self, seat: Seat, card: Card, led: int) -> int:
        """The cards with which ``seat``, still to play, may beat ``card`` in a trick of the suit ``led``.

        A seat that is not known to be void is taken to follow suit.
        """
        mine = self.may_hold[seat]
        if mine & led:
            return mine & led & ABOVE[card.index]
        trumps = mine & self.trumps
        return trumps & ABOVE[card.index] if card.bit & self.trumps else trumps


def remember(observation: Observation) -> Memory:
    """What the seat of ``observation``, whose turn it is to play a card, knows of the hand."""
    hand, seat, held = own_hand(observation)
    assert hand.trump is not None
    trumps = hand.trump.mask
    tricks = [hand.plays[start : start + 4] for start in range(0, len(hand.plays), 4)]
    current = tricks[-1] if tricks and len(tricks[-1]) < 4 else ()
    unseen = ALL_CARDS & ~held & ~mask_of(card for _, card in hand.plays)
    best_seat, best = winning(current, trumps) if current else (None, None)
    return Memory(
        seat=seat,
        held=held,
        legal=tuple(move.card for move in observation.legal if isinstance(move, PlayCard)),
        trumps=trumps,
        unseen=unseen,
        may_hold=_may_hold(hand, seat, unseen, tricks),
        trick=tuple(current),
        best=best,
        winner=best_seat,
        declarer=hand.declarer,
        needs=_needs(observation, hand),
        own_bids=bids_are_own(observation),
    )


def own_hand(observation: Observation) -> tuple[HandView, Seat, int]:
    """The hand, the seat that looks at it, and the mask of its cards. Not for a spectator's observation."""
    hand, seat = observation.hand, observation.seat
    assert hand is not None
    assert hand.cards is not None
    assert seat is not None
    return hand, seat, mask_of(hand.cards)


def bids_are_own(observation: Observation) -> bool:
    """Whether every seat bids and scores for itself, as in the 41 games, and not its team."""
    return observation.scores_per == "seat"


def winning(trick: Sequence[tuple[Seat, Card]], trumps: int) -> tuple[Seat, Card]:
    """The seat and the card that win the trick so far. Takes at least one play."""
    best_seat, best = trick[0]
    for seat, card in trick[1:]:
        if beats(card, best, trumps):
            best_seat, best = seat, card
    return best_seat, best


def lowest(cards: Sequence[Card]) -> Card:
    """The card of the lowest rank; of equal ones the first."""
    return min(cards, key=lambda card: card.rank)


def suits_of(mask: int) -> list[tuple[Card, ...]]:
    """The cards of ``mask`` suit by suit, each lowest first, suits without a card left out."""
    suits: dict[int, list[Card]] = {}
    for card in cards_of(mask):
        suits.setdefault(card.suit_mask, []).append(card)
    return [tuple(cards) for cards in suits.values()]


def _may_hold(
    hand: HandView, seat: Seat, unseen: int, tricks: Sequence[Sequence[tuple[Seat, Card]]]
) -> tuple[int, int, int, int]:
    """The unseen cards that each seat may hold: none of a suit that it once did not follow."""
    masks = [unseen, unseen, unseen, unseen]
    masks[seat] = 0
    for trick in tricks:
        suit = trick[0][1].suit_mask
        for player, card in trick[1:]:
            if card.suit_mask != suit:
                masks[player] &= ~suit
    if hand.revealed is not None and hand.revealed.bit & unseen:
        for other in SEATS:
            if other != hand.dealer:
                masks[other] &= ~hand.revealed.bit
    return masks[0], masks[1], masks[2], masks[3]


def _needs(observation: Observation, hand: HandView) -> tuple[int, ...]:
    if not bids_are_own(observation):
        return (0, 0, 0, 0)
    needs = [0, 0, 0, 0]
    for seat, call in hand.calls:
        if isinstance(call, Bid):
            needs[seat] = max(0, call.tricks - hand.tricks[seat])
    return tuple(needs)
