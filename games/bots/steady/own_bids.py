"""Bidding in the 41 games: every seat declares what it will take by itself."""

from __future__ import annotations

from typing import Final

from games.bots.steady.evaluation import TRICK, tricks_in
from games.bots.steady.memory import own_hand
from games.engine.cards import partner
from games.engine.moves import MOST_TRICKS, Bid
from games.engine.observation import HandView, Observation

NEAREST: Final = TRICK // 2
"""What is added to the count so that it is rounded to the nearest number of tricks."""
LEAST_TOTAL: Final = 11
"""Four bids that come to less than this cancel the hand."""
TWICE_FROM: Final = {"tarneeb41": 5}
"""The lowest bid that counts double, in the variants that have one."""


def own_bid(observation: Observation) -> Bid:
    """What the seat should take, to the nearest trick; no more than wins the match if that much does."""
    hand, _, held = own_hand(observation)
    assert hand.trump is not None
    wanted = (tricks_in(held, hand.trump) + NEAREST) // TRICK
    bids = [move for move in observation.legal if isinstance(move, Bid)]
    nearest = min(bids, key=lambda bid: abs(bid.tricks - wanted))
    enough = (bid for bid in bids if bid.tricks < nearest.tricks and _wins(observation, bid))
    return next((bid for bid in enough if not _cancels(hand, bid)), nearest)


def _cancels(hand: HandView, bid: Bid) -> bool:
    """Whether the last to bid cancels the hand so: near the target four low bids might go on for ever."""
    declared = [call.tricks for _, call in hand.calls if isinstance(call, Bid)]
    return len(declared) == 3 and sum(declared) + bid.tricks < LEAST_TOTAL


def _wins(observation: Observation, bid: Bid) -> bool:
    """Whether making the bid takes this seat to the target, with a partner that has more than nothing."""
    seat = observation.seat
    assert seat is not None
    twice = bid.tricks >= TWICE_FROM.get(observation.variant, MOST_TRICKS + 1)
    score = observation.scores[seat] + bid.tricks * (2 if twice else 1)
    return score >= observation.target and observation.scores[partner(seat)] > 0
