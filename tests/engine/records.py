"""Records for tests: a short match worked out by hand, and matches played by chance."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest

from games.engine import rules
from games.engine.errors import RecordFault
from games.engine.moves import parse_move
from games.engine.record import FairDeal, Recorder, read_record, record_data, replay
from games.engine.shuffle import METHOD, commitment, deal_cards
from games.engine.state import Phase
from tests.engine.scripted import SUIT_EACH, deal_of, random_move

MIXED = deal_of(
    "C AKQ D AKQ H AKQ S AKQJ",
    "C JT9 D JT9 H JT98 S T98",
    "C 876 D 8765 H 765 S 765",
    "C 5432 D 432 H 432 S 432",
)


def say(recorder: Recorder, moves: str) -> None:
    """Moves by the seats in turn."""
    for text in moves.split():
        assert recorder.state.turn is not None
        recorder.apply(recorder.state.turn, parse_move(text))


def play_lowest(recorder: Recorder) -> None:
    """The rest of a hand: every seat plays the first of its legal cards."""
    while recorder.state.phase is Phase.PLAY:
        say(recorder, str(rules.legal_moves(recorder.state)[0]))


def short_match(**options: int | bool) -> Recorder:
    """To 31: a hand passed out; seat 1 fails with 7 spades; seat 2 makes thirteen, and wins 39 to -7."""
    recorder = Recorder(
        "tarneeb", {"target": 31, **options}, 0, match="k3v9qz", seats=("Alia", "باسم", "C", "D")
    )
    recorder.deal(SUIT_EACH)
    say(recorder, "pass pass pass pass")
    recorder.deal(MIXED)
    say(recorder, "7 pass pass pass S")
    play_lowest(recorder)
    recorder.deal(SUIT_EACH)
    say(recorder, "13 H")
    play_lowest(recorder)
    return recorder


def short_data() -> dict[str, Any]:
    """The record of ``short_match`` as a JSON value."""
    return record_data(short_match().record())


def changed(data: dict[str, Any], *path: str | int, to: Any) -> dict[str, Any]:
    """A copy of a JSON value in which one place holds something else."""
    whole = copy.deepcopy(data)
    place: Any = whole
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = to
    return whole


def as_text(data: Any) -> str:
    return json.dumps(data)


def chance_match(variant: str, options: dict[str, int | bool], seed: int, most_hands: int = 12) -> Recorder:
    """A whole match by chance from verifiable deals; it may be forfeited or abandoned anywhere."""
    rng = random.Random(seed)
    names = ["".join(rng.choices('aZ ب♠\u2028"\\', k=rng.randrange(5))) for _ in range(4)]
    recorder = Recorder(variant, options, rng.randrange(4), match=f"m{seed}", seats=names)
    early = rng.choice([0, 0.002, 0.02])
    for _ in range(most_hands):
        seed_bytes, players = rng.randbytes(32), tuple(rng.choices(["", "x", "é"], k=4))
        dealer = recorder.state.next_dealer
        fair = FairDeal(METHOD, commitment(seed_bytes), seed_bytes.hex(), players)
        recorder.deal(deal_cards(seed_bytes, players, dealer), rng.choice([fair, None]))
        while recorder.state.turn is not None:
            recorder.apply(recorder.state.turn, random_move(recorder.state, rng))
            if recorder.state.result is None and rng.random() < early:
                _ = recorder.forfeit(rng.randrange(2)) if rng.random() < 0.5 else recorder.abandon()
        if recorder.state.result is not None:
            return recorder
    recorder.abandon()
    return recorder


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


def without(data: dict[str, Any], *path: str | int) -> dict[str, Any]:
    whole = copy.deepcopy(data)
    place: Any = whole
    for step in path[:-1]:
        place = place[step]
    del place[path[-1]]
    return whole
