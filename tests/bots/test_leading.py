"""The steady bot leads: trumps when its team declared and holds most, winners, the partner's ruffs."""

from __future__ import annotations

from tests.bots.seen import ME, PARTNER, RIGHT, chosen, in_play


def test_the_declarer_draws_trumps_from_the_top() -> None:
    assert chosen(in_play("H AKJ94 S A52 D A3 C 764", declarer=ME)) == "HA"


def test_without_the_top_trump_the_declarer_drives_it_out() -> None:
    assert chosen(in_play("H KQJ94 S A52 D A3 C 764", declarer=ME)) == "HK"
    assert chosen(in_play("H Q8743 S A52 D A3 C 764", declarer=ME)) == "H3"


def test_the_declarers_partner_leads_trumps() -> None:
    assert chosen(in_play("H T4 S 952 D A3 C 764", declarer=PARTNER)) == "HT"


def test_the_other_team_does_not_draw_trumps() -> None:
    assert not chosen(in_play("H AKJ94 S A52 D A3 C 764", declarer=RIGHT)).startswith("H")


def test_trumps_are_drawn_until_the_opponents_have_none() -> None:
    first, second = "0 HA H2 H5 H3", "0 HK HQ H6 HT"
    still_out = in_play("H J9 S A52 D A3", first, second, declarer=ME)
    assert chosen(still_out) == "HJ"
    both_void = in_play("H J9 S A52 D A3", first, "0 HK C2 H6 C3", declarer=ME)
    assert chosen(both_void) in ("SA", "DA")


def test_the_one_trump_that_would_win_anyway_is_left_out() -> None:
    tricks = ("0 HK H2 H5 H3", "0 HQ HT H6 H7", "0 HJ H4 H8 C2")
    assert chosen(in_play("H 9 S A52 D A3", *tricks, declarer=ME)) in ("SA", "DA")


def test_aces_are_led_before_they_are_ruffed() -> None:
    assert chosen(in_play("H 94 S A52 D 973 C 76", declarer=RIGHT)) == "SA"


def test_a_king_is_led_when_its_ace_is_gone() -> None:
    assert chosen(in_play("H 94 S K52 D 973 C 76", "1 S3 SA S4 S6", declarer=RIGHT)) == "SK"


def test_a_winner_is_not_led_to_an_opponent_who_is_known_to_ruff_it() -> None:
    ruffed = "2 S3 H2 S4 S6"
    assert chosen(in_play("H 94 S A52 D 973 C 76", ruffed, declarer=RIGHT)) != "SA"
    drawn = "0 H3 C2 H5 C3"
    assert chosen(in_play("H 94 S A52 D 973 C 76", "2 S3 C4 S4 S6", drawn, declarer=RIGHT)) == "SA"


def test_a_suit_that_the_partner_ruffs_is_led() -> None:
    assert chosen(in_play("H 94 S Q52 D 973 C T6", "1 S3 C2 S4 S6", declarer=RIGHT)) == "S2"


def test_the_top_of_a_sequence_is_led() -> None:
    assert chosen(in_play("H 94 S QJT3 D K75 C T64", declarer=RIGHT)) == "SQ"


def test_in_41_who_holds_most_trumps_draws_them() -> None:
    most = in_play("H AKJ987 S A52 D 93 C 76", variant="tarneeb41")
    assert chosen(most) == "HA"
    few = in_play("H A42 S AK52 D 953 C 764", variant="tarneeb41")
    assert chosen(few) in ("SA", "SK")


def test_a_card_revealed_is_known_to_be_the_dealers() -> None:
    """With DA in the partner's hand no opponent can beat DK."""
    seen = in_play("S 94 D K72 C T64", variant="syrian41", trump="H", revealed="DA", dealer=PARTNER)
    assert chosen(seen) == "DK"
