"""Reading files of match records without ever holding more than one match, whatever the file is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import BinaryIO, Final

from games.engine.record import RecordFault, read_record, replay, split_records

LONGEST_RECORD: Final = 4 * 2**20
"""In bytes: some four thousand hands. What is longer is refused unread."""
CHUNK: Final = 2**20


@dataclass(frozen=True, slots=True)
class Checked:
    """One match of a file: how many hands were read, and what is wrong with it, if anything.

    ``matches`` is 1, or 0 where there is something wrong that is no match.
    """

    matches: int
    hands: int
    fault: str | None


def check_records(stream: BinaryIO) -> Iterator[Checked]:
    """Replay every match in a file, one at a time. Raises OSError when the file cannot be read."""
    for line, text in _texts(stream):
        yield _too_long(line) if text is None else _check(line, text)


def _check(line: int, text: bytes) -> Checked:
    hands = 0
    try:
        record = read_record(text, line)
        hands = len(record.hands)
        replay(record)
    except RecordFault as fault:
        return Checked(1, hands, str(fault))
    return Checked(1, hands, None)


def _too_long(line: int) -> Checked:
    return Checked(1, 0, f"line {line}: longer than {LONGEST_RECORD} bytes, which no record is")


def _texts(stream: BinaryIO) -> Iterator[tuple[int, bytes | None]]:
    """The text of each match with the number of its first line; ``None`` for one that is too long."""
    head = stream.read(LONGEST_RECORD + 1)
    if len(head) <= LONGEST_RECORD:
        return split_records(head)
    # More than one match can be: it has one a line.
    chunks = chain([head], iter(partial(stream.read, CHUNK), b""))
    return ((number, line) for number, line in enumerate(_lines(chunks), 1) if line is None or line.strip())


def _lines(chunks: Iterator[bytes]) -> Iterator[bytes | None]:
    """The lines of a file that comes in chunks; ``None`` in the place of one that is too long."""
    pending: bytes | None = b""
    for chunk in chunks:
        first, *others = chunk.split(b"\n")
        pending = _joined(pending, first)
        for piece in others:
            yield pending
            pending = _joined(b"", piece)
    yield pending


def _joined(line: bytes | None, piece: bytes) -> bytes | None:
    return None if line is None or len(line) + len(piece) > LONGEST_RECORD else line + piece
