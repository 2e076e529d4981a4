"""Timing several workloads in turn, so that what disturbs the machine disturbs them alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from statistics import median
from time import process_time
from typing import TypeAlias

Workload: TypeAlias = Callable[[int, Random], int]
"""Plays at least so many hands, drawing from the generator; gives how many it played."""


@dataclass(frozen=True, slots=True)
class Timings:
    """Seconds of CPU time a hand, one figure a round."""

    seconds: Sequence[float]

    @property
    def hands_a_second(self) -> float:
        """The median of the rounds."""
        return 1 / median(self.seconds)

    def speed_against(self, other: Timings) -> float:
        """How many times as fast as ``other``: the median of the ratios of each round."""
        return median(theirs / ours for ours, theirs in zip(self.seconds, other.seconds, strict=True))


def time_in_turn(workloads: Mapping[str, Workload], rounds: int, hands: int, seed: int) -> dict[str, Timings]:
    """The timings of each workload over so many rounds, every workload once a round.

    The order is turned round from one round to the next, and the first round, in which everything is met for
    the first time, is played once more beforehand and not counted. The same seed draws the same numbers.
    """
    seconds: dict[str, list[float]] = {name: [] for name in workloads}
    for play in workloads.values():
        play(hands, Random(f"{seed}/0"))
    for number in range(rounds):
        names = list(workloads)
        for name in reversed(names) if number % 2 else names:
            rng = Random(f"{seed}/{number}")
            started = process_time()
            played = workloads[name](hands, rng)
            seconds[name].append((process_time() - started) / played)
    return {name: Timings(times) for name, times in seconds.items()}
