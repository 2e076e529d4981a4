"""Tarneeb: an auction for the right to name the trump, points for teams."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.engine.auction import AscendingAuction, Auction, EgyptianAuction
from games.engine.cards import Seat, Suit, Team, Trump, next_seat, team_of
from games.engine.moves import MOST_TRICKS, NAME_SUIT, NAME_SUIT_OR_NONE, NameTrump
from games.engine.results import Outcome
from games.engine.state import HandState
from games.engine.variants.base import Variant
from games.engine.variants.options import OptionSpec, switch

KABOOT_POINTS: Final = 16
THIRTEEN_MADE: Final = 26
THIRTEEN_FAILED: Final = 16


class Tarneeb(Variant):
    """The classic game and its house rules."""

    key = "tarneeb"
    scores_per = "team"
    option_specs = (
        OptionSpec("target", 41, (31, 41, 51, 61)),
        switch("single_round"),
        switch("dealer_must_bid"),
        switch("no_trump"),
        switch("first_lead_trump"),
        switch("egyptian", excludes=("single_round", "dealer_must_bid")),
    )

    def __init__(self, options: Mapping[str, object] | None = None) -> None:
        super().__init__(options)
        self.auction = self._make_auction()

    def _make_auction(self) -> Auction:
        chosen = self.options
        if chosen["egyptian"]:
            return EgyptianAuction(no_trump=bool(chosen["no_trump"]))
        return AscendingAuction(
            single_round=bool(chosen["single_round"]), dealer_must_bid=bool(chosen["dealer_must_bid"])
        )

    def outcome_of_auction(self, hand: HandState) -> Outcome | None:
        return Outcome.PASSED_OUT if hand.high_bid is None else None

    def trump_of_auction(self, hand: HandState) -> Trump | None:
        return hand.contract.trump if hand.contract is not None else None

    def namings(self) -> tuple[NameTrump, ...]:
        return NAME_SUIT_OR_NONE if self.options["no_trump"] else NAME_SUIT

    def first_leader(self, hand: HandState) -> Seat:
        assert hand.declarer is not None
        return hand.declarer

    def opening_suit(self, trump: Trump) -> Suit | None:
        return trump if self.options["first_lead_trump"] and isinstance(trump, Suit) else None

    def points(self, hand: HandState) -> tuple[int, ...]:
        assert hand.contract is not None
        assert hand.declarer is not None
        declaring = team_of(hand.declarer)
        taken = hand.tricks[declaring] + hand.tricks[declaring + 2]
        ours, theirs = contract_points(hand.contract.tricks, taken)
        times = 2 if hand.doubled else 1
        pair = (ours * times, theirs * times)
        return pair if declaring == 0 else (pair[1], pair[0])

    def winner(self, scores: tuple[int, ...]) -> Team | None:
        most = max(scores)
        return scores.index(most) if most >= self.target else None

    def next_dealer(self, dealer: Seat, outcome: Outcome) -> Seat:
        return dealer if outcome is Outcome.PASSED_OUT else next_seat(dealer)


def contract_points(bid: int, taken: int) -> tuple[int, int]:
    """The points of the declaring team and of the other one, for a bid and the tricks the declarers took.

    Made: every trick, 16 for all thirteen, 26 where all thirteen were bid; the others get nothing. Failed:
    minus the bid, 16 for thirteen; the others get what they took, twice that against a bid of thirteen.
    Kaboot is the declarers' alone: thirteen tricks against a failed bid are thirteen points.
    """
    theirs = MOST_TRICKS - taken
    if bid == MOST_TRICKS:
        return (THIRTEEN_MADE, 0) if taken == MOST_TRICKS else (-THIRTEEN_FAILED, 2 * theirs)
    if taken == MOST_TRICKS:
        return KABOOT_POINTS, 0
    return (taken, 0) if taken >= bid else (-bid, theirs)
