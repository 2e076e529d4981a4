"""The classic auction and its house rules."""

import pytest

from games.engine import rules
from games.engine.auction import _next_still_in
from games.engine.errors import Code
from games.engine.events import AuctionEnded, CallMade
from games.engine.moves import Bid, parse_move
from games.engine.state import Phase
from tests.engine.scripted import calling, calls_of, dealt, hand_of, refusal, result_of


def test_the_dealers_right_speaks_first_and_it_goes_to_the_right() -> None:
    for dealer in range(4):
        state = dealt(dealer=dealer)
        order = []
        for text in ("7", "8", "9", "10"):
            assert state.turn is not None
            order.append(state.turn)
            state = calling(state, text)
        assert order == [(dealer + step) % 4 for step in (1, 2, 3, 4)]


def test_bids_go_from_7_to_13() -> None:
    assert calls_of(dealt()) == ["pass", "7", "8", "9", "10", "11", "12", "13"]
    assert refusal(dealt(), "6") == Code.BID_OUT_OF_RANGE
    assert refusal(dealt(), "1") == Code.BID_OUT_OF_RANGE


def test_a_bid_must_be_higher_than_the_last() -> None:
    state = calling(dealt(), "9 pass")
    assert calls_of(state) == ["pass", "10", "11", "12", "13"]
    assert refusal(state, "7") == Code.BID_TOO_LOW
    assert refusal(state, "9") == Code.BID_TOO_LOW


def test_a_pass_is_final_so_a_bid_after_a_pass_is_refused() -> None:
    state = calling(dealt(), "pass 7 8 9")
    assert state.turn == 2, "seat 1 has passed and is not asked again"
    assert refusal(state, "10", seat=1) == Code.NOT_YOUR_TURN


@pytest.mark.parametrize("passed", range(16))
@pytest.mark.parametrize("seat", range(4))
def test_the_next_to_call_is_the_first_to_the_right_that_has_not_passed(passed: int, seat: int) -> None:
    to_the_right = [(seat + step) % 4 for step in (1, 2, 3, 4)]
    still_in = [other for other in to_the_right if not passed & (1 << other)]
    assert _next_still_in(passed, seat) == (still_in[0] if still_in else None)


def test_it_ends_when_three_have_passed_after_a_bid() -> None:
    state = calling(dealt(), "7 pass 8 pass pass")
    assert state.phase is Phase.NAMING_TRUMP
    assert (hand_of(state).declarer, hand_of(state).contract, state.turn) == (3, Bid(8), 3)


def test_it_ends_with_the_fourth_who_bids_after_three_passes() -> None:
    state = calling(dealt(), "pass pass pass 9")
    assert (state.phase, hand_of(state).declarer) == (Phase.NAMING_TRUMP, 0)


def test_it_ends_at_once_on_13() -> None:
    state = calling(dealt(), "7 13")
    assert (state.phase, hand_of(state).declarer, hand_of(state).contract) == (
        Phase.NAMING_TRUMP,
        2,
        Bid(13),
    )


def test_its_end_is_an_event_after_the_last_call() -> None:
    state = calling(dealt(), "7 pass pass")
    _, events = rules.apply(state, 0, parse_move("pass"))
    assert events == (CallMade(0, parse_move("pass")), AuctionEnded(1, Bid(7), False))  # type: ignore[arg-type]


def test_four_passes_at_20_to_15_leave_20_to_15_and_the_same_dealer() -> None:
    state = calling(dealt(dealer=2, scores=(20, 15)), "pass pass pass pass")
    assert (state.phase, state.scores, state.next_dealer) == (Phase.AWAITING_DEAL, (20, 15), 2)
    result = result_of(state)
    assert (result.outcome, result.number, result.points, result.tricks) == ("passed_out", None, None, None)
    assert (result.scores, result.ordinal, result.trump) == ((20, 15), 1, None)
    assert state.next_number == 1, "the next hand that counts is still the first"


def test_a_bid_takes_no_suit_and_there_is_no_double() -> None:
    assert refusal(dealt(), "7S") == Code.BID_TAKES_NO_SUIT
    assert refusal(calling(dealt(), "7"), "double") == Code.DOUBLE_NOT_PLAYED


def test_only_the_declarer_names_the_trump_alone_and_once() -> None:
    state = calling(dealt(), "8 pass pass pass")
    assert calls_of(state) == ["C", "D", "H", "S"]
    assert refusal(state, "S", seat=2) == Code.NOT_YOUR_TURN
    assert refusal(state, "NT") == Code.NO_TRUMP_NOT_PLAYED
    assert refusal(state, "SA") == Code.WRONG_PHASE
    assert refusal(state, "9") == Code.WRONG_PHASE
    state = calling(state, "S")
    assert (state.phase, state.turn) == (Phase.PLAY, 1), "the declarer leads"
    assert refusal(state, "H") == Code.WRONG_PHASE
    assert refusal(state, "pass") == Code.WRONG_PHASE


def test_no_cards_and_no_trumps_during_the_auction() -> None:
    assert refusal(dealt(), "SA") == Code.WRONG_PHASE
    assert refusal(dealt(), "S") == Code.WRONG_PHASE
    assert refusal(dealt(), "7", seat=2) == Code.NOT_YOUR_TURN


class TestSingleRound:
    def test_each_seat_speaks_once(self) -> None:
        state = calling(dealt(single_round=True), "7 8 pass 9")
        assert (state.phase, hand_of(state).declarer) == (Phase.NAMING_TRUMP, 0)

    def test_it_goes_on_to_the_fourth_call(self) -> None:
        assert calling(dealt(single_round=True), "7 pass 8").phase is Phase.AUCTION

    def test_it_ends_at_once_on_13(self) -> None:
        assert calling(dealt(single_round=True), "13").phase is Phase.NAMING_TRUMP

    def test_four_passes_pass_the_hand_out(self) -> None:
        state = calling(dealt(single_round=True), "pass pass pass pass")
        assert result_of(state).outcome == "passed_out"


class TestDealerMustBid:
    def test_after_three_passes_7_is_the_only_call(self) -> None:
        state = calling(dealt(dealer_must_bid=True), "pass pass pass")
        assert calls_of(state) == ["7"]
        for call in ("pass", "8", "13", "6", "7S"):
            assert refusal(state, call) == Code.MUST_BID_SEVEN
        state = calling(state, "7")
        assert (state.phase, hand_of(state).declarer, hand_of(state).contract) == (
            Phase.NAMING_TRUMP,
            0,
            Bid(7),
        )

    def test_the_dealer_is_free_when_there_is_a_bid(self) -> None:
        state = calling(dealt(dealer_must_bid=True), "pass 7 pass")
        assert calls_of(state) == ["pass", "8", "9", "10", "11", "12", "13"]

    def test_other_seats_are_free(self) -> None:
        assert calls_of(calling(dealt(dealer_must_bid=True), "pass pass"))[0] == "pass"

    def test_it_goes_with_a_single_round(self) -> None:
        state = calling(dealt(dealer_must_bid=True, single_round=True), "pass pass pass 7")
        assert state.phase is Phase.NAMING_TRUMP


def test_no_trump_may_be_named_where_it_is_chosen() -> None:
    state = calling(dealt(no_trump=True), "8 pass pass pass")
    assert calls_of(state) == ["C", "D", "H", "S", "NT"]
    state = calling(state, "NT")
    assert str(hand_of(state).trump) == "NT"


@pytest.mark.parametrize("text", ["7", "13"])
def test_a_call_after_the_auction_is_refused(text: str) -> None:
    assert refusal(calling(dealt(), "9 pass pass pass"), text) == Code.WRONG_PHASE
