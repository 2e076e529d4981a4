"""``manage.py bench engine``: that it runs and says what it should; speed itself is never asserted."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.benchmarks.engine import RandomPlay, recorded_play, shuffled, tenths
from games.benchmarks.rounds import Timings, Workload, time_in_turn
from games.engine.cards import DECK
from games.engine.variants import variants

MANAGE = Path(__file__).parents[2] / "manage.py"
KEYS = [kind.key for kind in variants()]


class ThreeActions:
    """As much of OpenSpiel's states as is used: a hand of three actions."""

    def __init__(self) -> None:
        self._done: list[int] = []

    def is_terminal(self) -> bool:
        return len(self._done) == 3

    def legal_actions(self) -> list[int]:
        return [4, 5, 6]

    def apply_action(self, action: int) -> None:
        assert action in self.legal_actions()
        assert not self.is_terminal()
        self._done.append(action)

    def history(self) -> list[int]:
        return self._done


def with_spades(patch: pytest.MonkeyPatch) -> None:
    def load_game(name: str) -> Any:
        assert name == "spades"
        return SimpleNamespace(new_initial_state=ThreeActions)

    patch.setitem(sys.modules, "pyspiel", SimpleNamespace(load_game=load_game))


def without_spades(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(sys.modules, "pyspiel", None)


def printed(*arguments: str) -> list[str]:
    out = StringIO()
    call_command("bench", "engine", *arguments, stdout=out)
    return out.getvalue().splitlines()


@pytest.mark.parametrize(
    ("prepare", "spades", "last"),
    [(with_spades, 2, r"ratio tarneeb \d+\.\d\d"), (without_spades, 0, "ratio tarneeb unknown")],
)
def test_every_workload_has_its_line_and_the_ratio_is_the_last(
    monkeypatch: pytest.MonkeyPatch, prepare: Callable[[pytest.MonkeyPatch], None], spades: int, last: str
) -> None:
    prepare(monkeypatch)
    lines = printed("--rounds", "2", "--hands", "2", "--long", "10")
    for key in KEYS:
        assert sum(line.startswith(f"{key} ") for line in lines) == 1
        assert sum(line.startswith(f"{key}, records replayed") for line in lines) == 1
    assert sum(line.startswith("spades") for line in lines) == spades
    assert any(line.startswith("10 hands of tarneeb in one go") for line in lines)
    assert re.fullmatch(last, lines[-1])


@pytest.mark.parametrize("argument", ["--rounds", "--hands", "--long"])
def test_there_is_something_to_measure(argument: str) -> None:
    with pytest.raises(CommandError, match=f"{argument} must be at least 1, not 0"):
        printed(argument, "0")


def test_a_shuffled_deck_is_whole_and_differs_with_the_numbers_drawn() -> None:
    deals = [shuffled(Random(seed).random) for seed in range(20)]
    for deal in deals:
        assert [len(thirteen) for thirteen in deal] == [13] * 4
        assert {card for thirteen in deal for card in thirteen} == set(DECK)
    assert len({tuple(map(tuple, deal)) for deal in deals}) == 20


@pytest.mark.parametrize("key", KEYS)
def test_as_many_hands_are_played_as_are_asked_for(key: str) -> None:
    match = RandomPlay(key)
    assert [match.play(hands, Random(1)) for hands in (1, 7, 30)] == [1, 7, 30]
    assert recorded_play(key, 5, seed=1)(12, Random()) >= 12


def test_ten_tenths() -> None:
    assert all(tenth.most_bytes > 0 for tenth in tenths("syrian41", 20, seed=1))
    assert len(tenths("syrian41", 20, seed=1)) == 10


class TestTimings:
    def test_the_median_of_the_rounds(self) -> None:
        assert Timings([0.5, 0.1, 0.2]).hands_a_second == 5

    def test_the_median_of_each_rounds_ratio(self) -> None:
        assert Timings([1.0, 2.0, 1.0]).speed_against(Timings([3.0, 2.0, 5.0])) == 3

    def test_workloads_take_turns_and_the_order_is_turned_round(self) -> None:
        played: list[str] = []

        def noting(name: str) -> Workload:
            def play(hands: int, _rng: Random) -> int:
                played.append(name)
                return hands

            return play

        timings = time_in_turn({"a": noting("a"), "b": noting("b")}, rounds=3, hands=2, seed=0)
        assert "".join(played) == "ab" + "abbaab"
        assert [len(times.seconds) for times in timings.values()] == [3, 3]

    def test_each_workload_draws_the_same_numbers_in_a_round(self) -> None:
        drawn: list[float] = []

        def play(hands: int, rng: Random) -> int:
            drawn.append(rng.random())
            return hands

        time_in_turn({"a": play, "b": play}, rounds=2, hands=1, seed=0)
        assert drawn[2] == drawn[3] != drawn[4] == drawn[5]


@pytest.mark.processes
def test_a_reader_that_goes_ends_the_command_quietly() -> None:
    command = [sys.executable, str(MANAGE), "bench", "engine", "--rounds", "1", "--hands", "1", "--long", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        complaints = process.stderr.read()
        assert process.wait(timeout=60) == 1
    assert complaints == b""
