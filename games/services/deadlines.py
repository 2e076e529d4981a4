"""When the system must act next in a match."""

import random
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings

from games.engine.state import MatchState, Phase
from games.models import Seat

# How far a bot's pauses spread around the usual one, so that four bots do not tick like a clock.
_SPREAD = 0.35


def due_at(
    state: MatchState,
    seats: Sequence[Seat],
    turn_seconds: int | None,
    now: datetime,
    trick_taken: bool = False,
) -> datetime | None:
    """Gives the time at which the clock acts unless something happens before: the next deal, a bot's move, or
    the end of a person's turn. None where the match has ended or a person may think without limit.

    Takes the seats by position; `trick_taken` where a trick has just ended, which a bot leaves to be seen.
    """
    if state.phase is Phase.ENDED:
        return None
    if state.turn is None:
        return now + timedelta(seconds=settings.TARNEEB_HAND_PAUSE)
    if seats[state.turn].played_by_bot:
        pause = settings.TARNEEB_BOT_PAUSE * (2 if trick_taken else 1)
        return now + timedelta(seconds=pause * random.uniform(1 - _SPREAD, 1 + _SPREAD))
    if turn_seconds is None:
        return None
    return now + timedelta(seconds=turn_seconds)
