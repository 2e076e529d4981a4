"""Following suit and taking tricks."""

from typing import Any

import pytest

from games.engine import rules
from games.engine.cards import NO_TRUMP, Suit, Trump, parse_card
from games.engine.errors import Code, IllegalMove, InvalidMove
from games.engine.events import CardPlayed, TrickTaken
from games.engine.moves import PlayCard, parse_move
from games.engine.state import MatchState, Phase
from games.engine.tricks import beats, playable, winning_place
from tests.engine.scripted import calling, calls_of, deal_of, dealt, hand_of, play_out, refusal, result_of

MIXED = deal_of(
    "C AKQ D AKQ H AKQ S AKQJ",
    "C JT9 D JT9 H JT98 S T98",
    "C 876 D 8765 H 765 S 765",
    "C 5432 D 432 H 432 S 432",
)


def in_play(trump: str = "S", **options: Any) -> MatchState:
    """Seat 1 declares 7 in ``trump`` with MIXED dealt and is to lead."""
    return calling(dealt(cards=MIXED, **options), f"7 pass pass pass {trump}")


def test_who_can_follow_must_follow_and_a_refusal_changes_nothing() -> None:
    state = calling(in_play(), "CJ")
    assert calls_of(state) == ["C6", "C7", "C8"]
    assert refusal(state, "D8") == Code.MUST_FOLLOW_SUIT
    with pytest.raises(IllegalMove) as caught:
        rules.apply(state, 2, parse_move("D8"))
    assert caught.value.params == {"suit": "C"}


def test_a_trump_played_while_the_led_suit_is_held_is_refused() -> None:
    assert refusal(calling(in_play(), "CJ"), "S7") == Code.MUST_FOLLOW_SUIT


def test_who_cannot_follow_may_play_anything() -> None:
    state = calling(in_play(), "CJ C8 C5 CA CK CT C7 C4 CQ C9 C6 C3")
    state = calling(state, "DA D9 D5 D2 DK DT D6 D3 DQ DJ D7 D4 HQ H8 H5 H2 HK H9 H6 H3")
    state = calling(state, "HA HT H7 H4 SA S8 S5 S2 SK S9 S6 S3 SQ ST S7 S4 SJ")
    assert calls_of(state) == ["HJ"]


def test_a_card_not_held_is_refused() -> None:
    assert refusal(in_play(), "SA") == Code.CARD_NOT_HELD
    state = calling(in_play(), "CJ C8 C5 CA")
    assert refusal(state, "CA") == Code.CARD_NOT_HELD, "it was played already"


def test_out_of_turn_is_refused() -> None:
    assert refusal(in_play(), "C8", seat=2) == Code.NOT_YOUR_TURN


def test_a_move_that_is_none_is_refused() -> None:
    with pytest.raises(InvalidMove):
        rules.apply(in_play(), 1, "CJ")  # type: ignore[arg-type]


def test_the_winner_of_a_trick_leads_the_next() -> None:
    state = calling(in_play(), "CJ C8 C5 CA")
    assert (state.turn, hand_of(state).tricks) == (0, [1, 0, 0, 0])
    assert calls_of(state)[:2] == ["CQ", "CK"]
    state = calling(state, "SJ ST S5 S2")
    assert (state.turn, hand_of(state).tricks) == (0, [2, 0, 0, 0])


def test_playing_is_told_in_events() -> None:
    state = calling(in_play(), "CJ C8 C5")
    _, events = rules.apply(state, 0, parse_move("CA"))
    assert events == (CardPlayed(0, parse_card("CA")), TrickTaken(0, 1))


def test_a_discarded_ace_cannot_win() -> None:
    deal = deal_of("C AKQJT98765432", "D 2 S KQJT98765432", "D AKQJT9876543 S A", "H AKQJT98765432")
    state = calling(dealt(cards=deal), "7 pass pass pass H D2 D3 HA CA")
    assert state.turn == 3, "the trump takes it"
    state = calling(dealt(cards=deal), "7 pass pass pass S D2 D4 H2 CA")
    assert state.turn == 2, "♦2 led, ♣A discarded: the higher diamond takes it"


