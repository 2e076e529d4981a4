"""The steady bot counts its tricks, bids what its team should make, and names its longest suit."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.bots.steady.evaluation import TRICK, longest_suit, tricks_in, with_partner
from games.engine.cards import NO_TRUMP, Suit, mask_of
from games.engine.moves import Bid, NameTrump, Pass
from games.engine.state import Phase
from tests.bots.seen import cards, chosen, in_auction, observation, view

WEAK = "S 985 H T642 D 743 C 962"
FAIR = "S AKT73 H K4 D Q85 C 962"
STRONG = "S AKQJ73 H AK D A85 C 96"
ALL_THIRTEEN = "S AKQJT98765 H A D A C A"


def count(text: str, trump: Suit) -> int:
    return tricks_in(mask_of(cards(text)), trump)


def test_sure_tricks_are_aces_guarded_honours_and_trumps_past_the_third() -> None:
    assert count("S 6543 H 5432 D 432 C 32", Suit.SPADES) == 95  # one trump past the third
    assert count("S 65432 H 5432 D 32 C 32", Suit.SPADES) == 190
    nothing = count("S 543 H 5432 D 432 C 432", Suit.SPADES)
    assert nothing == 0
    assert count("S 543 H A432 D 432 C 432", Suit.SPADES) == 90
    assert count("S 543 H K432 D 432 C 432", Suit.SPADES) == 65
    assert count("S 543 H 5432 D 5432 C K2", Suit.SPADES) == 65


def test_a_bare_king_is_no_sure_trick() -> None:
    bare = count("S 543 H K D 65432 C 5432", Suit.SPADES)
    assert bare == count("S 543 H 2 D 65432 C 5432", Suit.SPADES)


def test_short_suits_are_worth_ruffs_only_with_trumps() -> None:
    assert count("S 543 H 2 D 65432 C 5432", Suit.SPADES) > count("S 543 H 32 D 5432 C 5432", Suit.SPADES)
    assert count("H 5432 D 65432 C 5432", Suit.SPADES) == 0


def test_the_partner_is_counted_for_about_three() -> None:
    for own in (3 * TRICK, 4 * TRICK, 5 * TRICK):
        assert 3 * TRICK <= with_partner(own, 40) - own <= 4 * TRICK


def test_of_suits_of_one_length_the_higher_cards_are_named() -> None:
    assert longest_suit(mask_of(cards("S 9874 H AK52 D 32 C 432"))) is Suit.HEARTS
    assert longest_suit(mask_of(cards("S 98742 H AK52 D 32 C 43"))) is Suit.SPADES


def naming(text: str, *, no_trump: bool = False) -> str:
    trumps = (*Suit, NO_TRUMP) if no_trump else tuple(Suit)
    legal = tuple(NameTrump(trump) for trump in trumps)
    return chosen(observation("tarneeb", phase=Phase.NAMING_TRUMP, legal=legal, hand=view(cards(text))))


def test_the_longest_suit_is_named() -> None:
    assert naming(FAIR) == "S"
    assert naming(FAIR, no_trump=True) == "S"


def test_no_trumps_are_bid_over_a_suit_where_the_longest_one_would_cost_a_trick_more() -> None:
    held = "S AKQ4 H AQ3 D AK3 C K92"
    assert chosen(in_auction(held, "7D", egyptian=True, no_trump=True)) == "7NT"
    assert chosen(in_auction(held, "7D", egyptian=True)) == "8S"


def test_a_weak_hand_passes_and_a_strong_one_bids_no_more_than_it_must() -> None:
    assert chosen(in_auction(WEAK)) == "pass"
    assert chosen(in_auction(STRONG)) == "7"
    assert chosen(in_auction(STRONG, "8")) == "9"


def test_a_bid_is_not_raised_past_what_the_team_should_take() -> None:
    assert chosen(in_auction(FAIR)) == "7"
    assert chosen(in_auction(FAIR, "9")) == "pass"


def test_the_partners_bid_is_left_to_it() -> None:
    assert chosen(in_auction(FAIR, "7", "pass")) == "pass"


def test_thirteen_is_bid_when_it_is_there() -> None:
    assert chosen(in_auction(ALL_THIRTEEN)) == "13"


def test_where_the_dealer_must_bid_it_does() -> None:
    calls = tuple((seat, Pass()) for seat in (1, 2, 3))
    seen = in_auction(WEAK)
    bound = replace(seen, legal=(Bid(7),), hand=view(cards(WEAK), calls=calls))  # type: ignore[arg-type]
    assert chosen(bound) == "7"


def test_the_egyptian_bid_names_the_longest_suit_as_low_as_it_can() -> None:
    assert chosen(in_auction(STRONG, egyptian=True)) == "7S"
    assert chosen(in_auction(STRONG, "7C", egyptian=True)) == "7S"
    assert chosen(in_auction(STRONG, "7D", egyptian=True)) == "8S"


def test_the_partners_suit_is_raised_over_the_opponents_with_trumps_for_it() -> None:
    held = "S A4 H KQ86 D AJ853 C 92"
    assert chosen(in_auction(held, "7H", "8C", egyptian=True)) == "8H"


def test_an_opponents_bid_that_should_fail_is_doubled() -> None:
    assert chosen(in_auction("S AKQ4 H A52 D A85 C K96", "10S", egyptian=True)) == "double"
    assert chosen(in_auction(WEAK, "7S", egyptian=True)) == "pass"
    assert chosen(in_auction("S AKQ4 H A52 D A85 C K96", "10S", "pass", egyptian=True)) != "double"


def test_the_count_is_stretched_when_the_opponents_are_about_to_win() -> None:
    held = "S A972 H 943 D K85 C 962"
    assert chosen(in_auction(held, scores=(10, 10))) == "pass"
    assert chosen(in_auction(held, scores=(10, 36))) == "7"


@pytest.mark.parametrize("variant", ["syrian41", "tarneeb41"])
def test_in_41_the_own_tricks_alone_are_bid(variant: str) -> None:
    assert chosen(in_auction(WEAK, variant=variant, trump="H")) == "2"
    assert chosen(in_auction("S AK73 H AKQ4 D 85 C 962", variant=variant, trump="H")) == "5"
    assert chosen(in_auction(ALL_THIRTEEN, variant=variant, trump="S")) == "13"


def test_in_41_no_more_is_bid_than_wins_the_match() -> None:
    held = "S AK73 H AKQ4 D 85 C 962"
    near = in_auction(held, variant="syrian41", trump="H", scores=(38, 0, 5, 0))
    assert chosen(near) == "3"
    partner_below = in_auction(held, variant="syrian41", trump="H", scores=(38, 0, 0, 0))
    assert chosen(partner_below) == "5"


def test_in_41_the_last_to_bid_does_not_cancel_a_hand_that_it_may_win() -> None:
    """Else four seats that are near the target bid 2 each, hand after hand."""
    held = "S AK73 H AKQ4 D 85 C 962"
    scores = (39, 39, 39, 39)
    assert chosen(in_auction(held, "2", "2", variant="syrian41", trump="H", scores=scores)) == "2"
    assert chosen(in_auction(held, "2", "2", "2", variant="syrian41", trump="H", scores=scores)) == "5"
    assert chosen(in_auction(held, "2", "3", "4", variant="syrian41", trump="H", scores=scores)) == "2"


def test_in_tarneeb_41_bids_from_five_count_double_towards_the_target() -> None:
    held = "S AKQ3 H AKQ42 D A5 C 96"
    near = in_auction(held, variant="tarneeb41", trump="H", scores=(31, 0, 5, 0))
    assert chosen(near) == "5"
    assert int(chosen(in_auction(held, variant="tarneeb41", trump="H"))) > 5
