"""Whatever is read as a record or a move: what it says, or one of the two errors, and nothing else.

A few hundred texts in every run. ``TARNEEB_FUZZ_MINUTES=10 python -m pytest tests/fuzz -s`` goes on for that
long with new ones each time round; a failure names the seed of its round, and ``TARNEEB_FUZZ_SEED`` starts
there.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, given, seed, settings

from games.engine.errors import InvalidMove, InvalidOptions, RecordFault
from games.engine.moves import parse_move
from games.engine.record import read_hand, read_record, replayed, split_records, write_record
from games.engine.variants import variants
from tests.fuzz.texts import json_values, moves, records

MINUTES = float(os.environ.get("TARNEEB_FUZZ_MINUTES", "0"))
FIRST_SEED = int(os.environ.get("TARNEEB_FUZZ_SEED", "0"))

steady = settings(
    max_examples=2000 if MINUTES else 100,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
)


def check_fault(fault: RecordFault, line: int) -> None:
    """A refusal says where it is and can be printed: one line of plain characters."""
    sentence = str(fault)
    assert sentence.startswith(f"line {line}")
    assert sentence
    assert "\n" not in sentence
    assert sentence.isascii()


def check_record(text: str | bytes) -> None:
    """A text is refused with a RecordFault, or is the record of a match that gives it again."""
    try:
        record = read_record(text, 7)
    except RecordFault as fault:
        check_fault(fault, 7)
        return
    written = write_record(record)
    assert read_record(written) == record
    try:
        again = replayed(read_record(written))
    except RecordFault as fault:
        check_fault(fault, 1)
        return
    assert write_record(again) == written


@steady
@given(records)
def records_are_read_or_refused(text: str | bytes) -> None:
    check_record(text)


@steady
@given(records)
def files_fall_into_texts(text: str | bytes) -> None:
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    for line, part in split_records(data):
        assert 1 <= line <= data.count(b"\n") + 1
        assert part in data
        try:
            read_record(part, line)
        except RecordFault as fault:
            check_fault(fault, line)


@steady
@given(json_values)
def hands_are_read_or_refused(value: Any) -> None:
    for key in (*(variant.key for variant in variants()), str(value)):
        try:
            read_hand(value, key)
        except (RecordFault, InvalidOptions):
            continue
        raise AssertionError("no such value is a hand")


@steady
@given(moves)
def moves_are_read_or_refused(text: Any) -> None:
    try:
        move = parse_move(text)
    except InvalidMove:
        return
    assert str(move) == text


FUZZED: list[Callable[[], None]] = [
    records_are_read_or_refused,
    files_fall_into_texts,
    hands_are_read_or_refused,
    moves_are_read_or_refused,
]


def test_nothing_but_the_two_errors() -> None:
    until = time.monotonic() + 60 * MINUTES
    round_seed = FIRST_SEED
    while True:
        for fuzzed in FUZZED:
            try:
                seed(round_seed)(fuzzed)()
            except BaseException as error:
                error.add_note(f"TARNEEB_FUZZ_SEED={round_seed} {fuzzed.__name__}")
                raise
        round_seed += 1
        if time.monotonic() >= until:
            print(f"{round_seed - FIRST_SEED} rounds of {len(FUZZED)} times {steady.max_examples} texts")  # noqa: T201
            return
