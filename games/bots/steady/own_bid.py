"""Bidding in the 41 games: every seat declares what it will take by itself."""

from __future__ import annotations

from typing import Final

from games.bots.steady.evaluation import TRICK, tricks_in
from games.bots.steady.memory import own_hand
from games.engine.cards import Team, partner, team_of
from games.engine.moves import Bid
from games.engine.observation import Observation

CAUTION: Final = -15
"""By how much the count must pass a bid, in hundredths of a trick."""
BOLD: Final = 40
"""How much of that is let go when the other team is about to win."""
LAST_POINTS: Final = 4
"""The points that the other team makes in almost any hand."""


def own_bid(observation: Observation) -> Bid:
    """What the seat should take, less a margin; no more than wins the match if that much does."""
    hand, _, held = own_hand(observation)
    assert hand.trump is not None
    count = tricks_in(held, hand.trump)
    bids = [move for move in observation.legal if isinstance(move, Bid)]
    wanted = (count - _caution(observation)) // TRICK
    enough = _enough(observation)
    if enough is not None:
        wanted = min(wanted, enough)
    return min(bids, key=lambda bid: abs(bid.tricks - wanted))


def _caution(observation: Observation) -> int:
    seat = observation.seat
    assert seat is not None
    return CAUTION - BOLD if _points_to_win(observation, 1 - team_of(seat)) <= LAST_POINTS else CAUTION


def _points_to_win(observation: Observation, team: Team) -> int:
    """How many points the better seat of a team lacks to win the match."""
    return observation.target - max(observation.scores[team], observation.scores[team + 2])


def _enough(observation: Observation) -> int | None:
    """The points that take this seat to the target, if its partner has more than none so that they win."""
    seat = observation.seat
    assert seat is not None
    lacking = observation.target - observation.scores[seat]
    if lacking <= 0 or observation.scores[partner(seat)] <= 0:
        return None
    return lacking
