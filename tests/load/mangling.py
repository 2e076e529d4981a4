"""Frames that no client should send: drawn by chance, or good ones with something wrong."""

from __future__ import annotations

import json
import string
from dataclasses import dataclass
from random import Random
from typing import Any

from games.engine.moves import ALL_MOVES
from tests.load.raw import BINARY, FIN, PING, TEXT, frame

LONGEST_TEXT = 2048  # characters; one more is refused
LARGEST_FRAME = 4096  # bytes; one more breaks the connection
STRANGE: list[Any] = [
    None, True, False, 0, -1, 1.5, 1e308, 2**31, 2**63, 10**400, "", " ", "a" * 65, "\x00", "\x7f", "é",
    "\u202e", "💥", "\ud800", [], {}, [[]], [[[[]]]], {"type": "sync"}, "SA", "null", "' OR 1=1 --",
    "../../etc/passwd", "%s%n",
]  # fmt: skip
STRANGE_TEXTS = [
    "", " ", "null", "[]", "{}", "0", '"sync"', "NaN", '{"type":NaN}', '{"type":"sync","type":"ping"}',
    "[" * 1500, '{"a":' * 300, '{"type":"sync"}{"type":"sync"}', '{"type":"sync",}', '\ufeff{"type":"ping"}',
    "1" * 2000, "1e999", '{"type":"move"}', '{"type":"hello"}', '{"type":"Sync"}', "\x00",
    '{"type":"sync"}\x00', "-" * 2047, '"\\ud800"',
]  # fmt: skip


@dataclass(frozen=True)
class Mangled:
    """The bytes to send; `breaks`: WebSocket itself is broken by them, so the connection ends at once."""

    sent: bytes
    breaks: bool = False


@dataclass
class Known:
    """What an attacker knows, to come near to what is right."""

    matches: list[str]
    version: int = 0
    legal: tuple[str, ...] = ()


class Mangler:
    """Draws frames."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._kinds = [self._noise, self._changed_object, self._changed_text, self._odd_text, self._move]
        self._rare = [self._binary, self._in_pieces, self._broken, self._around_the_limits]

    def draw(self, known: Known) -> Mangled:
        """Give the next one."""
        kinds = self._rare if self._rng.random() < 0.2 else self._kinds
        return self._rng.choice(kinds)(known)

    def good(self, known: Known) -> dict[str, Any]:
        """Give a frame of the right form; a move may be of any match, version and seat."""
        rng = self._rng
        if rng.random() < 0.1:
            return {"type": rng.choice(["sync", "ping"])}
        return {
            "type": "move",
            "match": rng.choice(known.matches),
            "version": max(known.version + rng.choice([0, 0, 0, -1, 1, 1000]), 0),
            "move": rng.choice(known.legal or [str(move) for move in ALL_MOVES]),
            "client_id": rng.randbytes(rng.randint(1, 32)).hex(),
        }

    def _move(self, known: Known) -> Mangled:
        return _text(json.dumps(self.good(known)))

    def _noise(self, _known: Known) -> Mangled:
        size = self._rng.choice([1, 10, 100, 1000])
        return _text("".join(self._rng.choices(string.printable + "é💥\u2028\x00", k=size)))

    def _odd_text(self, _known: Known) -> Mangled:
        return _text(self._rng.choice(STRANGE_TEXTS))

    def _changed_object(self, known: Known) -> Mangled:
        rng, good = self._rng, self.good(known)
        for _change in range(rng.randint(1, 3)):
            key = rng.choice([*good, "extra", ""])
            if rng.random() < 0.3:
                good.pop(key, None)
            else:
                good[key] = rng.choice(STRANGE)
        return _text(json.dumps(good, ensure_ascii=rng.random() < 0.5))

    def _changed_text(self, known: Known) -> Mangled:
        text = list(json.dumps(self.good(known)))
        for _change in range(self._rng.randint(1, 5)):
            place = self._rng.randrange(len(text))
            text[place : place + self._rng.randint(0, 4)] = self._rng.choice(string.printable)
        return _text("".join(text))

    def _binary(self, known: Known) -> Mangled:
        good = json.dumps(self.good(known)).encode()
        return Mangled(frame(self._rng.choice([b"", good, self._rng.randbytes(50)]), BINARY))

    def _in_pieces(self, known: Known) -> Mangled:
        """A good message in frames of a few bytes, with pings in between: right, and rarely seen."""
        good = json.dumps(self.good(known)).encode()
        cuts = [good[start : start + 20] for start in range(0, len(good), 20)]
        pieces = [
            frame(piece, TEXT if number == 0 else 0, FIN if number == len(cuts) - 1 else 0)
            for number, piece in enumerate(cuts)
        ]
        return Mangled(frame(b"are you there", PING).join(pieces))

    def _around_the_limits(self, _known: Known) -> Mangled:
        size = self._rng.choice([LONGEST_TEXT, LARGEST_FRAME]) + self._rng.randint(-1, 1)
        text = '{"type":"ping"}'.ljust(size)
        return Mangled(frame(text.encode()), breaks=size > LARGEST_FRAME)

    def _broken(self, known: Known) -> Mangled:
        good = json.dumps(self.good(known)).encode()
        return Mangled(
            self._rng.choice(
                [
                    frame(b'{"type":"\xff\xfe"}'),
                    frame(good, masked=False),
                    frame(good, first=FIN | self._rng.choice([0x40, 0x20, 0x10])),
                    frame(good, opcode=self._rng.choice([3, 7, 11, 15])),
                    frame(good, opcode=0),
                    frame(b"p" * 126, PING),
                    frame(b"p", PING, first=0),
                    frame(good, first=0) + frame(good),
                    frame(b"\x03", 8),
                    frame(b"\x00\x00", 8),
                ]
            ),
            breaks=True,
        )


def _text(text: str) -> Mangled:
    """Text as a frame; what UTF-8 has no form for breaks the connection."""
    sent = text.encode("utf-8", "surrogatepass")
    broken = "\ud800" in text or len(sent) > LARGEST_FRAME
    return Mangled(frame(sent), breaks=broken)
