"""The measure of speed: spades in C++, from OpenSpiel, stepped from Python."""

from __future__ import annotations

from random import Random
from typing import Any

from games.benchmarks.rounds import Workload


def load_spades() -> Any | None:
    """OpenSpiel's game of spades, or ``None`` where the package ``open_spiel`` is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    return pyspiel.load_game("spades")


def random_play(spades: Any) -> Workload:
    """Hands from the first card dealt to the last one played.

    Every card that is dealt, every bid and every card that is played is drawn from the legal ones.
    """

    def play(hands: int, rng: Random) -> int:
        random = rng.random
        for _ in range(hands):
            state = spades.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[int(random() * len(actions))])
        return hands

    return play


def recorded_play(spades: Any, seed: int) -> Workload:
    """The actions of one hand of random play applied again and again; nothing is asked or checked."""
    state = spades.new_initial_state()
    rng = Random(f"{seed}/spades")
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    actions = state.history()

    def play(hands: int, _rng: Random) -> int:
        for _ in range(hands):
            again = spades.new_initial_state()
            for action in actions:
                again.apply_action(action)
        return hands

    return play