def test_the_thirteenth_trick_counts_for_its_winner() -> None:
    deal = deal_of(
        "C A H AKQJT9876 S 2 D 32", "S AKQJT9876543 C 2", "D AKQJT987654 H 54", "C KQJT9876543 H 32"
    )
    state = calling(dealt(cards=deal), "12 pass pass pass S")
    while len(hand_of(state).plays) < 48:
        seat = state.turn
        keep = {0: "CA", 1: "C2"}.get(seat or 0)
        move = next(text for text in calls_of(state) if text != keep)
        state = calling(state, move)
    assert hand_of(state).tricks == [0, 12, 0, 0]
    state = calling(state, "C2")
    state = play_out(state)
    assert result_of(state).tricks == (1, 12, 0, 0)
    assert result_of(state).points == (0, 12)


def test_in_no_trump_only_the_led_suit_wins() -> None:
    deal = deal_of("D AKQJT98765432", "C J S KQJT98765432", "C 2 H AKQJT9876543", "C AKQT9876543 H 2 S A")
    state = calling(dealt(cards=deal, no_trump=True), "7 pass pass pass NT CJ C2 C3 DK")
    assert state.turn == 1, "♣J led beats a discarded ♦K"


@pytest.mark.parametrize(
    ("trick", "trump", "place"),
    [
        ("D2 CA D3 D4", Suit.SPADES, 3),
        ("CJ DK C2 C3", NO_TRUMP, 0),
        ("CJ DK C2 CQ", NO_TRUMP, 3),
        ("DA S2 S3 DK", Suit.SPADES, 2),
        ("DA S3 S2 DK", Suit.SPADES, 1),
        ("S2 DA HA CA", Suit.SPADES, 0),
        ("C2 S2 H2 D2", Suit.DIAMONDS, 3),
        ("C2", Suit.DIAMONDS, 0),
    ],
)
def test_the_highest_trump_else_the_highest_of_the_led_suit(trick: str, trump: Trump, place: int) -> None:
    assert winning_place([parse_card(text) for text in trick.split()], trump) == place


def test_beats_and_playable_work_on_masks() -> None:
    spades = Suit.SPADES.mask
    assert beats(parse_card("S2"), parse_card("HA"), spades)
    assert not beats(parse_card("HA"), parse_card("S2"), spades)
    assert beats(parse_card("S3"), parse_card("S2"), 0)
    held = parse_card("S2").bit | parse_card("HA").bit
    assert playable(held, spades) == parse_card("S2").bit
    assert playable(held, Suit.CLUBS.mask) == held
    assert playable(held, 0) == held


class TestFirstLeadTrump:
    def test_the_first_lead_must_be_a_trump_if_one_is_held(self) -> None:
        state = in_play(first_lead_trump=True)
        assert calls_of(state) == ["S8", "S9", "ST"]
        assert refusal(state, "CJ") == Code.MUST_LEAD_TRUMP

    def test_no_later_lead_need_be(self) -> None:
        state = calling(in_play(first_lead_trump=True), "ST S7 S4 SA")
        assert len(calls_of(state)) == 12

    def test_followers_are_not_bound_by_it(self) -> None:
        state = calling(in_play("H", first_lead_trump=True), "HJ")
        assert calls_of(state) == ["H5", "H6", "H7"]

    def test_without_a_trump_any_card_may_be_led(self) -> None:
        deal = deal_of("S AKQJT98765432", "H AKQJT98765432", "D AKQJT98765432", "C AKQJT98765432")
        state = calling(dealt(cards=deal, first_lead_trump=True), "7 pass pass pass S")
        assert len(calls_of(state)) == 13

    def test_no_trumps_bind_nothing(self) -> None:
        assert len(calls_of(in_play("NT", first_lead_trump=True, no_trump=True))) == 13

    def test_without_the_option_any_card_may_be_led(self) -> None:
        assert len(calls_of(in_play())) == 13


def test_a_hand_ends_with_its_52nd_card() -> None:
    state = play_out(in_play())
    assert (state.phase, len(hand_of(state).plays)) == (Phase.AWAITING_DEAL, 52)
    with pytest.raises(IllegalMove) as caught:
        rules.apply(state, 0, PlayCard(parse_card("SA")))
    assert caught.value.code is Code.NO_HAND_DEALT
