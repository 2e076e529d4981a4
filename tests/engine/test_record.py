"""The match record: written, read, replayed, and the same again byte for byte."""

import codecs
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.cards import parse_card
from games.engine.errors import InvalidOptions
from games.engine.moves import Bid
from games.engine.record import (
    FORMAT,
    MatchRecord,
    Recorder,
    RecordFault,
    hand_data,
    hand_record,
    read_hand,
    read_record,
    replay,
    replayed,
    split_records,
    write_record,
)
from games.engine.results import MatchResult, Reason
from games.engine.state import Phase
from tests.engine.records import (
    MIXED,
    as_text,
    chance_match,
    changed,
    play_lowest,
    say,
    short_data,
    short_match,
)
from tests.engine.scripted import SUIT_EACH, VARIANT_OPTIONS


def test_the_short_match_in_full() -> None:
    data = short_data()
    assert (data["format"], data["match"], data["variant"]) == (FORMAT, "k3v9qz", "tarneeb")
    assert data["seats"] == ["Alia", "باسم", "C", "D"]
    assert data["options"] == {
        "target": 31,
        "single_round": False,
        "dealer_must_bid": False,
        "no_trump": False,
        "first_lead_trump": False,
        "egyptian": False,
    }
    passed_out, failed, made = data["hands"]
    assert passed_out == {
        "number": None,
        "dealer": 0,
        "cards": [" ".join(map(str, cards)) for cards in SUIT_EACH],
        "revealed": None,
        "calls": [[1, "pass"], [2, "pass"], [3, "pass"], [0, "pass"]],
        "trump": None,
        "plays": [],
        "tricks": None,
        "points": None,
        "scores": [0, 0],
    }
    assert (failed["number"], failed["dealer"], failed["trump"]) == (1, 0, "S")
    assert failed["calls"] == [[1, "7"], [2, "pass"], [3, "pass"], [0, "pass"]]
    assert len(failed["plays"]) == 52
    assert (failed["tricks"], failed["points"], failed["scores"]) == ([13, 0, 0, 0], [13, -7], [13, -7])
    assert (made["number"], made["dealer"], made["calls"]) == (2, 1, [[2, "13"]])
    assert (made["tricks"], made["points"], made["scores"]) == ([0, 0, 13, 0], [26, 0], [39, -7])
    assert data["result"] == {"winner": 0, "reason": "target", "scores": [39, -7]}


def test_a_writer_sorts_keys_puts_no_spaces_and_leaves_letters() -> None:
    text = write_record(short_match().record())
    assert text == json.dumps(json.loads(text), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert "باسم" in text
    assert "\n" not in text


def test_a_reader_takes_any_spacing_and_key_order() -> None:
    data = short_data()
    backwards = dict(reversed([*data.items()]))
    for text in (json.dumps(backwards, indent=3), " " + json.dumps(data) + "\r\n"):
        assert read_record(text) == short_match().record()
        assert read_record(text.encode()) == short_match().record()


def test_where_it_was_read_is_no_part_of_a_record() -> None:
    text = as_text(short_data())
    assert read_record(text, 3) == read_record(text, 4)
    assert read_record(text, 3).line == 3


@pytest.mark.parametrize(("variant", "options"), VARIANT_OPTIONS)
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(min_value=0, max_value=2**32))
def test_a_match_replayed_from_its_record_gives_it_again_byte_for_byte(
    variant: str, options: dict[str, int | bool], seed: int
) -> None:
    played = chance_match(variant, options, seed)
    text = write_record(played.record())
    record = read_record(text)
    assert record == played.record()
    assert write_record(replayed(record)) == text
    assert replay(record) == played.state


class TestEarlyEnds:
    def recorder(self, variant: str = "tarneeb") -> Recorder:
        recorder = Recorder(variant, {}, 0, match="m", seats=("a", "b", "c", "d"))
        recorder.deal(MIXED)
        return recorder

    def checked(self, recorder: Recorder) -> dict[str, Any]:
        """The last hand of the record, which must replay."""
        text = write_record(recorder.record())
        assert write_record(replayed(read_record(text))) == text
        last: dict[str, Any] = json.loads(text)["hands"][-1]
        return last

    def test_in_the_auction(self) -> None:
        recorder = self.recorder()
        say(recorder, "7 pass")
        recorder.forfeit(0)
        hand = self.checked(recorder)
        assert (hand["number"], hand["calls"], hand["plays"]) == (1, [[1, "7"], [2, "pass"]], [])
        assert (hand["trump"], hand["tricks"], hand["points"], hand["scores"]) == (None, None, None, [0, 0])
        assert recorder.record().result == MatchResult(1, Reason.FORFEIT, (0, 0))

    def test_before_the_first_call(self) -> None:
        recorder = self.recorder("syrian41")
        recorder.abandon()
        hand = self.checked(recorder)
        assert (hand["calls"], hand["revealed"], hand["trump"], hand["scores"]) == ([], "SJ", "C", [0] * 4)

    def test_before_the_trump_is_named(self) -> None:
        recorder = self.recorder()
        say(recorder, "13")
        recorder.abandon()
        assert self.checked(recorder)["trump"] is None

    def test_in_the_middle_of_a_trick(self) -> None:
        recorder = self.recorder()
        say(recorder, "13 H HJ H7")
        recorder.forfeit(1)
        hand = self.checked(recorder)
        assert (hand["trump"], hand["plays"], hand["tricks"]) == ("H", ["HJ", "H7"], None)

    def test_between_two_hands(self) -> None:
        recorder = self.recorder()
        say(recorder, "13 H")
        play_lowest(recorder)
        recorder.abandon()
        assert len(self.checked(recorder)["plays"]) == 52
        assert len(recorder.hands) == 1

    def test_before_the_first_deal(self) -> None:
        recorder = Recorder("tarneeb", {}, 3, match="m", seats=("a", "b", "c", "d"))
        recorder.abandon()
        record = read_record(write_record(recorder.record()))
        assert record.hands == ()
        assert replay(record).phase is Phase.ENDED


