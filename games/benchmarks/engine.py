"""The engine's workloads: hands of random legal play, and recorded hands played again."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from time import process_time
from typing import TypeVar

from games.benchmarks.rounds import Workload
from games.engine.cards import DECK, Card
from games.engine.record import MatchRecord, Recorder, replay
from games.engine.rules import apply_in_place, deal_in_place, legal_moves, start
from games.engine.state import MatchState, Phase
from games.simulation.matches import MAX_HANDS

T = TypeVar("T")


def shuffled(random: Callable[[], float]) -> tuple[list[Card], ...]:
    """Four thirteens, every card drawn from those that are left."""
    deck = list(DECK)
    for left in range(len(deck), 1, -1):
        chosen = int(random() * left)
        deck[left - 1], deck[chosen] = deck[chosen], deck[left - 1]
    return deck[0::4], deck[1::4], deck[2::4], deck[3::4]


class RandomPlay:
    """Hands of ``variant`` with its usual options; every call, trump and card is drawn from the legal ones.

    Match follows match; those that nobody wins, as happens where bids are drawn, are left after so many hands
    as in simulations.
    """

    def __init__(self, variant: str) -> None:
        self._variant = variant
        self._state = start(variant, {}, 0)

    def play(self, hands: int, rng: Random) -> int:
        """Go on for so many hands that are played to their end; others are played too, but not counted."""
        random = rng.random
        played = 0
        while played < hands:
            if self._state.phase is Phase.ENDED or len(self._state.results) >= MAX_HANDS:
                self._state = start(self._variant, {}, 0)
            played += _play_hand(self._state, random)
        return played


def _play_hand(state: MatchState, random: Callable[[], float]) -> bool:
    """Play a hand; whether it came to the play of cards."""
    deal_in_place(state, shuffled(random))
    while (seat := state.turn) is not None:
        moves = legal_moves(state)
        apply_in_place(state, seat, moves[int(random() * len(moves))])
    return state.hand is not None and len(state.hand.plays) == len(DECK)


def recorded_play(variant: str, recorded: int, seed: int) -> Workload:
    """Records of at least so many hands of random legal play, replayed again and again.

    Every deal, call, card and figure of them is checked, as ``replay`` does.
    """
    records = _records(variant, recorded, Random(f"{seed}/records"))

    def play(hands: int, _rng: Random) -> int:
        played = 0
        while played < hands:
            for record in records:
                replay(record)
                played += sum(len(hand.plays) == len(DECK) for hand in record.hands)
        return played

    return play


def _records(variant: str, hands: int, rng: Random) -> list[MatchRecord]:
    records: list[MatchRecord] = []
    while sum(len(record.hands) for record in records) < hands:
        recorder = Recorder(variant, {}, 0, match=f"benchmark-{len(records)}", seats=("", "", "", ""))
        state = recorder.state
        while state.phase is not Phase.ENDED:
            if state.turn is not None:
                recorder.apply(state.turn, rng.choice(legal_moves(state)))
            elif len(state.results) < min(hands, MAX_HANDS):
                recorder.deal(shuffled(rng.random))
            else:
                recorder.abandon()
        records.append(recorder.record())
    return records


@dataclass(frozen=True, slots=True)
class Tenth:
    """A tenth of many hands: CPU seconds a hand, and the most bytes that were in use."""

    seconds: float
    most_bytes: int


def tenths(variant: str, hands: int, seed: int) -> list[Tenth]:
    """So many hands of random legal play in one go, in tenths.

    They are played twice, once for the time and once for the memory, because watching memory takes time.
    """
    tenth = max(1, hands // 10)
    seconds = _ten_times(variant, tenth, seed, _seconds_a_hand)
    tracemalloc.start()
    try:
        most_bytes = _ten_times(variant, tenth, seed, _most_bytes)
    finally:
        tracemalloc.stop()
    return [Tenth(*figures) for figures in zip(seconds, most_bytes, strict=True)]


def _ten_times(
    variant: str, hands: int, seed: int, measured: Callable[[Callable[[], int]], T]
) -> list[T]:
    match = RandomPlay(variant)
    rng = Random(f"{seed}/tenths")
    return [measured(lambda: match.play(hands, rng)) for _ in range(10)]


def _seconds_a_hand(play: Callable[[], int]) -> float:
    started = process_time()
    played = play()
    return (process_time() - started) / played


def _most_bytes(play: Callable[[], int]) -> int:
    tracemalloc.reset_peak()
    play()
    return tracemalloc.get_traced_memory()[1]
