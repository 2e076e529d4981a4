"""Who can play in a simulation: every bot, and the system's own player for a turn that ran out."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from types import MappingProxyType
from typing import Final, TypeAlias

from games.bots import BOTS, Bot
from games.engine.fallback import fallback
from games.engine.moves import Move
from games.engine.observation import observe
from games.engine.state import MatchState

Player: TypeAlias = Callable[[MatchState, Random], Move]
"""Gives the move of the seat in turn."""

FALLBACK: Final = "fallback"


class UnknownPlayer(LookupError):
    """No player has this name."""


def _seated(bot: Bot) -> Player:
    """The bot as a player: of the state it is shown only what the seat in turn may know."""
    return lambda state, rng: bot(observe(state, state.turn), rng)


def _fallback(state: MatchState, _rng: Random) -> Move:
    """The move that the system makes when a turn runs out. No bot: the rules work it out from the state."""
    return fallback(state)


PLAYERS: Final = MappingProxyType[str, Player](
    {**{name: _seated(bot) for name, bot in BOTS.items()}, FALLBACK: _fallback}
)
"""Every player by its name."""


def get_player(name: str) -> Player:
    """The player with this name. Raises UnknownPlayer when there is none."""
    try:
        return PLAYERS[name]
    except KeyError:
        raise UnknownPlayer(name) from None
