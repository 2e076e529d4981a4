"""The bot that plays any legal card. It bids low, so that matches between such bots come to an end."""

from __future__ import annotations

from random import Random
from typing import Final

from games.engine.moves import Bid, Move
from games.engine.observation import Observation

LEAST_TOTAL: Final = 11
"""Four bids of a 41 game that come to less than this cancel the hand."""

LOW: Final = 7
"""The highest bid made where a seat may pass: the lowest that there is."""


def choose(observation: Observation, rng: Random) -> Move:
    """Any legal card or trump; in an auction a low call."""
    bids = [move for move in observation.legal if isinstance(move, Bid)]
    if bids and len(bids) == len(observation.legal) > 1:
        return _own_bid(observation, bids, rng)
    return rng.choice([move for move in observation.legal if not isinstance(move, Bid) or move.tricks <= LOW])


def _own_bid(observation: Observation, bids: list[Bid], rng: Random) -> Bid:
    """2 or 3; from the last to bid what makes the hand count."""
    assert observation.hand is not None
    declared = [call.tricks for _, call in observation.hand.calls if isinstance(call, Bid)]
    wanted = LEAST_TOTAL - sum(declared) if len(declared) == 3 else rng.choice((2, 3))
    return min(bids, key=lambda bid: abs(bid.tricks - wanted))
