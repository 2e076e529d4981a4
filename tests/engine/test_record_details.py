"""Details of the record that a change would spoil without spoiling a match: places, seeds, spacing."""

import json
from dataclasses import replace
from typing import Any

import pytest

from games.engine.errors import Code, RecordFault
from games.engine.record import (
    FairDeal,
    Recorder,
    read_hand,
    read_record,
    record_data,
    replay,
    replayed,
    split_records,
    write_record,
)
from games.engine.record.faults import Where, shown
from games.engine.shuffle import METHOD, commitment, deal_cards
from tests.engine.records import as_text, changed, fault_of, say, sentence, short_data

SEED = bytes(range(32))
NOBODY = ("", "", "", "")
FAIR = FairDeal(METHOD, commitment(SEED), SEED.hex(), NOBODY)


def seeded(calls: str = "") -> Recorder:
    """A match stopped in its first hand, which was dealt from a seed."""
    recorder = Recorder("tarneeb", {}, 0, match="m", seats=("a", "b", "c", "d"))
    recorder.deal(deal_cards(SEED, NOBODY, 0), FAIR)
    say(recorder, calls)
    return recorder


def test_a_hand_alone_is_the_first_of_line_one() -> None:
    with pytest.raises(RecordFault) as caught:
        read_hand({}, "tarneeb")
    assert str(caught.value) == 'line 1, hand 1: the key "number" is missing'


@pytest.mark.parametrize("early", ["forfeit", "abandon"])
def test_the_seeds_of_a_hand_that_stopped_are_kept(early: str) -> None:
    recorder = seeded("7")
    _ = recorder.forfeit(0) if early == "forfeit" else recorder.abandon()
    assert [hand.fair for hand in recorder.hands] == [FAIR]


@pytest.mark.parametrize("calls", ["7", "pass pass pass pass"])
def test_seeds_are_kept_when_a_match_is_played_again(calls: str) -> None:
    recorder = seeded(calls)
    recorder.abandon()
    record = read_record(write_record(recorder.record()))
    assert record.hands[0].fair == FAIR
    assert replayed(record) == record


@pytest.mark.parametrize("dealer", range(4))
def test_any_seat_may_deal_first(dealer: int) -> None:
    recorder = Recorder("syrian41", {}, dealer, match="m", seats=("a", "b", "c", "d"))
    recorder.deal(deal_cards(SEED, NOBODY, dealer))
    recorder.abandon()
    record = read_record(write_record(recorder.record()), 6)
    assert record.hands[0].dealer == dealer
    assert replay(record) == recorder.state
    assert (replayed(record), replayed(record).line) == (record, 6)


class TestFaults:
    def test_a_trump_that_must_be_named_says_by_whom(self) -> None:
        data = short_data()
        del data["hands"][2]
        data["hands"][1] |= {"plays": [], "trump": None, "tricks": None, "points": None, "scores": [0, 0]}
        assert sentence(data) == "line 3, hand 2, trump: seat 1 must name the trump"

    @pytest.mark.parametrize("name", ["NaN", "Infinity", "-Infinity"])
    def test_numbers_that_json_does_not_have(self, name: str) -> None:
        assert str(fault_of(name)) == f"line 3: {name} is not a number that JSON has"

    @pytest.mark.parametrize(
        ("key", "value", "expected"),
        [
            ("method", 5, "expected a string, found 5"),
            ("commitment", 5, "expected a string, found 5"),
            ("player_seeds", 5, "expected a list, found 5"),
            ("seed", "X" * 64, f'expected 64 hexadecimal digits, small letters, found "{"X" * 36}...'),
            ("seed", "g" * 64, f'expected 64 hexadecimal digits, small letters, found "{"g" * 36}...'),
        ],
    )
    def test_seeds(self, key: str, value: Any, expected: str) -> None:
        recorder = seeded()
        recorder.abandon()
        data = changed(record_data(recorder.record()), "hands", 0, "fair", key, to=value)
        assert sentence(data) == f"line 3, hand 1, fair: {expected}"

    @pytest.mark.parametrize(
        ("key", "value", "expected"),
        [
            (("trump",), 5, "trump: expected a string, found 5"),
            (("calls", 0), 7, "call 1: expected a list, found 7"),
            (("plays",), 7, "plays: expected a list, found 7"),
        ],
    )
    def test_values(self, key: tuple[str | int, ...], value: Any, expected: str) -> None:
        data = changed(short_data(), "hands", 1, *key, to=value)
        assert sentence(data) == f"line 3, hand 2, {expected}"

    def test_a_card_played_while_the_auction_goes_on(self) -> None:
        data = short_data()
        data["hands"][1] |= {"calls": [[1, "7"]], "trump": None, "plays": ["SA"]}
        assert sentence(data) == "line 3, hand 2, play 1: no card can be played: the hand is not in play"

    def test_a_deal_that_is_none_in_a_record_made_up_in_a_program(self) -> None:
        record = read_record(as_text(short_data()), 4)
        first = replace(record.hands[0], cards=(record.hands[0].cards[0],) * 4)
        with pytest.raises(RecordFault) as caught:
            replay(replace(record, hands=(first, *record.hands[1:])))
        assert str(caught.value) == "line 4, hand 1, cards: this is not the whole deck in four thirteens"

    def test_a_fault_has_the_parameters_of_its_sentence(self) -> None:
        fault = fault_of(as_text(changed(short_data(), "hands", 1, "calls", 0, to=[1, "6"])))
        assert (fault.code, fault.line, fault.hand, fault.step) == (Code.BID_OUT_OF_RANGE, 3, 2, "call 1")
        assert fault.params == {"seat": 1, "bid": "6", "lowest": 7, "highest": 13}

    def test_a_text_alone_is_line_one(self) -> None:
        assert read_record(as_text(short_data())).line == 1
        with pytest.raises(RecordFault, match=r"^line 1: expected an object, found a list$"):
            read_record("[]")

    def test_a_place_in_a_hand_is_no_place_in_another(self) -> None:
        assert Where(3, 1, "play 7").in_hand(2) == Where(3, 2, None)

    def test_what_is_found_is_shown_up_to_forty_letters(self) -> None:
        assert shown("x" * 38) == f'"{"x" * 38}"'
        assert shown("x" * 39) == f'"{"x" * 36}...'


class TestFiles:
    def test_a_match_over_two_lines(self) -> None:
        text = as_text(short_data()).replace(", ", ",\n", 1).encode()
        assert text.count(b"\n") == 1
        assert list(split_records(text)) == [(1, text)]

    def test_a_broken_line_alone_is_itself_without_what_is_around_it(self) -> None:
        assert list(split_records(b'\n{"format"\n\n')) == [(2, b'{"format"')]

    def test_a_broken_match_over_lines_that_are_not_indented(self) -> None:
        text = json.dumps(short_data(), indent=0)[:-9].replace("\n", "\r\n").encode()
        assert b"\n{\r\n" in text
        assert list(split_records(text)) == [(1, text)]


def test_a_number_may_have_eighteen_digits() -> None:
    longest = changed(short_data(), "hands", 1, "number", to=10**18 - 1)
    assert sentence(longest) == f"line 3, hand 2, number: it should be 1, not {10**18 - 1}"
    assert read_record(as_text(longest)).hands[1].number == 10**18 - 1
    longer = changed(short_data(), "hands", 1, "number", to=10**18)
    assert sentence(longer) == "line 3: a number is too long to be in a record"
