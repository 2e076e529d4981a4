"""What is no record, or no match by the rules, is refused with its line, hand and step: no traceback."""

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.errors import Code, RecordCode, RecordFault
from games.engine.record import read_record, record_data, replay, write_record
from games.engine.record.faults import SENTENCES
from tests.engine.records import as_text, chance_match, changed, short_data, short_match

Data = dict[str, Any]


def fault_of(text: str | bytes, line: int = 3) -> RecordFault:
    """The fault of a text that must have one."""
    with pytest.raises(RecordFault) as caught:
        replay(read_record(text, line))
    fault = caught.value
    assert "\n" not in str(fault)
    assert str(fault).isascii(), "whatever a file holds, the sentence is safe to print"
    return fault


def sentence(data: Any) -> str:
    return str(fault_of(as_text(data)))


def without(data: Data, *path: str | int) -> Data:
    whole = copy.deepcopy(data)
    place: Any = whole
    for step in path[:-1]:
        place = place[step]
    del place[path[-1]]
    return whole


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


PLAYS = short_data()["hands"][1]["plays"]

AGAINST_THE_RULES: list[tuple[tuple[str | int, ...], Any, str]] = [
    # The calls.
    (("hands", 1, "calls", 0), [2, "7"], "hand 2, call 1: seat 2 acts, but it is the turn of seat 1"),
    (("hands", 1, "calls", 0), [1, "6"], "hand 2, call 1: seat 1 bids 6, but bids go from 7 to 13"),
    (("hands", 1, "calls", 1), [2, "7"], "hand 2, call 2: seat 2 bids 7, which is not higher than 7"),
    (("hands", 1, "calls", 1), [2, "8H"], "hand 2, call 2: seat 2 bids 8H, but a bid has no suit here"),
    (("hands", 1, "calls", 1), [2, "double"],
     "hand 2, call 2: seat 2 doubles, but there are no doubles here"),
    (("hands", 2, "calls"), [[2, "13"], [3, "pass"]], "hand 3, call 2: the auction is over"),
    (("hands", 1, "calls"), [[1, "7"]], "hand 2, trump: it should be null, not \"S\""),
    (("hands", 2, "calls"), [[2, "12"], [3, "pass"], [0, "pass"]],
     'hand 3, trump: it should be null, not "H"'),
    # The trump.
    (("hands", 1, "trump"), None, "hand 2, trump: seat 1 must name the trump"),
    (("hands", 1, "trump"), "NT", "hand 2, trump: seat 1 names no trumps, but that is not played here"),
    (("hands", 0, "trump"), "S", 'hand 1, trump: it should be null, not "S"'),
    # The plays.
    (("hands", 1, "plays", 3), "DA", "hand 2, play 4: seat 0 holds clubs and must follow"),
    (("hands", 1, "plays", 0), "CA", "hand 2, play 1: seat 1 does not hold CA"),
    (("hands", 0, "plays"), ["SA"], "hand 1, play 1: no card can be played: the hand is not in play"),
    (("hands", 1, "plays"), PLAYS[:51], "hand 2, play 52: the hand stops here; only the last hand of a match "
     "that ended early may"),
    (("hands", 1, "plays"), [*PLAYS, "SA"], "hand 2, play 53: the hand is over"),
    # The figures.
    (("hands", 1, "number"), 2, "hand 2, number: it should be 1, not 2"),
    (("hands", 1, "number"), None, "hand 2, number: it should be 1, not null"),
    (("hands", 0, "number"), 1, "hand 1, number: it should be null, not 1"),
    (("hands", 1, "dealer"), 1, "hand 2, dealer: it should be 0, not 1"),
    (("hands", 2, "dealer"), 0, "hand 3, dealer: it should be 1, not 0"),
    (("hands", 1, "revealed"), "SJ", 'hand 2, revealed: it should be null, not "SJ"'),
    (("hands", 1, "tricks"), [12, 1, 0, 0], "hand 2, tricks: it should be [13, 0, 0, 0], not [12, 1, 0, 0]"),
    (("hands", 1, "tricks"), None, "hand 2, tricks: it should be [13, 0, 0, 0], not null"),
    (("hands", 0, "tricks"), [0, 0, 0, 0], "hand 1, tricks: it should be null, not [0, 0, 0, 0]"),
    (("hands", 1, "points"), [13, -8], "hand 2, points: it should be [13, -7], not [13, -8]"),
    (("hands", 0, "points"), [0, 0], "hand 1, points: it should be null, not [0, 0]"),
    (("hands", 1, "scores"), [14, -7], "hand 2, scores: it should be [13, -7], not [14, -7]"),
    # The result.
    (("result", "winner"), 1, "result: it should be 0, not 1"),
    (("result", "winner"), None, "result: it should be 0, not null"),
    (("result", "scores"), [40, -7], "result: it should be [39, -7], not [40, -7]"),
    (("result", "reason"), "forfeit", "result: the match was won, so its reason is not forfeit"),
    (("result", "reason"), "abandoned", "result: the match was won, so its reason is not abandoned"),
    (("options", "target"), 41, "result: nobody has won the match"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "value", "expected"), AGAINST_THE_RULES)
