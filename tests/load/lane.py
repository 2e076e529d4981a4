"""Four people who play one match after the other over sockets, and those who look over their shoulders."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from random import Random

from tests.load.choosing import player
from tests.load.client import TableClient
from tests.load.houses import House
from tests.load.pages import Live, Reader, read_pages
from tests.load.person import Answer, Person
from tests.load.scan import HeardFrame, ReadPage

SEATS = range(4)
CUT = 1 / 800  # of the frames: the connection breaks when one comes
PAGE_PAUSE = 0.3  # seconds


class Fault(Exception):
    """A match did not go as it should."""


@dataclass
class Played:
    """A match that is over, and what was read while it went on."""

    match: str
    record: str
    frames: list[HeardFrame] = field(default_factory=list)
    pages: list[ReadPage] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)


class Lane:
    """The same people for all its matches: four players, a visitor, and someone who sits elsewhere."""

    def __init__(self, site: str, account: tuple[str, str], admin: Person, rng: Random) -> None:
        """Take the name and password of the one who sits elsewhere."""
        self._account = account
        self._admin = admin
        self._rng = rng
        self._answers: list[ReadPage] = []
        self._frames: list[HeardFrame] = []
        self._players = [Person(site, self._answered(f"seat {seat}")) for seat in SEATS]
        self._visitor = Person(site, self._answered("visitor"), language="ar")
        self._other = Person(site, self._answered("other"))

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Let the one who sits elsewhere sit there, for as long as this is open."""
        await self._other.log_in(*self._account)
        table = await self._other.open_table(
            "syrian41", turn_seconds="none", opponents="people", visibility="link"
        )
        async with running(TableClient(self._other, table, heard=self._reading(self._frames, "other"))):
            yield

    def take_elsewhere(self) -> tuple[list[HeardFrame], list[ReadPage]]:
        """Give what was read away from any match since the last time: no card may be in it."""
        taken = list(self._frames), list(self._answers)
        self._frames.clear()
        self._answers.clear()
        return taken

    async def play(self, house: House, number: int) -> Played:
        """Play one match to its end. Raises Fault and Refused."""
        table = await self._players[0].open_table(house.variant, **house.fields(number))
        for seat in SEATS[1:]:
            await self._players[seat].act(table, "sit", position=seat)
        played = Played("", "")
        clients = [self._player(seat, table, played) for seat in SEATS]
        clients += [
            TableClient(self._players[0], table, heard=self._reading(played.frames, "seat 0 again", 0)),
            TableClient(self._visitor, table, heard=self._reading(played.frames, "visitor")),
            TableClient(self._other, table, heard=self._reading(played.frames, "other")),
        ]
        async with AsyncExitStack() as stack:
            for client in clients:
                await stack.enter_async_context(running(client))
                await client.until(lambda one: bool(one.you))
            await self._players[0].act(table, "start")
            for client in clients:
                await client.until(lambda one: one.picture.match is not None)
            played.match = clients[0].picture.match or ""
            await self._until_over(clients, table, played)
        await self._take_record(played)
        for client in clients:
            played.counts += client.counts
            played.counts["compared"] += client.picture.compared
            played.differences += client.picture.differences
        return played

    def _player(self, seat: int, table: str, played: Played) -> TableClient:
        rng = Random(self._rng.random())
        read = self._reading(played.frames, f"seat {seat}", seat)

        def heard(text: str) -> None:
            read(text)
            if rng.random() < CUT and client.socket:
                played.counts["cut"] += 1
                client.socket.transport.abort()

        client = TableClient(self._players[seat], table, player(rng), heard)
        return client

    async def _until_over(self, clients: list[TableClient], table: str, played: Played) -> None:
        readers = [Reader(f"seat {seat}", self._players[seat], seat) for seat in SEATS]
        readers += [Reader("visitor", self._visitor), Reader("other", self._other)]
        users = [seat["user"] for seat in clients[0].table["seats"]]
        live = Live(table, played.match, users)
        reading = asyncio.create_task(
            read_pages(live, readers, self._admin, PAGE_PAUSE, played.pages.append), name="pages"
        )
        try:
            for client in clients:
                await client.until(lambda one: one.over or reading.done())
                if reading.done():
                    reading.result()
            await self._compare(clients)
        finally:
            reading.cancel()

    async def _compare(self, clients: list[TableClient]) -> None:
        """Let every client ask for the whole once more, and hold what it knows against that."""
        for client in clients:
            before = client.picture.compared
            client.ask()
            await client.until(lambda one, before=before: one.picture.compared > before)  # type: ignore[misc]

    async def _take_record(self, played: Played) -> None:
        answer = await self._visitor.get(f"/matches/{played.match}/record/")
        if answer.status != 200 or json.loads(answer.text)["match"] != played.match:
            raise Fault(f"the record of {played.match}: {answer.status} {answer.text[:200]}")
        played.record = answer.text

    def _answered(self, name: str) -> Callable[[Answer], None]:
        return lambda answer: self._answers.append(ReadPage(name, None, answer.path, answer.text))

    def _reading(
        self, frames: list[HeardFrame], reader: str, seat: int | None = None
    ) -> Callable[[str], None]:
        return lambda text: frames.append(HeardFrame(reader, seat, text))


@asynccontextmanager
async def running(client: TableClient) -> AsyncIterator[None]:
    """Let a client be connected. Raises Fault where it ended by itself with an error."""
    task = asyncio.create_task(client.run())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait([task])
        if not task.cancelled() and task.exception():
            raise Fault(f"a client of {client.url} ended") from task.exception()