class TestRecorder:
    def test_there_is_no_record_while_the_match_goes_on(self) -> None:
        recorder = Recorder("tarneeb", {}, 0, match="m", seats=("a", "b", "c", "d"))
        with pytest.raises(ValueError, match=r"^the match is not over$"):
            recorder.record()

    def test_a_hand_is_recorded_once_it_is_dealt(self) -> None:
        recorder = Recorder("syrian41", {}, 0, match="m", seats=("a", "b", "c", "d"))
        with pytest.raises(ValueError, match=r"^no hand was dealt$"):
            hand_record(recorder.state)
        recorder.deal(MIXED)
        say(recorder, "5")
        hand = hand_record(recorder.state)
        assert (hand.number, hand.revealed, hand.calls) == (1, parse_card("SJ"), ((1, Bid(5)),))
        assert recorder.hands == ()

    def test_a_refused_move_is_not_recorded(self) -> None:
        recorder = Recorder("tarneeb", {}, 0, match="m", seats=("a", "b", "c", "d"))
        recorder.deal(MIXED)
        before = recorder.state.copy()
        with pytest.raises(Exception, match="bid_out_of_range"):
            recorder.apply(1, Bid(6))
        assert recorder.state == before


class TestOneHand:
    def test_a_hand_is_written_and_read_by_itself(self) -> None:
        for hand in short_match().record().hands:
            assert read_hand(json.loads(json.dumps(hand_data(hand))), "tarneeb") == hand
        for hand in chance_match("syrian41", {}, 4).record().hands:
            assert read_hand(json.loads(json.dumps(hand_data(hand))), "syrian41") == hand

    def test_what_is_no_hand_is_refused(self) -> None:
        with pytest.raises(RecordFault):
            read_hand({}, "tarneeb")
        with pytest.raises(InvalidOptions):
            read_hand({}, "whist")


class TestFiles:
    def test_one_match_a_line(self) -> None:
        line = write_record(short_match().record()).encode()
        assert list(split_records(line + b"\n\n  \n" + line + b"\n")) == [(1, line), (4, line)]
        assert list(split_records(line)) == [(1, line)]
        assert list(split_records(b"")) == []

    def test_one_match_alone_may_be_spaced_over_lines(self) -> None:
        text = ("\n" + json.dumps(short_data(), indent=1)).encode()
        assert list(split_records(text)) == [(2, text)]

    def test_a_broken_match_over_lines_counts_once(self) -> None:
        text = json.dumps(short_data(), indent=1).encode()
        latin = text.replace(b"Alia", b"Ali\xe9")
        for broken in (text[:-9], b" " + text[:-1], codecs.BOM_UTF8 + text, latin, text + b"\n" + text):
            assert list(split_records(broken)) == [(1, broken)]

    def test_a_broken_line_leaves_the_others_alone(self) -> None:
        line = write_record(short_match().record()).encode()
        for broken in (line[:-20], b"no JSON", b"\xff", b"[1"):
            assert [text for _, text in split_records(broken + b"\n" + line)] == [broken, line]
            assert [text for _, text in split_records(line + b"\n" + broken)] == [line, broken]

    def test_not_even_one_that_is_broken_in_two(self) -> None:
        line = write_record(short_match().record()).encode()
        for parts in ([line[:500], line[500:]], [line[:500], b"junk"]):
            assert [text for _, text in split_records(b"\n".join([*parts, line]))] == [*parts, line]

    def test_a_line_separator_in_a_name_ends_no_line(self) -> None:
        data = changed(short_data(), "seats", 0, to="a\u2028b\x85c")
        line = write_record(read_record(as_text(data))).encode()
        assert list(split_records(line)) == [(1, line)]
        assert read_record(line).seats[0] == "a\u2028b\x85c"


def test_a_record_made_up_in_a_program_is_checked_too() -> None:
    record = short_match().record()
    for variant, options in (("whist", {}), ("tarneeb", {"target": 40})):
        wrong = MatchRecord("m", variant, options, record.seats, record.hands, record.result, line=9)
        with pytest.raises(
            RecordFault, match=r"^line 9: there is no variant whist|^line 9: the option target"
        ):
            replay(wrong)
