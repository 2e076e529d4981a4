"""Cards and moves: one object a card, one text form a move."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from games.engine import rules
from games.engine.cards import (
    DECK,
    NO_TRUMP,
    Rank,
    Suit,
    cards_of,
    mask_of,
    next_seat,
    parse_card,
    parse_trump,
    partner,
    team_of,
)
from games.engine.errors import Code, EngineError, InvalidMove
from games.engine.masks import ALL_CARDS, holding_of, mask_of_holding
from games.engine.moves import (
    ALL_MOVES,
    DOUBLE,
    PASS,
    PLAYS,
    PLAYS_OF_SUIT,
    Bid,
    Double,
    NameTrump,
    Pass,
    PlayCard,
    parse_move,
)


def test_the_deck_has_52_cards_each_with_its_own_bit() -> None:
    assert len(set(DECK)) == 52
    assert [card.index for card in DECK] == list(range(52))
    assert mask_of(DECK) == ALL_CARDS
    assert {str(card) for card in DECK} == {s + r for s in "CDHS" for r in "23456789TJQKA"}


def test_a_card_knows_its_suit_and_rank() -> None:
    card = parse_card("HT")
    assert (card.suit, card.rank, card.index, card.bit) == (Suit.HEARTS, Rank.TEN, 34, 1 << 34)
    assert card.suit_mask == Suit.HEARTS.mask
    assert str(card) == "HT"


def test_a_card_stays_one_object_when_copied_or_pickled() -> None:
    for card in DECK:
        assert copy.copy(card) is card
        assert copy.deepcopy([card])[0] is card
        assert pickle.loads(pickle.dumps(card)) is card


@pytest.mark.parametrize("text", ["", "S", "AS", "sa", "S1", "S10", "SAA", " SA", "XA", None, 7, ["SA"]])
def test_what_is_no_card_is_refused(text: object) -> None:
    with pytest.raises(InvalidMove) as caught:
        parse_card(text)  # type: ignore[arg-type]
    assert caught.value.code is Code.NOT_A_MOVE


def nested(depth: int) -> object:
    value: object = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize("value", [nested(50_000), 10**10_000], ids=["nested", "long"])
def test_what_cannot_be_written_is_refused_too(value: Any) -> None:
    refusing: tuple[Callable[[], object], ...] = (
        lambda: parse_card(value),
        lambda: parse_trump(value),
        lambda: parse_move(value),
        lambda: Bid(value),
        lambda: rules.start("tarneeb", {"target": value}, 0),
        lambda: rules.start("tarneeb", {}, value),
    )
    for refuse in refusing:
        with pytest.raises(EngineError) as caught:
            refuse()
        assert type(value).__name__ in caught.value.params.values()


def test_trumps_are_read_and_written() -> None:
    assert [parse_trump(text) for text in ("C", "D", "H", "S", "NT")] == [*Suit, NO_TRUMP]
    assert [str(trump) for trump in (*Suit, NO_TRUMP)] == ["C", "D", "H", "S", "NT"]
    assert NO_TRUMP.mask == 0
    for text in ("", "N", "h", "SA", None):
        with pytest.raises(InvalidMove):
            parse_trump(text)  # type: ignore[arg-type]


def test_masks_and_cards_go_both_ways() -> None:
    some = [parse_card(text) for text in ("C2", "CA", "D5", "HK", "S2", "SA")]
    assert cards_of(mask_of(some)) == tuple(some)
    assert cards_of(0) == ()
    assert cards_of(ALL_CARDS) == DECK
    assert mask_of_holding(holding_of(mask_of(some))) == mask_of(some)
    assert holding_of(mask_of(some)) == [1 | 1 << 12, 1 << 3, 1 << 11, 1 | 1 << 12]


def test_the_plays_of_a_suit() -> None:
    ranks = [parse_card(text).rank_bit for text in ("S2", "ST", "SA")]
    assert [str(move) for move in PLAYS_OF_SUIT[Suit.SPADES.index][sum(ranks)]] == ["S2", "ST", "SA"]
    for suit in Suit:
        assert PLAYS_OF_SUIT[suit.index][0] == ()
        assert [move.card.suit for move in PLAYS_OF_SUIT[suit.index][-1]] == [suit] * 13


def test_seats_go_anticlockwise() -> None:
    assert [next_seat(seat) for seat in range(4)] == [1, 2, 3, 0]
    assert [partner(seat) for seat in range(4)] == [2, 3, 0, 1]
    assert [team_of(seat) for seat in range(4)] == [0, 1, 0, 1]


def test_every_move_reads_back_from_its_own_text() -> None:
    texts = [str(move) for move in ALL_MOVES]
    assert len(set(texts)) == len(ALL_MOVES) == 2 + 13 + 65 + 5 + 52
    for move in ALL_MOVES:
        assert parse_move(str(move)) == move


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("7", Bid(7)),
        ("13", Bid(13)),
        ("8H", Bid(8, Suit.HEARTS)),
        ("9NT", Bid(9, NO_TRUMP)),
        ("pass", Pass()),
        ("double", Double()),
        ("S", NameTrump(Suit.SPADES)),
        ("NT", NameTrump(NO_TRUMP)),
        ("SA", PlayCard(parse_card("SA"))),
    ],
)
def test_each_kind_of_move_has_its_text_form(text: str, move: object) -> None:
    assert parse_move(text) == move
    assert str(move) == text


@pytest.mark.parametrize(
    "text",
    ["", "07", "7 ", "0", "14", "8h", "8N", "PASS", "Double", "7S7", "X", "SAS", None, 7, 7.0, True, []],
)
def test_what_is_no_move_is_refused(text: object) -> None:
    with pytest.raises(InvalidMove) as caught:
        parse_move(text)  # type: ignore[arg-type]
    assert caught.value.code is Code.NOT_A_MOVE


@pytest.mark.parametrize("tricks", [0, 14, -1, 7.0, True, "7", None])
def test_a_bid_is_a_whole_number_of_tricks(tricks: object) -> None:
    with pytest.raises(InvalidMove):
        Bid(tricks)  # type: ignore[arg-type]


@pytest.mark.parametrize("card", ["SA", 51, None, Suit.SPADES])
def test_only_a_card_is_played(card: object) -> None:
    with pytest.raises(InvalidMove):
        PlayCard(card)  # type: ignore[arg-type]


def test_moves_are_values() -> None:
    assert {Pass(), PASS, Double(), DOUBLE} == {PASS, DOUBLE}
    assert PlayCard(parse_card("SA")) == PLAYS[51]
    assert Bid(7) != Bid(7, Suit.CLUBS)


def test_an_error_says_its_code_and_parameters() -> None:
    error = EngineError(Code.BID_TOO_LOW, {"bid": "7", "high": "8"})
    assert str(error) == "bid_too_low (bid=7, high=8)"
    assert str(EngineError(Code.MATCH_OVER)) == "match_over"
