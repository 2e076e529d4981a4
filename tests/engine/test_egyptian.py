"""The Egyptian auction: number and suit, passes that are not final, doubles."""

from typing import Any

import pytest

from games.engine.cards import Suit
from games.engine.errors import Code, InvalidOptions
from games.engine.moves import Bid
from games.engine.rules import start
from games.engine.state import MatchState, Phase
from tests.engine.scripted import (
    calling,
    calls_of,
    deal_to_take,
    dealt,
    hand_of,
    play_out,
    refusal,
    result_of,
)


def egyptian(**options: Any) -> MatchState:
    return dealt(egyptian=True, **options)


def test_equal_numbers_rank_by_suit() -> None:
    assert calls_of(egyptian())[:6] == ["pass", "7C", "7S", "7H", "7D", "8C"]
    assert len(calls_of(egyptian())) == 1 + 7 * 4
    state = calling(egyptian(), "7S")
    assert refusal(state, "7C") == Code.BID_TOO_LOW
    assert refusal(state, "7S") == Code.BID_TOO_LOW
    for higher in ("7H", "7D", "8C"):
        calling(state, higher)
    assert refusal(calling(egyptian(), "7D"), "7H") == Code.BID_TOO_LOW


def test_no_trumps_rank_above_diamonds_where_they_are_played() -> None:
    assert calls_of(egyptian(no_trump=True))[:7] == ["pass", "7C", "7S", "7H", "7D", "7NT", "8C"]
    assert refusal(egyptian(), "7NT") == Code.NO_TRUMP_NOT_PLAYED
    assert refusal(calling(egyptian(no_trump=True), "7NT"), "7D") == Code.BID_TOO_LOW
    calling(egyptian(no_trump=True), "7NT 8C")


def test_a_bid_needs_a_suit_and_at_least_seven() -> None:
    assert refusal(egyptian(), "7") == Code.BID_NEEDS_SUIT
    assert refusal(egyptian(), "6D") == Code.BID_OUT_OF_RANGE
    assert refusal(egyptian(), Bid(7, "H")) == Code.BID_NEEDS_SUIT  # type: ignore[arg-type]


def test_a_pass_is_not_final() -> None:
    state = calling(egyptian(), "pass 7C pass pass")
    assert state.turn == 1
    state = calling(state, "8H pass pass pass")
    assert (hand_of(state).declarer, state.phase) == (1, Phase.PLAY)


def test_it_ends_on_three_calls_in_a_row_that_are_no_bid() -> None:
    state = calling(egyptian(), "7C pass pass")
    assert state.phase is Phase.AUCTION
    assert calling(state, "pass").phase is Phase.PLAY


def test_four_passes_at_the_start_pass_the_hand_out() -> None:
    state = calling(egyptian(), "pass pass pass")
    assert state.phase is Phase.AUCTION
    assert result_of(calling(state, "pass")).outcome == "passed_out"


def test_13_does_not_end_it_for_it_may_be_doubled_or_outbid() -> None:
    state = calling(egyptian(), "13C")
    assert calls_of(state) == ["pass", "double", "13S", "13H", "13D"]
    assert calling(state, "13D double pass pass").phase is Phase.PLAY


def test_the_suit_bid_is_the_trump_and_the_declarer_leads() -> None:
    state = calling(egyptian(), "7C 8H pass pass pass")
    hand = hand_of(state)
    assert (hand.trump, hand.declarer, hand.contract) == (Suit.HEARTS, 2, Bid(8, Suit.HEARTS))
    assert (state.phase, state.turn) == (Phase.PLAY, 2)


class TestDouble:
    def test_only_an_opponent_may_double(self) -> None:
        state = calling(egyptian(), "7C pass")
        assert state.turn == 3
        assert refusal(state, "double") == Code.DOUBLE_OWN_TEAM
        assert "double" not in calls_of(state)
        assert "double" in calls_of(calling(state, "pass"))

    def test_there_must_be_a_bid(self) -> None:
        assert refusal(egyptian(), "double") == Code.NOTHING_TO_DOUBLE

    def test_once_a_bid(self) -> None:
        state = calling(egyptian(), "7C double pass")
        assert refusal(state, "double") == Code.ALREADY_DOUBLED
        assert "double" not in calls_of(state)

    def test_it_counts_as_a_pass(self) -> None:
        state = calling(egyptian(), "7C pass pass double")
        assert (state.phase, hand_of(state).doubled) == (Phase.PLAY, True)
        state = calling(egyptian(), "7C double pass pass")
        assert (state.phase, hand_of(state).doubled) == (Phase.PLAY, True)

    def test_a_higher_bid_cancels_it_and_may_be_doubled_in_turn(self) -> None:
        state = calling(egyptian(), "7C double 7S")
        assert not hand_of(state).doubled
        state = calling(state, "double pass pass")
        assert state.phase is Phase.AUCTION or hand_of(state).doubled
        undoubled = calling(egyptian(), "7C double 7S pass pass pass")
        assert (undoubled.phase, hand_of(undoubled).doubled) == (Phase.PLAY, False)

    @pytest.mark.parametrize(
        ("calls", "tricks", "points"),
        [
            ("8S pass pass pass", 10, (0, 10)),
            ("8S double pass pass", 10, (0, 20)),
            ("8S double pass pass", 7, (12, -16)),
            ("9S pass pass double", 13, (0, 32)),
            ("13S double pass pass", 13, (0, 52)),
            ("13S double pass pass", 12, (4, -32)),
        ],
    )
    def test_both_teams_points_are_twice(self, calls: str, tricks: int, points: tuple[int, ...]) -> None:
        state = calling(dealt(cards=deal_to_take(tricks), egyptian=True), calls)
        result = result_of(play_out(state))
        assert result.points == points
        assert result.doubled is ("double" in calls)


@pytest.mark.parametrize("other", ["single_round", "dealer_must_bid"])
def test_it_excludes_two_other_options(other: str) -> None:
    with pytest.raises(InvalidOptions) as caught:
        start("tarneeb", {"egyptian": True, other: True}, 0)
    assert caught.value.code is Code.OPTIONS_EXCLUDE
    assert caught.value.params == {"option": "egyptian", "other": other}


def test_the_last_bid_of_each_seat_is_in_the_result() -> None:
    state = calling(dealt(cards=deal_to_take(9), egyptian=True), "7C 7D 8C pass 8S pass pass pass")
    result = result_of(play_out(state))
    assert result.bids == (None, "8S", "7D", "8C")
