"""Texts to be read as records and moves: good ones, and good ones broken in every way that comes to mind."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from hypothesis import strategies as st

from games.engine.moves import ALL_MOVES
from games.engine.record import record_data
from tests.engine.records import chance_match, short_data
from tests.engine.scripted import VARIANT_OPTIONS

Path = tuple[str | int, ...]


@cache
def good_records() -> tuple[dict[str, Any], ...]:
    """Records of matches, short ones, of every variant."""
    played = [
        chance_match(variant, options, seed, most_hands=2)
        for variant, options in VARIANT_OPTIONS
        for seed in (1, 2, 3)
    ]
    return short_data(), *(record_data(recorder.record()) for recorder in played)


def places(value: Any, path: Path = ()) -> Iterator[Path]:
    """Every place of a JSON value below the top."""
    if path:
        yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, item in items:
        yield from places(item, (*path, step))


MOVE_TEXTS = [str(move) for move in ALL_MOVES]
LIKELY = [
    *MOVE_TEXTS, "target", "forfeit", "abandoned", "tarneeb", "syrian41", "tarneeb41", "tarneeb-record/1",
    "tarneeb-deal/1", "", "0" * 64, 0, 1, 2, 3, 4, 41, -1, 10**17, [0, 0], [0, 0, 0, 0], [1, "7"], {}, [],
]  # fmt: skip
plain = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=8),
    st.sampled_from(LIKELY),
)
json_values = st.recursive(
    plain,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@st.composite
def changed_records(draw: st.DrawFn) -> str:
    """A good record in which up to four places are replaced, removed, doubled or exchanged for another's."""
    data = copy.deepcopy(draw(st.sampled_from(good_records())))
    for _ in range(draw(st.integers(1, 4))):
        paths = list(places(data))
        if not paths:
            break
        *above, last = draw(st.sampled_from(paths))
        place: Any = data
        for step in above:
            place = place[step]
        _change(draw, place, last)
    return json.dumps(data, ensure_ascii=draw(st.booleans()), indent=draw(st.sampled_from([None, 1])))


def _change(draw: st.DrawFn, place: Any, last: str | int) -> None:
    """One change of an object or list at its key or index ``last``."""
    match draw(st.sampled_from(["put", "remove", "double", "other"])):
        case "put":
            place[last] = draw(json_values)
        case "remove":
            del place[last]
        case "double" if isinstance(place, list):
            place.insert(int(last), place[int(last)])
        case "double":
            place[draw(st.text(max_size=4))] = place[last]
        case _:
            other = draw(st.sampled_from(list(place) if isinstance(place, dict) else range(len(place))))
            place[last], place[other] = place[other], place[last]


PIECES = [
    b"{", b"}", b"[", b"]", b",", b":", b'"', b"\\", b"\\u0000", b"\\ud800", b"null", b"true", b"NaN", b"-0",
    b"1e999", b"9" * 40, b"\n", b"\r\n", b"\x00", b"\xff", b"\xef\xbb\xbf", "\u2028".encode(), b" ",
    b"[" * 2000,
]  # fmt: skip


@st.composite
def broken_bytes(draw: st.DrawFn) -> bytes:
    """The bytes of a record, or of two, with some cut out, put in or moved."""
    lines = [json.dumps(draw(st.sampled_from(good_records()))) for _ in range(draw(st.integers(1, 2)))]
    text = "\n".join(lines).encode()
    for _ in range(draw(st.integers(1, 6))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 40)))
        new = draw(st.one_of(st.sampled_from(PIECES), st.binary(max_size=6)))
        text = text[:start] + new + text[end:]
    return text


@st.composite
def nearly_moves(draw: st.DrawFn) -> str:
    """The text of a move, or something near it."""
    text = draw(st.sampled_from(MOVE_TEXTS))
    at = draw(st.integers(0, len(text)))
    cut = draw(st.integers(0, 2))
    return text[:at] + draw(st.text(max_size=3)) + text[at + cut :]


records = st.one_of(st.text(), st.binary(), json_values.map(json.dumps), changed_records(), broken_bytes())
moves = st.one_of(st.text(), nearly_moves(), plain, st.binary(), json_values)
