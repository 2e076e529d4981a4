"""Playing whole matches between bots, the same ones every time for the same seed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random

from games.bots import STEADY
from games.engine.record import Recorder
from games.engine.shuffle import SEED_BYTES, deal_cards
from games.engine.state import Phase
from games.engine.variants import OptionValue
from games.simulation.players import get_player

NO_PLAYER_SEEDS = ("", "", "", "")
MAX_HANDS = 400


@dataclass(frozen=True, slots=True)
class Simulation:
    """What is played: a variant with its options, by four players of one kind, from a seed.

    A match that has not ended after ``max_hands`` hands, those that do not count included, is abandoned.
    """

    variant: str
    options: Mapping[str, OptionValue]
    player: str = STEADY
    seed: int = 0
    max_hands: int = MAX_HANDS


def play_matches(simulation: Simulation, count: int) -> Iterator[Recorder]:
    """``count`` matches, each played to its end.

    Raises InvalidOptions for a variant or options that do not exist, UnknownPlayer for the player.
    """
    return (play_match(simulation, place) for place in range(1, count + 1))


def play_match(simulation: Simulation, place: int) -> Recorder:
    """The ``place``-th match of a simulation, played to its end. It does not depend on the others.

    Deals and players draw from generators of their own, so that other players play the same deals. Raises as
    ``play_matches``.
    """
    player = get_player(simulation.player)
    deals = Random(f"{simulation.seed}/{place}/deals")
    choices = Random(f"{simulation.seed}/{place}/choices")
    recorder = Recorder(
        simulation.variant,
        simulation.options,
        deals.randrange(4),
        match=f"simulated-{simulation.seed}-{place}",
        seats=[f"{simulation.player} {seat}" for seat in range(4)],
    )
    state = recorder.state
    while state.phase is not Phase.ENDED:
        if state.turn is not None:
            recorder.apply(state.turn, player(state, choices))
        elif len(state.results) < simulation.max_hands:
            seed = deals.randbytes(SEED_BYTES)
            recorder.deal(deal_cards(seed, NO_PLAYER_SEEDS, state.next_dealer))
        else:
            recorder.abandon()
    return recorder
