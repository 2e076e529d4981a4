"""The steady bot follows: second hand low, third hand high, last as cheap as will do."""

from __future__ import annotations

import pytest

from tests.bots.seen import chosen, in_play


def test_second_hand_plays_low() -> None:
    assert chosen(in_play("S KJ4 D 52", "3 S7")) == "S4"


def test_second_hand_takes_a_high_card_with_a_sure_winner() -> None:
    assert chosen(in_play("S AJ4 D 52", "3 SK")) == "SA"
    assert chosen(in_play("S AJ4 D 52", "3 ST")) == "SA"
    assert chosen(in_play("S AJ4 D 52", "3 S9")) == "S4"
    assert chosen(in_play("S KJ4 D 52", "3 SQ")) == "S4"  # the ace may follow


def test_second_hand_takes_its_winner_when_the_suit_comes_again() -> None:
    before = "3 S2 S3 S8 S9"
    assert chosen(in_play("S AJ4 D 52", before, "3 S7")) == "SA"
    assert chosen(in_play("S AJ4 D 52", before, "3 S7", trump="S")) == "S4"


def test_third_hand_plays_high() -> None:
    assert chosen(in_play("S KJ4 D 52", "2 S5 S7")) == "SK"


def test_third_hand_plays_the_lower_of_touching_cards() -> None:
    assert chosen(in_play("S KQ4 D 52", "2 S5 S7")) == "SQ"


def test_third_hand_counts_cards_that_are_gone_as_touching() -> None:
    before = "0 S2 SQ S8 S9"
    assert chosen(in_play("S KJ4 D 52", before, "2 S5 S7")) == "SJ"


def test_third_hand_plays_no_higher_than_the_last_player_can_beat() -> None:
    void_in_spades = "0 S2 D3 S8 S9"
    assert chosen(in_play("S KJ4 D 52", void_in_spades, "2 S5 ST")) == "S4"  # it may ruff whatever is played
    void_in_trumps = "0 H2 D4 H9 H8"
    assert chosen(in_play("S KJ4 D 52", void_in_spades, void_in_trumps, "2 S5 ST")) == "SJ"


def test_third_hand_leaves_a_partner_whose_card_is_as_good_as_its_own() -> None:
    assert chosen(in_play("S K94 D 52", "2 SQ S7")) == "S4"


def test_third_hand_leaves_a_partner_who_cannot_be_beaten() -> None:
    assert chosen(in_play("S K94 D 52", "2 SA S7")) == "S4"


def test_the_last_to_play_wins_with_the_cheapest_card() -> None:
    assert chosen(in_play("S AQ93 D 52", "1 S5 S6 S8")) == "S9"


def test_the_last_to_play_wins_with_the_lowest_trump_that_wins() -> None:
    assert chosen(in_play("H A95 D 52", "1 S5 S6 S8")) == "H5"
    assert chosen(in_play("H A95 D 52", "1 S5 S6 H7")) == "H9"


def test_who_cannot_win_plays_low() -> None:
    assert chosen(in_play("S J94 D 52", "1 S5 S6 SQ")) == "S4"


def test_a_trump_that_cannot_win_is_kept() -> None:
    assert chosen(in_play("H 5 D 52 C 986", "1 S5 S6 H7")) == "D2"


def test_who_can_still_ruff_throws_from_its_shortest_suit() -> None:
    assert chosen(in_play("H 5 D 43 C 962", "1 S5 S6 H7")) == "D3"
    assert chosen(in_play("D 43 C 962", "1 S5 S6 H7")) == "C2"


@pytest.mark.parametrize("declarer", [0, 1, 2, 3])
@pytest.mark.parametrize("trick", ["1 S5 S9 S7", "1 S5 H4 S7", "1 S5 H4 H2", "2 S9 S7", "2 S3 S2"])
def test_the_partners_winner_is_never_ruffed(trick: str, declarer: int) -> None:
    assert chosen(in_play("H KQ7 D 52", trick, declarer=declarer)) == "D2"


@pytest.mark.parametrize("trump", ["H", "S", "NT"])
def test_the_partners_winner_is_not_overtaken_by_the_last_to_play(trump: str) -> None:
    assert chosen(in_play("S AK3", "1 S5 SJ S7", trump=trump)) == "S3"


def test_who_must_ruff_the_partners_winner_does_it_with_the_lowest() -> None:
    assert chosen(in_play("H KQ7", "1 S5 H4 H2")) == "H7"


FORTY_ONE = ("syrian41", "tarneeb41")


@pytest.mark.parametrize("variant", FORTY_ONE)
def test_in_41_the_partner_is_left_alone_once_the_own_bid_is_made(variant: str) -> None:
    seen = in_play("H K7 D 52", "1 S5 H4 S7", variant=variant, bids=(3, 3, 3, 3), taken=(3, 2, 2, 2))
    assert chosen(seen) == "D2"


@pytest.mark.parametrize("variant", FORTY_ONE)
def test_in_41_the_partner_is_left_alone_while_sure_winners_cover_the_bid(variant: str) -> None:
    seen = in_play("H AK D 52", "1 S5 H4 S7", variant=variant, bids=(4, 3, 3, 3), taken=(2, 2, 2, 3))
    assert chosen(seen) == "D2"


@pytest.mark.parametrize("variant", FORTY_ONE)
def test_in_41_the_own_bid_takes_the_trick_that_it_needs_from_the_partner(variant: str) -> None:
    seen = in_play("H K7 D 52", "1 S5 H4 S7", variant=variant, bids=(4, 3, 3, 3), taken=(1, 2, 3, 3))
    assert chosen(seen) == "H7"
    seen = in_play("S K9 D 52", "1 S5 S8 S7", variant=variant, bids=(4, 3, 3, 3), taken=(1, 2, 3, 3))
    assert chosen(seen) == "S9"


def test_in_41_a_trick_of_the_opponents_is_taken_though_the_bid_is_made() -> None:
    seen = in_play("S K9 D 52", "1 S8 S5 S7", variant="tarneeb41", bids=(2, 3, 3, 3), taken=(2, 2, 2, 2))
    assert chosen(seen) == "S9"


def test_discards_are_low_cards_of_weak_suits() -> None:
    assert chosen(in_play("D K2 C 743", "1 S5 S6 S8")) == "C3"
    assert chosen(in_play("D A C 743", "1 S5 S6 S8")) == "C3"


def test_a_guarded_king_keeps_its_guard() -> None:
    assert chosen(in_play("D K2 C 97", "1 S5 S6 S8")) == "C7"


def test_without_trumps_no_card_is_a_trump() -> None:
    assert chosen(in_play("H A2 D 53", "1 S5 S6 S8", trump="NT")) == "H2"