def test_matches_that_the_rules_do_not_give(path: tuple[str | int, ...], value: Any, expected: str) -> None:
    fault = fault_of(as_text(changed(short_data(), *path, to=value)))
    assert str(fault) == f"line 3, {expected}"


class TestTheEnd:
    def test_no_hand_follows_the_one_that_won(self) -> None:
        data = short_data()
        data["hands"].append(data["hands"][2])
        assert sentence(data) == "line 3, hand 4: the match was won before this hand"

    def test_a_match_does_not_stop_before_it_is_won(self) -> None:
        data = short_data()
        del data["hands"][2]
        assert sentence(data) == "line 3, result: nobody has won the match"

    def stopped(self, reason: str, winner: int | None) -> Data:
        """The match to its second hand, which stops in its fifth play, and ended early."""
        data = short_data()
        del data["hands"][2]
        data["hands"][1] |= {"plays": PLAYS[:4], "tricks": None, "points": None, "scores": [0, 0]}
        data["result"] = {"winner": winner, "reason": reason, "scores": [0, 0]}
        return data

    @pytest.mark.parametrize(("reason", "winner"), [("forfeit", 0), ("forfeit", 1), ("abandoned", None)])
    def test_a_match_that_ended_early_may_stop_anywhere(self, reason: str, winner: int | None) -> None:
        state = replay(read_record(as_text(self.stopped(reason, winner))))
        assert state.result is not None
        assert (state.result.winner, state.result.reason) == (winner, reason)

    @pytest.mark.parametrize(
        ("reason", "winner", "expected"),
        [
            (
                "target",
                0,
                "hand 2, play 5: the hand stops here; only the last hand of a match that ended early may",
            ),
            ("forfeit", None, "result: a forfeit has a winner"),
            ("abandoned", 0, "result: an abandoned match has no winner"),
        ],
    )
    def test_but_its_result_must_fit(self, reason: str, winner: int | None, expected: str) -> None:
        assert sentence(self.stopped(reason, winner)) == f"line 3, {expected}"

    @pytest.mark.parametrize(
        ("key", "value", "expected"),
        [
            ("tricks", [1, 0, 0, 0], "it should be null, not [1, 0, 0, 0]"),
            ("points", [0, 0], "it should be null, not [0, 0]"),
            ("scores", [1, 0], "it should be [0, 0], not [1, 0]"),
            ("number", None, "it should be 1, not null"),
        ],
    )
    def test_a_hand_that_stopped_has_no_figures(self, key: str, value: Any, expected: str) -> None:
        data = changed(self.stopped("abandoned", None), "hands", 1, key, to=value)
        assert sentence(data) == f"line 3, hand 2, {key}: {expected}"

    def test_only_the_last_hand_may_stop(self) -> None:
        data = self.stopped("abandoned", None)
        data["hands"].append(data["hands"][1])
        assert sentence(data).startswith("line 3, hand 2, play 5: the hand stops here")
        for calls, step in (([], "call 1"), ([[1, "7"]], "call 2"), ([[1, "13"]], "trump")):
            data["hands"][1] |= {"calls": calls, "plays": [], "trump": None}
            assert sentence(data).startswith(f"line 3, hand 2, {step}: ")

    def test_a_trump_is_not_known_before_it_is_named(self) -> None:
        data = self.stopped("abandoned", None)
        data["hands"][1] |= {"calls": [[1, "7"]], "plays": [], "trump": "S"}
        assert sentence(data) == 'line 3, hand 2, trump: it should be null, not "S"'


