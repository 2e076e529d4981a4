"""What the steady bot remembers of a hand: the cards gone, who is void, what is still out."""

from __future__ import annotations

from games.bots.steady.memory import remember
from games.engine.cards import Suit, mask_of
from tests.bots.seen import LEFT, PARTNER, RIGHT, cards, in_play


def test_cards_gone_and_own_ones_are_not_with_the_others() -> None:
    memory = remember(in_play("S AK D 2", "1 C2 C3 C4 C5"))
    assert memory.unseen.bit_count() == 52 - 3 - 4
    assert not memory.unseen & mask_of(cards("S AK D 2 C 2345"))


def test_who_did_not_follow_is_void() -> None:
    memory = remember(in_play("S AK D 2", "1 C2 D3 C4 C5", "3 D5"))
    assert memory.is_void(PARTNER, Suit.CLUBS.mask)
    assert not memory.is_void(PARTNER, Suit.DIAMONDS.mask)
    assert not memory.is_void(RIGHT, Suit.CLUBS.mask)
    assert not memory.is_void(LEFT, Suit.CLUBS.mask)


def test_everyone_is_void_in_a_suit_that_is_all_gone_or_mine() -> None:
    memory = remember(in_play("C AKQJT98 S 2", "1 C2 C3 C4 C5", "1 C6 C7 D4 D5"))
    assert all(memory.is_void(seat, Suit.CLUBS.mask) for seat in (RIGHT, PARTNER, LEFT))


def test_a_revealed_card_is_its_dealers_until_it_is_played() -> None:
    memory = remember(in_play("S 94 D K7", variant="syrian41", revealed="DA", dealer=RIGHT))
    (ace,) = cards("DA")
    assert [bool(memory.may_hold[seat] & ace.bit) for seat in (RIGHT, PARTNER, LEFT)] == [True, False, False]
    played = in_play("S 94 D K7", "1 DA D2 D3 D4", variant="syrian41", revealed="DA", dealer=RIGHT)
    assert not any(seat & ace.bit for seat in remember(played).may_hold)


def test_the_card_that_wins_so_far() -> None:
    memory = remember(in_play("S 94 D K7", "1 C5 C9 H2", trump="H"))
    assert (str(memory.best), memory.winner) == ("H2", LEFT)
    without = remember(in_play("S 94 D K7", "1 C5 C9 H2", trump="NT"))
    assert (str(without.best), without.winner) == ("C9", PARTNER)


def test_what_each_bid_still_needs() -> None:
    memory = remember(in_play("S 94", variant="tarneeb41", bids=(3, 4, 2, 5), taken=(1, 4, 3, 0)))
    assert memory.needs == (2, 0, 0, 5)
