"""``manage.py replay``: a line a fault, the totals, and no traceback whatever the file is."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from games.engine.record import write_record
from games.simulation import record_files
from games.simulation.matches import Simulation, play_matches

MANAGE = Path(__file__).parents[2] / "manage.py"


@pytest.fixture(scope="module")
def lines() -> list[str]:
    """Three good records."""
    return [
        write_record(recorder.record()) for recorder in play_matches(Simulation("tarneeb", {}, seed=2), 3)
    ]


def hands_in(lines: list[str]) -> int:
    return sum(len(json.loads(line)["hands"]) for line in lines)


def check(*files: Path | str) -> tuple[list[str], int]:
    """What the command prints, and its exit code."""
    out = StringIO()
    code = 0
    try:
        call_command("replay", *map(str, files), stdout=out)
    except SystemExit as ended:
        code = int(ended.code or 0)
    return out.getvalue().splitlines(), code


def written(path: Path, content: str | bytes) -> Path:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def changed(line: str, hand: int, **values: Any) -> str:
    record = json.loads(line)
    record["hands"][hand].update(values)
    return json.dumps(record)


def test_good_records(tmp_path: Path, lines: list[str]) -> None:
    file = written(tmp_path / "good", "\n".join(lines) + "\n")
    assert check(file) == ([f"3 matches, {hands_in(lines)} hands, 0 wrong"], 0)
    assert check(file, file) == ([f"6 matches, {2 * hands_in(lines)} hands, 0 wrong"], 0)


def test_blank_lines_are_no_matches(tmp_path: Path, lines: list[str]) -> None:
    file = written(tmp_path / "blank", "\n" + "\n\n".join(lines) + "\n \n")
    assert check(file) == ([f"3 matches, {hands_in(lines)} hands, 0 wrong"], 0)


def test_one_record_spread_over_many_lines(tmp_path: Path, lines: list[str]) -> None:
    file = written(tmp_path / "spread", json.dumps(json.loads(lines[0]), indent=2))
    assert check(file) == ([f"1 matches, {hands_in(lines[:1])} hands, 0 wrong"], 0)


def test_an_empty_file_has_no_matches(tmp_path: Path) -> None:
    assert check(written(tmp_path / "empty", "")) == (["0 matches, 0 hands, 0 wrong"], 0)


def test_a_fault_is_said_with_its_place(tmp_path: Path, lines: list[str]) -> None:
    """The card of the first trick's second seat is exchanged for one of another suit that it holds."""
    record = json.loads(lines[2])
    hand = record["hands"][1]
    plays = hand["plays"]
    bid = next(seat for seat, call in reversed(hand["calls"]) if call != "pass")
    seat = (bid + 1) % 4
    held = hand["cards"][seat].split()
    assert plays[1][0] == plays[0][0]
    other = next(card for card in held if card[0] != plays[0][0])
    spoiled = changed(lines[2], 1, plays=[plays[0], other, *plays[2:]])
    file = written(tmp_path / "spoiled", "\n".join([*lines[:2], spoiled, "{}"]))
    suits = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
    found, code = check(file)
    assert (
        found[0] == f"{file}: line 3, hand 2, play 2: seat {seat} holds {suits[plays[0][0]]} and must follow"
    )
    assert found[1].startswith(f"{file}: line 4")
    assert found[2:] == [f"4 matches, {hands_in(lines)} hands, 2 wrong"]
    assert code == 1


@pytest.mark.parametrize(
    "content",
    [
        "not JSON",
        "[]",
        "null",
        "17",
        "[" * 100_000,
        "1" * 5_000,
        '{"format": NaN}',
        '"\\ud800"',
        b"\xff\xfe{}",
        b"\xef\xbb\xbf{}",
        b"\x00" * 100,
        b"\x1f\x8b\x08\x00",
        '{"format":"tarneeb-record/2"}',
        "{",
    ],
    ids=lambda content: repr(content)[:20],
)
def test_what_is_no_record_is_one_fault(tmp_path: Path, content: str | bytes) -> None:
    file = written(tmp_path / "other", content)
    found, code = check(file)
    assert found[0].startswith(f"{file}: line 1")
    assert found[1:] == ["1 matches, 0 hands, 1 wrong"]
    assert code == 1


def test_files_that_cannot_be_read_are_faults_and_the_others_are_checked(
    tmp_path: Path, lines: list[str]
) -> None:
    good = written(tmp_path / "good", lines[0])
    found, code = check(tmp_path / "missing", tmp_path, good)
    assert found == [
        f"{tmp_path}/missing: cannot be read: No such file or directory",
        f"{tmp_path}: cannot be read: Is a directory",
        f"1 matches, {hands_in(lines[:1])} hands, 2 wrong",
    ]
    assert code == 1


def test_a_file_name_of_any_bytes_is_shown(tmp_path: Path) -> None:
    found, _ = check(os.fsdecode(os.fsencode(tmp_path) + b"/\xff"))
    assert found[0] == f"{tmp_path}/\N{REPLACEMENT CHARACTER}: cannot be read: No such file or directory"


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch, lines: list[str]) -> None:
    class Input:
        buffer = BytesIO(lines[0].encode() + b"\nnothing\n")

    monkeypatch.setattr(sys, "stdin", Input())
    found, code = check("-")
    assert found[0].startswith("-: line 2: ")
    assert found[1] == f"2 matches, {hands_in(lines[:1])} hands, 1 wrong"
    assert code == 1


def test_big_files_are_read_line_by_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: list[str]
) -> None:
    """With the bounds lowered, so that the file is longer than a record may be, and two lines are."""
    monkeypatch.setattr(record_files, "LONGEST_RECORD", max(map(len, lines)))
    monkeypatch.setattr(record_files, "CHUNK", 1000)
    too_long = "x" * (record_files.LONGEST_RECORD + 1)
    file = written(
        tmp_path / "big", "\n".join([lines[0], "", lines[1], too_long, too_long, "null", lines[2]])
    )
    found, code = check(file)
    assert [line.split(":")[1] for line in found[:-1]] == [" line 4", " line 5", " line 6"]
    assert "longer than" in found[0]
    assert "longer than" not in found[2]
    assert found[-1] == f"6 matches, {hands_in(lines)} hands, 3 wrong"
    assert code == 1
    newlines = written(tmp_path / "newlines", "\n" * 3 * record_files.LONGEST_RECORD)
    assert check(newlines) == (["0 matches, 0 hands, 0 wrong"], 0)


def test_one_enormous_line_is_never_held_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    class Endless:
        """A hundred times the longest record without a line's end; remembers the most asked for at once."""

        left = 100 * record_files.LONGEST_RECORD
        most = 0

        def read(self, size: int) -> bytes:
            self.most = max(self.most, size)
            given = min(size, self.left)
            self.left -= given
            return b"x" * given

    stream = Endless()
    (checked,) = record_files.check_records(stream)  # type: ignore[arg-type]
    assert checked.fault is not None
    assert "longer than" in checked.fault
    assert stream.left == 0
    assert stream.most <= record_files.LONGEST_RECORD + 1


@pytest.mark.processes
def test_a_reader_that_goes_ends_the_command_quietly(tmp_path: Path) -> None:
    bad = written(tmp_path / "bad", "null\n" * 100_000)
    command = [sys.executable, str(MANAGE), "replay", str(bad)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert b"line 1" in process.stdout.readline()
        process.stdout.close()
        complaints = process.stderr.read()
        assert process.wait(timeout=60) == 1
    assert complaints == b""
