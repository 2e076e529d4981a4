"""How late the clock is where many turns run out: nobody moves, and a sweep each half second does what is
due."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any, cast

from django.db.models import F
from django.utils import timezone

from games import bus
from games.load.plan import Game, Plan
from games.load.rows import TableOfLoad, make_crowd, new_run, remove_crowd
from games.messages import Message
from games.models import Match
from games.services import clock, tables

TURN_SECONDS = 10
SWEEP_EVERY = 0.5


@dataclass(frozen=True, slots=True)
class Lateness:
    """Seconds from the time at which each step was due until it was committed and told, in order, and which
    part of a core the sweeps took."""

    seconds: tuple[float, ...]
    of_a_core: float

    def quantile(self, share: float) -> float:
        """The lateness that this share of the steps did not exceed."""
        return self.seconds[min(len(self.seconds) - 1, int(share * len(self.seconds)))]


class _AtOnce:
    """Stands where an event loop would, and waits for nothing."""

    def is_running(self) -> bool:
        return True

    def call_soon_threadsafe(self, call: Callable[[Sequence[Message]], None], messages: Any) -> None:
        call(messages)


class _Told:
    """Stands where a web process would, and notes when each match was told of first."""

    is_running = True

    def __init__(self) -> None:
        self.loop = _AtOnce()
        self.at: dict[str, datetime] = {}

    def deliver(self, messages: Sequence[Message]) -> None:
        for message in messages:
            if message.version:
                self.at.setdefault(message.match, timezone.now())


def measure(table_count: int, idle: int, seconds: float) -> Lateness:
    """Starts matches at so many tables, of which `idle` have no limit to a turn, spreads the ends of the
    others' turns evenly, sweeps for so many seconds, and removes everything."""
    limited, unlimited = new_run(), new_run()
    try:
        matches = _start(limited, table_count - idle, TURN_SECONDS)
        _start(unlimited, idle, None)
        _spread(matches)
        return _sweep(seconds)
    finally:
        remove_crowd(limited)
        remove_crowd(unlimited)


def _start(run: str, count: int, turn_seconds: int | None) -> list[int]:
    if not count:
        return []
    plan = Plan(
        addresses=(),
        games=(Game("tarneeb", {}),),
        tables=count,
        turn_seconds=turn_seconds,
        spectators=0,
        idle=0,
        pace=0,
        warmup=0,
        seconds=0,
        seed=0,
    )
    return [_start_at(table) for table in make_crowd(plan, run).playing]


def _start_at(table: TableOfLoad) -> int:
    return tables.start_match(table.public_id, table.seated[0].user).pk


def _spread(matches: Sequence[int]) -> None:
    now = timezone.now()
    for place, pk in enumerate(matches):
        due_at = now + timedelta(seconds=TURN_SECONDS * place / len(matches))
        Match.objects.filter(pk=pk).update(due_at=due_at)


def _sweep(seconds: float) -> Lateness:
    rng = Random(0)
    late: list[float] = []
    began, cpu = time.monotonic(), 0.0
    for began_at in _ticks(began, seconds):
        rows = Match.objects.filter(due_at__isnull=False).values_list("public_id", "due_at")
        due = {match: due_at for match, due_at in rows if due_at is not None}
        before = time.process_time()
        with _listening() as told:
            clock.run_due(timezone.now())
        cpu += time.process_time() - before
        late += _lateness(told.at.items(), due)
        _set_apart(told.at, rng)
        time.sleep(max(0.0, began_at + SWEEP_EVERY - time.monotonic()))
    return Lateness(tuple(sorted(late)), cpu / (time.monotonic() - began))


def _set_apart(matches: Iterable[str], rng: Random) -> None:
    """Lets turns that a sweep began have begun at any moment up to the next one, as where people play: else
    all of them would run out just when a sweep begins."""
    for match in matches:
        later = timedelta(seconds=rng.uniform(0, SWEEP_EVERY))
        Match.objects.filter(public_id=match, due_at__isnull=False).update(due_at=F("due_at") + later)


def _ticks(began: float, seconds: float) -> Iterator[float]:
    while (now := time.monotonic()) < began + seconds:
        yield now


def _lateness(told: Iterable[tuple[str, datetime]], due: dict[str, datetime]) -> list[float]:
    return [(at - due[match]).total_seconds() for match, at in told if match in due]


@contextmanager
def _listening() -> Iterator[_Told]:
    told = _Told()
    bus.hubs.append(cast(bus.Hub, told))
    try:
        yield told
    finally:
        bus.hubs.remove(cast(bus.Hub, told))
