"""What the two 41 games share: one bid each, tricks and scores for each seat, a win for the team."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Final

from games.engine.auction import LEAST_TOTAL, Auction, OneBidEach, total_of_bids
from games.engine.cards import TEAMS, Seat, Team, next_seat
from games.engine.results import Outcome
from games.engine.state import HandState
from games.engine.variants.base import Variant
from games.engine.variants.options import OptionSpec

TARGET: Final = 41


class FortyOne(Variant):
    """A game in which every seat plays for its own bid."""

    scores_per = "seat"
    option_specs = (OptionSpec("target", TARGET, (TARGET,)),)
    auction: Auction = OneBidEach()

    @abstractmethod
    def worth(self, bid: int) -> int:
        """What a bid wins when it is made and loses when it is not."""

    def outcome_of_auction(self, hand: HandState) -> Outcome | None:
        return Outcome.CANCELLED if total_of_bids(hand) < LEAST_TOTAL else None

    def first_leader(self, hand: HandState) -> Seat:
        return next_seat(hand.dealer)

    def points(self, hand: HandState) -> tuple[int, ...]:
        points = []
        for bid, taken in zip(hand.bids, hand.tricks, strict=True):
            assert bid is not None
            worth = self.worth(bid.tricks)
            points.append(worth if taken >= bid.tricks else -worth)
        return tuple(points)

    def winner(self, scores: tuple[int, ...]) -> Team | None:
        return team_that_won(scores, self.target)

    def next_dealer(self, dealer: Seat, outcome: Outcome) -> Seat:
        return next_seat(dealer)


def team_that_won(scores: Sequence[int], target: int) -> Team | None:
    """The team that has won with these scores of the four seats, or ``None``: play on.

    A team qualifies when one of its two has the target and the other more than nothing. Of two that qualify
    the one with more wins; if they are level another hand is played.
    """
    pairs = {team: sorted((scores[team], scores[team + 2])) for team in TEAMS}
    qualified = [team for team, (low, high) in pairs.items() if high >= target and low > 0]
    if len(qualified) < 2:
        return qualified[0] if qualified else None
    ours, theirs = sum(pairs[0]), sum(pairs[1])
    if ours == theirs:
        return None
    return 0 if ours > theirs else 1
