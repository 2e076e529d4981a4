"""What is told of each deal and move, in order and in full."""

import pytest

from games.engine import rules
from games.engine.cards import Suit, parse_card
from games.engine.events import (
    AuctionEnded,
    CallMade,
    CardPlayed,
    CardRevealed,
    CardsDealt,
    Event,
    HandEnded,
    HandStarted,
    MatchEnded,
    TrickTaken,
    TrumpSet,
)
from games.engine.moves import PASS, Bid, parse_move
from games.engine.results import HandResult, MatchResult, Outcome, Reason
from games.engine.state import MatchState
from tests.engine.scripted import SUIT_EACH, calling, deal_to_take, dealt, hand_of

FOUR = tuple(CardsDealt(seat, tuple(reversed(SUIT_EACH[seat]))) for seat in range(4))


def told(state: MatchState, text: str) -> tuple[Event, ...]:
    """The events of a move by the seat in turn."""
    assert state.turn is not None
    return rules.apply(state, state.turn, parse_move(text))[1]


def last_card(state: MatchState) -> tuple[MatchState, tuple[Event, ...]]:
    """A hand played to its end, spades first: the state, and the events of the last card."""
    events: tuple[Event, ...] = ()
    while state.turn is not None:
        moves = [str(move) for move in rules.legal_moves(state)]
        spades = [text for text in moves if text[0] == "S"]
        state, events = rules.apply(state, state.turn, parse_move((spades or moves)[-1]))
    return state, events


@pytest.mark.parametrize(
    ("variant", "shown"),
    [
        ("tarneeb", ()),
        ("syrian41", (CardRevealed(2, parse_card("H2")), TrumpSet(Suit.DIAMONDS, None))),
        ("tarneeb41", (TrumpSet(Suit.HEARTS, None),)),
    ],
)
def test_a_deal(variant: str, shown: tuple[Event, ...]) -> None:
    _, events = rules.deal(rules.start(variant, {}, 2), SUIT_EACH)
    assert events == (HandStarted(1, 1, 2), *FOUR, *shown)


def test_the_second_deal_after_one_that_did_not_count() -> None:
    state = calling(dealt(dealer=3), "pass pass pass pass")
    _, events = rules.deal(state, SUIT_EACH)
    assert events[0] == HandStarted(2, 1, 3)


def test_a_call_and_the_end_of_an_auction() -> None:
    assert told(dealt(), "7") == (CallMade(1, Bid(7)),)
    assert told(calling(dealt(), "7 pass pass"), "pass") == (
        CallMade(0, PASS),
        AuctionEnded(1, Bid(7), False),
    )


def test_naming_the_trump() -> None:
    assert told(calling(dealt(), "13"), "D") == (TrumpSet(Suit.DIAMONDS, 1),)


def test_an_egyptian_auction_ends_with_the_trump() -> None:
    state = calling(dealt(egyptian=True), "7C 8H double pass")
    assert told(state, "pass") == (
        CallMade(1, PASS),
        AuctionEnded(2, Bid(8, Suit.HEARTS), True),
        TrumpSet(Suit.HEARTS, 2),
    )


def test_an_auction_of_a_41_game_has_no_declarer() -> None:
    state = calling(dealt("tarneeb41"), "3 3 3")
    assert told(state, "2") == (CallMade(0, Bid(2)), AuctionEnded(None, None, False))


def test_a_hand_passed_out() -> None:
    state = calling(dealt(dealer=2, scores=(20, 15)), "pass pass pass")
    result = HandResult(
        ordinal=1,
        number=None,
        dealer=2,
        outcome=Outcome.PASSED_OUT,
        declarer=None,
        contract=None,
        doubled=False,
        trump=None,
        revealed=None,
        bids=(None, None, None, None),
        tricks=None,
        points=None,
        scores=(20, 15),
    )
    assert told(state, "pass") == (CallMade(2, PASS), AuctionEnded(None, None, False), HandEnded(result))


def test_a_hand_cancelled() -> None:
    state = calling(dealt("syrian41", dealer=2, scores=(1, 2, 3, 4)), "2 3 2")
    result = HandResult(
        ordinal=1,
        number=None,
        dealer=2,
        outcome=Outcome.CANCELLED,
        declarer=None,
        contract=None,
        doubled=False,
        trump="D",
        revealed="H2",
        bids=("3", "2", "3", "2"),
        tricks=None,
        points=None,
        scores=(1, 2, 3, 4),
    )
    assert told(state, "3") == (CallMade(2, Bid(3)), AuctionEnded(None, None, False), HandEnded(result))


def test_a_card_and_a_trick() -> None:
    state = calling(dealt(), "13 S")
    assert told(state, "SA") == (CardPlayed(1, parse_card("SA")),)
    state = calling(state, "SA H2 D2")
    assert told(state, "C2") == (CardPlayed(0, parse_card("C2")), TrickTaken(1, 1))


def test_the_end_of_a_hand_and_of_the_match() -> None:
    start = dealt(cards=deal_to_take(8), scores=(5, 26), egyptian=True)
    state, events = last_card(calling(start, "8S double pass pass"))
    result = HandResult(
        ordinal=1,
        number=1,
        dealer=0,
        outcome=Outcome.SCORED,
        declarer=1,
        contract="8S",
        doubled=True,
        trump="S",
        revealed=None,
        bids=(None, "8S", None, None),
        tricks=(0, 8, 5, 0),
        points=(0, 16),
        scores=(5, 42),
    )
    last_seat, last = hand_of(state).plays[-1]
    assert events == (
        CardPlayed(last_seat, last),
        TrickTaken(2, 13),
        HandEnded(result),
        MatchEnded(MatchResult(1, Reason.TARGET, (5, 42))),
    )
    assert (hand_of(state).result, state.results) == (result, (result,))
