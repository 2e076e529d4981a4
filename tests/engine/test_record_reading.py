"""Text that is no record at all is refused with its place in it: never a traceback, whatever a file holds."""

import copy
import json
import pickle
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.errors import Code, RecordCode, RecordFault
from games.engine.record import read_record, replay, write_record
from games.engine.record.faults import SENTENCES
from tests.engine.records import as_text, changed, fault_of, sentence, short_data, without


class TestNoRecord:
    @pytest.mark.parametrize(
        ("text", "code"),
        [
            ("", RecordCode.NOT_JSON),
            ("no JSON", RecordCode.NOT_JSON),
            ('{"format": ', RecordCode.NOT_JSON),
            ("{} {}", RecordCode.NOT_JSON),
            ("{'format': 1}", RecordCode.NOT_JSON),
            ("\ufeff{}", RecordCode.NOT_JSON),
            (b"\xff\xfe", RecordCode.NOT_UTF8),
            (b"\xed\xa0\x80", RecordCode.NOT_UTF8),
            ("[" * 100_000, RecordCode.NESTED_TOO_DEEP),
            ('{"a":' * 100_000, RecordCode.NESTED_TOO_DEEP),
            ("9" * 10_000, RecordCode.NUMBER_TOO_LONG),
            ('{"format": NaN}', RecordCode.NUMBER_NOT_FINITE),
            ('{"format": -Infinity}', RecordCode.NUMBER_NOT_FINITE),
            ('{"format": 1, "format": 2}', RecordCode.KEY_TWICE),
            ("null", RecordCode.WRONG_VALUE),
            ("[]", RecordCode.WRONG_VALUE),
            ("1e999", RecordCode.WRONG_VALUE),
            ('"text"', RecordCode.WRONG_VALUE),
            ("{}", RecordCode.KEY_MISSING),
        ],
    )
    def test_text_that_is_no_record(self, text: str | bytes, code: RecordCode) -> None:
        fault = fault_of(text)
        assert (fault.code, fault.line, fault.hand) == (code, 3, None)
        assert str(fault).startswith("line 3: ")

    def test_sentences(self) -> None:
        assert str(fault_of("[]")) == "line 3: expected an object, found a list"
        assert str(fault_of("{}")) == 'line 3: the key "format" is missing'
        assert str(fault_of('{"a": 1, "a": 1}')) == 'line 3: the key "a" is there twice'
        assert str(fault_of("x", 7)) == "line 7: this is not JSON (Expecting value, character 1)"

    def test_a_key_twice_is_found_at_any_depth(self) -> None:
        text = as_text(short_data()).replace('"dealer": 1', '"dealer": 1, "dealer": 1')
        assert fault_of(text).code is RecordCode.KEY_TWICE

    @pytest.mark.parametrize("key", ["format", "match", "variant", "options", "seats", "hands", "result"])
    def test_every_key_is_needed_and_no_other_is_known(self, key: str) -> None:
        assert sentence(without(short_data(), key)) == f'line 3: the key "{key}" is missing'
        assert sentence({**short_data(), "date": 1}) == 'line 3: the key "date" is not known'

    @pytest.mark.parametrize("key", [*short_data()["hands"][0]])
    def test_every_key_of_a_hand_too(self, key: str) -> None:
        data = short_data()
        assert sentence(without(data, "hands", 1, key)) == f'line 3, hand 2: the key "{key}" is missing'
        extra = changed(data, "hands", 2, "note", to="")
        assert sentence(extra) == 'line 3, hand 3: the key "note" is not known'

    @pytest.mark.parametrize("key", ["winner", "reason", "scores"])
    def test_and_of_the_result(self, key: str) -> None:
        assert sentence(without(short_data(), "result", key)) == f'line 3, result: the key "{key}" is missing'


