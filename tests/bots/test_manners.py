"""What a partner would complain of, looked for in every decision of whole matches between steady bots."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import pytest

from games.bots.steady.following import HIGH_LEAD
from games.engine.cards import Card, Seat, cards_of, mask_of, next_seat, partner
from games.engine.moves import Bid
from games.engine.record import HandRecord
from games.engine.tricks import beats, playable, winning_place
from games.engine.variants import variants
from games.simulation.matches import Simulation, play_match

OPTIONS = {"tarneeb": {"no_trump": True, "egyptian": True}}


@dataclass(frozen=True)
class Decision:
    """A card played to a trick that was led, and what was known to the seat."""

    card: Card
    seat: Seat
    trick: tuple[Card, ...]
    winner: Seat
    best: Card
    legal: tuple[Card, ...]
    trumps: int
    lacking: int | None  # what the seat's own bid still needs; None where teams bid

    @property
    def wins(self) -> bool:
        return beats(self.card, self.best, self.trumps)

    @property
    def ruffs(self) -> bool:
        return bool(self.card.bit & self.trumps) and self.card.suit is not self.trick[0].suit


def decisions(hand: HandRecord, own_bids: bool) -> Iterator[Decision]:
    assert hand.trump is not None
    bids = {seat: call for seat, call in hand.calls if isinstance(call, Bid)}
    high_bidder = next(seat for seat, call in reversed(hand.calls) if isinstance(call, Bid))
    leader = next_seat(hand.dealer) if own_bids else high_bidder
    held = [mask_of(cards) for cards in hand.cards]
    taken = [0, 0, 0, 0]
    for start in range(0, len(hand.plays), 4):
        trick = hand.plays[start : start + 4]
        held[leader] ^= trick[0].bit
        for place in (1, 2, 3):
            seat = (leader + place) % 4
            winning = winning_place(trick[:place], hand.trump)
            yield Decision(
                card=trick[place],
                seat=seat,
                trick=trick[:place],
                winner=(leader + winning) % 4,
                best=trick[winning],
                legal=cards_of(playable(held[seat], trick[0].suit_mask)),
                trumps=hand.trump.mask,
                lacking=bids[seat].tricks - taken[seat] if own_bids else None,
            )
            held[seat] ^= trick[place].bit
        leader = (leader + winning_place(trick, hand.trump)) % 4
        taken[leader] += 1


@cache
def all_decisions(key: str) -> list[Decision]:
    own_bids = key != "tarneeb"
    simulation = Simulation(key, OPTIONS.get(key, {}), seed=3, max_hands=30)
    hands = [hand for place in range(1, 9) for hand in play_match(simulation, place).record().hands]
    return [decision for hand in hands if hand.tricks for decision in decisions(hand, own_bids)]


@pytest.mark.parametrize("key", [variant.key for variant in variants()])
def test_the_partners_winner_is_ruffed_only_for_the_own_bid(key: str) -> None:
    found = all_decisions(key)
    assert len(found) > 1000
    for decision in found:
        free = any(not card.bit & decision.trumps for card in decision.legal)
        if decision.winner == partner(decision.seat) and decision.ruffs and decision.wins and free:
            assert decision.lacking is not None, decision
            assert decision.lacking > 0, decision


@pytest.mark.parametrize("key", [variant.key for variant in variants()])
def test_the_last_to_play_wins_as_cheaply_as_it_can(key: str) -> None:
    for decision in all_decisions(key):
        if len(decision.trick) == 3 and decision.wins:
            same_suit = [card for card in decision.legal if card.suit is decision.card.suit]
            cheaper = [card for card in same_suit if card.rank < decision.card.rank]
            assert not any(beats(card, decision.best, decision.trumps) for card in cheaper), decision


@pytest.mark.parametrize("key", [variant.key for variant in variants()])
def test_second_hand_follows_low_or_wins_for_sure(key: str) -> None:
    for decision in all_decisions(key):
        led = decision.trick[0]
        if len(decision.trick) == 1 and decision.card.suit is led.suit:
            low = decision.card is decision.legal[0]
            assert low or (decision.wins and decision.card.rank > led.rank), decision
            if led.bit & decision.trumps and led.rank < HIGH_LEAD:
                assert low, decision