class TestSeeds:
    def data(self) -> Data:
        return next(
            data
            for data in (record_data(chance_match("tarneeb", {}, seed).record()) for seed in range(50))
            if data["hands"] and "fair" in data["hands"][0]
        )

    def test_they_are_checked_and_right(self) -> None:
        replay(read_record(as_text(self.data())))

    @pytest.mark.parametrize(
        ("key", "value", "expected"),
        [
            ("method", "tarneeb-deal/9", 'the deal\'s method "tarneeb-deal/9" is not known'),
            ("commitment", "0" * 64, "the commitment is not that of the seed"),
            ("commitment", "0" * 63, f'expected 64 hexadecimal digits, small letters, found "{"0" * 36}...'),
            ("seed", "0" * 64, "the commitment is not that of the seed"),
            ("seed", "A" * 64, f'expected 64 hexadecimal digits, small letters, found "{"A" * 36}...'),
            ("seed", None, "expected a string, found null"),
            ("player_seeds", ["other", "", "", ""], "the seeds give other cards"),
            ("player_seeds", ["", "", ""], "expected a list of 4, found 3"),
            ("player_seeds", ["\ud800", "", "", ""], "a string is not proper Unicode text"),
        ],
    )
    def test_a_deal_that_they_do_not_give_is_refused(self, key: str, value: Any, expected: str) -> None:
        assert (
            sentence(changed(self.data(), "hands", 0, "fair", key, to=value))
            == f"line 3, hand 1, fair: {expected}"
        )

    @pytest.mark.parametrize("key", ["method", "commitment", "seed", "player_seeds"])
    def test_every_key_is_needed_and_no_other_is_known(self, key: str) -> None:
        assert "is missing" in sentence(without(self.data(), "hands", 0, "fair", key))
        assert "is not known" in sentence(changed(self.data(), "hands", 0, "fair", "salt", to=""))

    def test_the_order_dealt_is_checked_too(self) -> None:
        cards = self.data()["hands"][0]["cards"][0].split()
        data = changed(self.data(), "hands", 0, "cards", 0, to=" ".join([cards[1], cards[0], *cards[2:]]))
        assert sentence(data) == "line 3, hand 1, fair: the seeds give other cards"


class TestOtherGames:
    def test_the_41_games(self) -> None:
        data = record_data(chance_match("syrian41", {}, 1).record())
        hand = data["hands"][0]
        wrong = "C2" if hand["revealed"] != "C2" else "C3"
        assert ", hand 1, revealed: it should be " in sentence(
            changed(data, "hands", 0, "revealed", to=wrong)
        )
        other = "C" if hand["trump"] != "C" else "D"
        assert ", hand 1, trump: it should be " in sentence(changed(data, "hands", 0, "trump", to=other))
        dealers_right = hand["calls"][0][0]
        passing = changed(data, "hands", 0, "calls", 0, to=[dealers_right, "pass"])
        assert sentence(passing).endswith(f"seat {dealers_right} passes, but every seat must bid")
        assert sentence(changed(data, "options", "egyptian", to=False)) == (
            'line 3, options: there is no option "egyptian"'
        )

    def test_the_egyptian_auction(self) -> None:
        data = record_data(short_match().record())
        data = changed(data, "options", "egyptian", to=True)
        assert sentence(data) == "line 3, hand 2, call 1: seat 1 bids 7 without a suit"


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
