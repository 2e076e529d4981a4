"""Players that are programs. A bot is given an Observation and nothing else: it knows what its seat may know.

A bot is a function ``(observation, rng) -> move``: the same observation and the same state of ``rng`` give
the same move, which is always one of ``observation.legal``. A new bot is a module and its line in ``BOTS``.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from types import MappingProxyType
from typing import Final, TypeAlias

from games.bots import random_legal, steady
from games.engine.moves import Move
from games.engine.observation import Observation

Bot: TypeAlias = Callable[[Observation, Random], Move]

STEADY: Final = "steady"
RANDOM: Final = "random"

BOTS: Final = MappingProxyType[str, Bot]({STEADY: steady.choose, RANDOM: random_legal.choose})
"""Every bot by its name."""


class UnknownBot(LookupError):
    """No bot has this name."""


def get_bot(name: str) -> Bot:
    """The bot with this name. Raises UnknownBot when there is none."""
    try:
        return BOTS[name]
    except KeyError:
        raise UnknownBot(name) from None


def choose(observation: Observation, rng: Random, bot: str = STEADY) -> Move:
    """The move that ``bot`` makes with what it may know.

    Takes the observation of the seat whose turn it is. Gives one of its legal moves. Raises UnknownBot, and
    ValueError when the seat has no move to make.
    """
    if not observation.legal:
        raise ValueError("a bot was asked for a move out of turn")
    return get_bot(bot)(observation, rng)
