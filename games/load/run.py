"""A load from the first connection to the last: connect, warm up, measure, let what is under way arrive."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from time import monotonic

from games.load import processes
from games.load.browser import NotOpenedError
from games.load.figures import Figures
from games.load.plan import Plan
from games.load.rows import Crowd
from games.load.seats import Load, Seat, Table, Watcher

# Seconds
TICK = 1.0
STALLED_AFTER = 15.0
ARRIVAL = 10.0
SETTLE = 3.0
CLOSING = 0.5
_AT_ONCE = 10
_CONNECTING_ATTEMPTS = 10


class NoSiteError(ConnectionError):
    """The site cannot be reached: says why."""


@dataclass(frozen=True, slots=True)
class Memory:
    """Bytes that the web servers held before and after the idle connections were opened."""

    before: int
    after: int
    sockets: int

    @property
    def each(self) -> float:
        """Bytes a connection."""
        return (self.after - self.before) / self.sockets


@dataclass(frozen=True, slots=True)
class Result:
    """What a load came to. `seconds` and `cpu` are of the time in which moves counted; `cpu` and `memory` are
    None where processes cannot be looked at."""

    figures: Figures
    seconds: float
    cpu: dict[str, float] | None
    memory: Memory | None


class Run:
    """One load on one crowd."""

    def __init__(self, plan: Plan, crowd: Crowd, site: processes.Site | None) -> None:
        self._plan = plan
        self._site = site
        self._load = Load(Figures(), Random(plan.seed), plan.pace)
        self._tables: list[Table] = []
        self._seats: list[Watcher] = []
        self._watchers: list[Watcher] = []
        self._idle: list[Watcher] = []
        addresses = plan.addresses
        for number, of_load in enumerate(crowd.playing):
            # Spread over the time between two moves, as people's moves are.
            table = Table(self._load, number / max(plan.tables, 1) * plan.pace)
            self._tables.append(table)
            for place, person in enumerate(of_load.seated):
                address = addresses[place % len(addresses)]
                self._seats.append(Seat(self._load, address, table, of_load.public_id, person))
            for place, person in enumerate(of_load.watching):
                address = addresses[place % len(addresses)]
                self._watchers.append(Watcher(self._load, address, of_load.public_id, person))
        idle = [(of_load.public_id, person) for of_load in crowd.idle for person in of_load.seated]
        for place, (table_id, person) in enumerate(idle[: plan.idle]):
            self._idle.append(Watcher(self._load, addresses[place % len(addresses)], table_id, person))

    async def measure(self, progress: Callable[[str], None]) -> Result:
        """Does all of it. Raises NoSiteError."""
        tending = asyncio.ensure_future(self._tend())
        try:
            progress(f"connecting {self._plan.sockets}")
            await self._connect([*self._seats, *self._watchers])
            memory = await self._connect_idle()
            # Nothing of what was made until now will be thrown away while figures are taken.
            gc.collect()
            gc.freeze()
            progress("starting matches")
            self._load.playing = True
            await self._beside_each_other(table.start for table in self._tables)
            progress("warming up")
            await asyncio.sleep(self._plan.warmup)
            seconds, cpu = await self._count(progress)
            await self._let_arrive()
            return Result(self._load.figures, seconds, cpu, memory)
        finally:
            tending.cancel()
            self._close()
            gc.unfreeze()
            await asyncio.sleep(CLOSING)
            await self._load.browser.close()

    async def _beside_each_other(self, works: Iterable[Callable[[], Awaitable[None]]]) -> None:
        """Does many things, a few of them at a time."""
        waiting = iter(works)

        async def some() -> None:
            for work in waiting:
                await work()

        await asyncio.gather(*(some() for _place in range(_AT_ONCE)))

    async def _connect(self, connections: Sequence[Watcher]) -> None:
        try:
            await self._beside_each_other(partial(self._open, connection) for connection in connections)
        except OSError as error:
            raise NoSiteError(str(error) or type(error).__name__) from None

    async def _open(self, connection: Watcher) -> None:
        """Connects, again where the server refused: one that is busy with others for five seconds does."""
        for attempt in range(_CONNECTING_ATTEMPTS):
            try:
                return await connection.open()
            except NotOpenedError:
                if attempt == _CONNECTING_ATTEMPTS - 1:
                    raise
                self._load.figures.errors["refused a first connection"] += 1
                await asyncio.sleep(TICK * (attempt + 1))

    async def _connect_idle(self) -> Memory | None:
        if not self._idle:
            return None
        await asyncio.sleep(SETTLE)
        before = self._memory()
        await self._connect(self._idle)
        await asyncio.sleep(SETTLE)
        after = self._memory()
        return None if before is None or after is None else Memory(before, after, len(self._idle))

    def _memory(self) -> int | None:
        return None if self._site is None else processes.memory(self._site)

    async def _count(self, progress: Callable[[str], None]) -> tuple[float, dict[str, float] | None]:
        progress("measuring")
        before = processes.spent(self._site) if self._site else None
        frames = self._load.frames
        started = monotonic()
        self._load.counting = True
        await asyncio.sleep(self._plan.seconds)
        self._load.counting = False
        seconds = monotonic() - started
        self._load.figures.frames = self._load.frames - frames
        after = processes.spent(self._site) if self._site else None
        return seconds, processes.difference(before, after) if before and after else None

    async def _let_arrive(self) -> None:
        """Waits for the last moves, while the others go on as before."""
        until = monotonic() + ARRIVAL
        while self._load.figures.under_way and monotonic() < until:
            await asyncio.sleep(0.05)
        self._load.playing = False

    async def _tend(self) -> None:
        """Asks again at tables where nothing came for long: a frame may have been lost."""
        while True:
            await asyncio.sleep(TICK)
            now = monotonic()
            for table in self._tables:
                if self._load.playing and now - table.heard_at > STALLED_AFTER + self._plan.pace:
                    table.ask(now)

    def _close(self) -> None:
        self._load.playing = False
        self._load.closing = True
        for task in self._load.tasks:
            task.cancel()
        for connection in (*self._seats, *self._watchers, *self._idle):
            connection.close()
