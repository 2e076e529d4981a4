"""Bidding in the 41 games: every seat declares what it will take by itself."""

from __future__ import annotations

from typing import Final

from games.bots.steady.evaluation import TRICK, tricks_in
from games.bots.steady.memory import own_hand
from games.engine.cards import partner
from games.engine.moves import MOST_TRICKS, Bid
from games.engine.observation import Observation

ROUNDING: Final = 40
"""What is added to the count before it is cut to whole tricks: in doubt the lower bid."""
TWICE_FROM: Final = {"tarneeb41": 5}
"""The lowest bid that counts double, in the variants that have one."""


def own_bid(observation: Observation) -> Bid:
    """What the seat should take, about the nearest trick; no more than wins the match if that much does."""
    hand, _, held = own_hand(observation)
    assert hand.trump is not None
    wanted = (tricks_in(held, hand.trump) + ROUNDING) // TRICK
    bids = [move for move in observation.legal if isinstance(move, Bid)]
    nearest = min(bids, key=lambda bid: abs(bid.tricks - wanted))
    return next((bid for bid in bids if bid.tricks < nearest.tricks and _wins(observation, bid)), nearest)


def _wins(observation: Observation, bid: Bid) -> bool:
    """Whether making the bid takes this seat to the target, with a partner that has more than nothing."""
    seat = observation.seat
    assert seat is not None
    twice = bid.tricks >= TWICE_FROM.get(observation.variant, MOST_TRICKS + 1)
    score = observation.scores[seat] + bid.tricks * (2 if twice else 1)
    return score >= observation.target and observation.scores[partner(seat)] > 0
