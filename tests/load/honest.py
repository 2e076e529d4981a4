"""A table of four who play on and on while others attack the site, and how long their moves take."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random

from tests.load.choosing import player
from tests.load.client import TableClient
from tests.load.lane import running
from tests.load.person import Person

SEATS = range(4)


class HonestTable:
    """Four guests at a table, match after match."""

    def __init__(self, site: str, rng: Random) -> None:
        self.people = [Person(site) for _seat in SEATS]
        self.table = ""
        self.clients: list[TableClient] = []
        self.matches: list[str] = []
        self._rng = rng

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Play for as long as this is open."""
        owner = self.people[0]
        self.table = await owner.open_table(
            "tarneeb", target=31, turn_seconds="none", opponents="people", visibility="open"
        )
        for seat in SEATS[1:]:
            await self.people[seat].act(self.table, "sit", position=seat)
        self.clients = [
            TableClient(person, self.table, player(Random(self._rng.random()))) for person in self.people
        ]
        async with AsyncExitStack() as stack:
            for client in self.clients:
                await stack.enter_async_context(running(client))
                await client.until(lambda one: bool(one.you))
            playing = asyncio.create_task(self._play())
            try:
                yield
            finally:
                playing.cancel()
                await asyncio.wait([playing])
            if not playing.cancelled():
                playing.result()

    async def _play(self) -> None:
        while True:
            await self.people[0].act(self.table, "start")
            before = self.matches[-1] if self.matches else None
            for client in self.clients:
                await client.until(lambda one, before=before: one.picture.match not in (None, before))  # type: ignore[misc]
            self.matches.append(self.clients[0].picture.match or "")
            for client in self.clients:
                await client.until(lambda one: one.over)

    @property
    def moves(self) -> int:
        """How many moves were acknowledged."""
        return sum(len(client.answered_in) for client in self.clients)

    def take_times(self) -> list[float]:
        """Give the seconds that each move took since the last time, from sending it to its ack."""
        times = [time for client in self.clients for time in client.answered_in]
        for client in self.clients:
            client.answered_in.clear()
        return sorted(times)


def quantiles(times: Sequence[float]) -> str:
    """Say the median and the slowest of a hundred."""
    if not times:
        return "no move"
    p50, p99 = times[len(times) // 2], times[len(times) * 99 // 100]
    return f"{len(times)} moves, p50 {1000 * p50:.0f} ms, p99 {1000 * p99:.0f} ms"
