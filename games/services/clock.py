"""The clock: whatever is due in any match is done here, through the same door as every other move."""

import logging
import random
import secrets
import time
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from games import bots
from games.engine.fallback import fallback
from games.engine.moves import Move
from games.engine.observation import observe
from games.engine.state import Phase
from games.models import Actor, Match

from .errors import place_of
from .live import LiveMatch, StaleError
from .locking import lock_due_match, lock_due_matches
from .play import BOT, CLOCK, TIMEOUTS_LIMIT, Submission, count_first_timeouts, play
from .steps import deal_hand
from .together import PlainMove, keep_together, plain_move

log = logging.getLogger(__name__)

# A sweep is started each half second, and leaves what it cannot do by then to the next one.
SWEEP_SECONDS = 0.45
# Matches looked at together; of those that are due the longest waiting come first. Their rows are locked
# meanwhile, and a person's move waits for that.
_TOGETHER = 25
# A match in which something goes wrong is left alone for this long, so that it does not stop the others.
_BACK_OFF = timedelta(seconds=30)


def run_due(now: datetime, seconds: float = SWEEP_SECONDS) -> int:
    """Deals, moves for bots, and moves for people whose time ran out, wherever that is due at `now`.

    Takes turns between the matches, one step each, until nothing is due or `seconds` have passed. Gives the
    number of steps. Every step is a transaction of its own under its match's lock, so that a call that is
    lost, late or doubled changes nothing.
    """
    stop = time.monotonic() + seconds
    steps = 0
    looked_at: set[int] = set()
    while True:
        due = _due(now, looked_at)
        if not due:
            if not looked_at:
                return steps
            looked_at = set()  # begin again with those that have another step to do
            continue
        looked_at |= set(due)
        moved = _move_together(due, now)
        steps += len(moved)
        for pk in due:
            if pk not in moved:
                steps += _step_guarded(pk, now)
        if time.monotonic() >= stop:
            return steps


def _due(now: datetime, looked_at: Collection[int]) -> list[int]:
    due = Match.objects.filter(due_at__lte=now).exclude(pk__in=looked_at).order_by("due_at", "pk")
    return list(due.values_list("pk", flat=True)[:_TOGETHER])


def _move_together(due: Sequence[int], now: datetime) -> set[int]:
    """Makes the moves that only add themselves, of bots and for people whose time ran out, those of many
    matches in one transaction. Gives the matches that were moved on; whatever the others need is to be done
    one by one."""
    try:
        with transaction.atomic():
            moves = [move for live in lock_due_matches(due, now) if (move := _plain_move(live, now))]
            kept = keep_together(moves)
            moved = [move for move, was_kept in zip(moves, kept, strict=True) if was_kept]
            count_first_timeouts(move for move in moved if move.row.actor == Actor.CLOCK)
    except Exception as error:
        log.error("%d matches could not be moved on together: %s", len(due), place_of(error))
        return set()
    return {move.live.match.pk for move in moved}


def _plain_move(live: LiveMatch, now: datetime) -> PlainMove | None:
    seat = live.state.turn
    if seat is None:
        return None
    if live.seats[seat].played_by_bot:
        return plain_move(live, seat, _bot_move(live, seat), Actor.BOT, "", now)
    if live.seats[seat].timeouts_in_row + 1 >= TIMEOUTS_LIMIT:
        return None
    return plain_move(live, seat, fallback(live.state), Actor.CLOCK, "", now)


def _step_guarded(pk: int, now: datetime) -> bool:
    """Does one step of one match. What goes wrong with it is logged, without any card, and stays with it."""
    try:
        with transaction.atomic():
            live = lock_due_match(pk, now)
            return live is not None and _step(live, now)
    except StaleError:
        return False
    except Exception as error:
        log.error("match row %d could not go on: %s", pk, place_of(error))
        late = Match.objects.filter(pk=pk, due_at__lte=now)
        late.update(due_at=now + _BACK_OFF, seating=F("seating") + 1)
        return False


def _step(live: LiveMatch, now: datetime) -> bool:
    if live.state.phase is Phase.AWAITING_DEAL:
        deal_hand(live, now)
        return True
    seat = live.state.turn
    if seat is None:
        raise RuntimeError("a match is due in which no seat is in turn")
    by_bot = live.seats[seat].played_by_bot
    move = _bot_move(live, seat) if by_bot else fallback(live.state)
    by = BOT if by_bot else CLOCK
    answer = play(live, Submission(live.match.public_id, seat, str(move), live.match.version, by), now)
    if not answer.accepted:
        raise RuntimeError(f"the system's own move was refused: {answer.code}")
    return True


def _bot_move(live: LiveMatch, seat: int) -> Move:
    """Asks the bot, which is given what its seat may see. A bot that fails does not hold up the table."""
    seen = observe(live.state, seat)
    try:
        move = bots.choose(seen, random.Random(secrets.randbits(128)))
    except Exception as error:
        log.error("a bot failed: %s", place_of(error))
        return fallback(live.state)
    if move not in seen.legal:
        log.error("a bot chose a move that is not legal")
        return fallback(live.state)
    return move