WRONG_VALUES: list[tuple[tuple[str | int, ...], Any, str]] = [
    (("format",), "tarneeb-record/2", 'format: expected "tarneeb-record/1", found "tarneeb-record/2"'),
    (("match",), 5, "match: expected a string, found 5"),
    (("match",), "\ud800", "match: a string is not proper Unicode text"),
    (("variant",), "whist", 'variant: there is no variant "whist"'),
    (("variant",), None, "variant: expected a string, found null"),
    (("options",), [], "options: expected an object, found a list"),
    (("options", "target"), 41.0, 'options: the option "target" does not take 41.0'),
    (("options", "target"), "41", 'options: the option "target" does not take "41"'),
    (("options", "target"), 42, 'options: the option "target" does not take 42'),
    (("options", "egyptian"), 0, 'options: the option "egyptian" does not take 0'),
    (("options", "egyptian"), None, 'options: the option "egyptian" does not take null'),
    (("options", "jokers"), True, 'options: there is no option "jokers"'),
    (("seats",), ["a", "b", "c"], "seats: expected a list of 4, found 3"),
    (("seats", 2), 2, "seats: expected a string, found 2"),
    (("hands",), {}, "hands: expected a list, found an object"),
    (("hands", 1), None, "hand 2: expected an object, found null"),
    (("hands", 1, "number"), "1", 'hand 2, number: expected a whole number, found "1"'),
    (("hands", 1, "number"), 1.0, "hand 2, number: expected a whole number, found 1.0"),
    (("hands", 1, "number"), True, "hand 2, number: expected a whole number, found true"),
    (("hands", 1, "dealer"), 4, "hand 2, dealer: expected a seat, 0 to 3, found 4"),
    (("hands", 1, "dealer"), False, "hand 2, dealer: expected a seat, 0 to 3, found false"),
    (("hands", 1, "cards"), "", 'hand 2, cards: expected a list, found ""'),
    (("hands", 1, "cards", 0), "CA CK", "hand 2, cards: expected thirteen cards, found 2"),
    (("hands", 1, "cards", 0), "CA  CK", 'hand 2, cards: expected a card, found ""'),
    (("hands", 1, "cards", 0), [], "hand 2, cards: expected a string, found a list"),
    (("hands", 1, "revealed"), "S1", 'hand 2, revealed: expected a card, found "S1"'),
    (("hands", 1, "calls"), None, "hand 2, calls: expected a list, found null"),
    (("hands", 1, "calls", 0), [1, 7], "hand 2, call 1: expected a string, found 7"),
    (("hands", 1, "calls", 0), [1, "07"], 'hand 2, call 1: expected a call, found "07"'),
    (("hands", 1, "calls", 0), [1, "S"], 'hand 2, call 1: expected a call, found "S"'),
    (("hands", 1, "calls", 0), [1, "SA"], 'hand 2, call 1: expected a call, found "SA"'),
    (("hands", 1, "calls", 0), [True, "7"], "hand 2, call 1: expected a seat, 0 to 3, found true"),
    (("hands", 1, "calls", 3), [1], "hand 2, call 4: expected a seat and a call, found 1"),
    (("hands", 1, "trump"), "X", 'hand 2, trump: expected "C", "D", "H", "S" or "NT", found "X"'),
    (("hands", 1, "plays", 16), "sa", 'hand 2, play 17: expected a card, found "sa"'),
    (("hands", 1, "plays", 16), 1, "hand 2, play 17: expected a string, found 1"),
    (("hands", 1, "tricks"), [1, 2, 3], "hand 2, tricks: expected a list of 4, found 3"),
    (("hands", 1, "tricks", 0), 13.0, "hand 2, tricks: expected a whole number, found 13.0"),
    (("hands", 1, "points"), [1, 2, 3, 4], "hand 2, points: expected a list of 2, found 4"),
    (("hands", 1, "scores"), None, "hand 2, scores: expected a list, found null"),
    (("hands", 1, "fair"), None, "hand 2, fair: expected an object, found null"),
    (("result", "winner"), 2, "result: expected a winner: 0, 1 or null, found 2"),
    (("result", "winner"), False, "result: expected a winner: 0, 1 or null, found false"),
    (("result", "reason"), "won", 'result: expected a reason: target, forfeit, abandoned, found "won"'),
    (("result", "reason"), [], "result: expected a reason: target, forfeit, abandoned, found a list"),
    (("result", "scores"), [39], "result: expected a list of 2, found 1"),
]


@pytest.mark.parametrize(("path", "value", "expected"), WRONG_VALUES)
def test_values_that_cannot_stand_there(path: tuple[str | int, ...], value: Any, expected: str) -> None:
    assert sentence(changed(short_data(), *path, to=value)) == f"line 3, {expected}"


def test_a_card_dealt_twice() -> None:
    cards = short_data()["hands"][1]["cards"]
    data = changed(short_data(), "hands", 1, "cards", 2, to=cards[2].replace("C8", "CA"))
    assert sentence(data) == "line 3, hand 2, cards: CA was dealt twice"


def test_an_option_left_out_is_missing() -> None:
    data = without(short_data(), "options", "no_trump")
    assert sentence(data) == 'line 3, options: the option "no_trump" is missing'


def test_options_that_exclude_each_other() -> None:
    data = changed(changed(short_data(), "options", "egyptian", to=True), "options", "single_round", to=True)
    assert sentence(data) == 'line 3, options: the options "egyptian" and "single_round" exclude each other'


def test_a_fault_may_be_copied_and_sent_to_another_process() -> None:
    fault = fault_of(as_text(changed(short_data(), "hands", 1, "calls", 0, to=[2, "7"])))
    for again in (copy.copy(fault), copy.deepcopy(fault), pickle.loads(pickle.dumps(fault))):
        assert str(again) == str(fault)
        assert vars(again) == vars(fault)


def test_every_code_has_a_sentence() -> None:
    assert set(SENTENCES) == {*Code, *RecordCode}


# --- whatever a file holds ----------------------------------------------------------------------------------


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.text(), st.binary()))
def test_any_text_is_refused_in_the_same_way(text: str | bytes) -> None:
    fault_of(text)


LIKELY = ["pass", "7", "13", "SA", "S", "NT", "double", "8H", "target", "forfeit", 0, 1, 41, [0, 0], [1, "7"]]
plain_values = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=6),
    st.sampled_from(LIKELY),
)
json_values = st.recursive(
    plain_values,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


def places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Every place of a JSON value."""
    if path:
        yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, item in items:
        yield from places(item, (*path, step))


SHORT_PLACES = list(places(short_data()))


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(SHORT_PLACES), json_values)
def test_any_change_of_a_record_is_a_fault_or_the_record_of_what_was_played(
    path: tuple[str | int, ...], value: Any
) -> None:
    data = changed(short_data(), *path, to=value)
    try:
        record = read_record(as_text(data))
        replay(record)
    except RecordFault as fault:
        str(fault)
        return
    assert json.loads(write_record(record)) == data
    assert path[0] in ("match", "seats") or data == short_data()
