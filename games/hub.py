"""The connections of one web process: who listens to which group, and everything that passes to them.

A message is built and encoded once, and handed to each listener within the process; between processes it goes
through games.bus. The hub also tells the database that this process and its connections live, and notices
where something was missed, because Redis was away for example: then everyone at that table is told anew.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Protocol

from django.utils import timezone

from games.bus import PROCESS_ID, Listening, Sender, hubs, outbox, reaches_others
from games.cancelling import heed_cancellation
from games.database import first_in_database, in_database
from games.holders import Holders
from games.messages import Message, table_group
from games.move_queue import MoveQueue
from games.selectors.tables import live_versions
from games.services import presence
from games.services.errors import place_of
from games.services.presence import Held
from games.table_pictures import TablePictures

log = logging.getLogger(__name__)

TICK_SECONDS = 0.5
BEAT_SECONDS = 3.0
_PAUSE_AFTER_FAILURE = 0.5


class Listener(Protocol):
    """Something that hears the messages of the groups that it joined."""

    async def hear(self, message: Message) -> None:
        """Takes a message. Must not wait for anything but its own socket."""

    async def hear_that_something_was_missed(self) -> None:
        """Is told that messages about its table were lost."""


class Hub:
    """The listeners of one process, all in one event loop."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self._groups: dict[str, set[Listener]] = {}
        self.holders = Holders()
        self._held: dict[str, Held] = {}
        self._closed: list[str] = []
        self._came_back: set[str] = set()
        self._told: dict[str, int] = {}  # the last version that was told of each match
        self._behind: dict[str, int] = {}  # matches that were further than that at the last look
        self._pictures = TablePictures()
        self._inbox: asyncio.Queue[Sequence[Message]] = asyncio.Queue()
        self._sender = Sender()
        self._others = Listening()
        self.moves = MoveQueue()
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def is_running(self) -> bool:
        """True while there are listeners."""
        return bool(self._tasks)

    # Groups

    def join(self, group: str, listener: Listener) -> None:
        """Lets a listener hear a group from now on."""
        self._start()
        self._groups.setdefault(group, set()).add(listener)

    def leave(self, group: str, listener: Listener) -> None:
        """Lets a listener hear a group no more."""
        listeners = self._groups.get(group)
        if listeners is None:
            return
        listeners.discard(listener)
        if not listeners:
            del self._groups[group]
            if not self._groups:
                self._stop()

    def deliver(self, messages: Sequence[Message]) -> None:
        """Takes messages for listeners here and in other processes; from the loop's thread only."""
        self._inbox.put_nowait(messages)
        if not reaches_others():
            return
        if self.is_running:
            self._sender.put(messages)
        else:
            outbox.put(messages)

    def told(self, match: str, version: int) -> None:
        """Notes that somebody here knows this version of a match."""
        self._told[match] = max(version, self._told.get(match, 0))

    # Connections

    def opened(self, held: Held) -> None:
        """Notes a connection that is being written down."""
        self._held[held.id] = held

    def came_back(self, table_id: str) -> None:
        """Notes that somebody who was away from a table is there again; it is told a moment later, of all who
        came back meanwhile at once."""
        self._came_back.add(table_id)

    def closed(self, held: Held) -> None:
        """Notes that a connection is gone; it is written down a moment later."""
        if self._held.pop(held.id, None) is not None:
            self._closed.append(held.id)

    # What runs while there are listeners

    def _start(self) -> None:
        if self._tasks:
            return
        # A beat by itself: it must not wait for anything, or others take this process for dead.
        work = [
            self._hand_out(),
            self._every(TICK_SECONDS, self._write_closed),
            self._every(TICK_SECONDS, self._mark_who_came_back),
            self._every(BEAT_SECONDS, self._beat),
            self._every(BEAT_SECONDS, self._look_for_what_was_missed),
            self._every(BEAT_SECONDS, self._look_for_old_tables),
            self._every(BEAT_SECONDS, self._forget_holders),
        ]
        if reaches_others():
            work += [self._sender.run(), self._listen_for_ever()]
        self._tasks = [self.loop.create_task(part) for part in work]

    def _stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        self._tasks = []
        # What nobody is left to hear would be old news to those who come later; other processes get theirs.
        self._inbox = asyncio.Queue()
        unsent = self._sender.take_back()
        if unsent:
            outbox.put(unsent)
        if self._closed:
            self.loop.create_task(self._write_closed())

    async def _hand_out(self) -> None:
        while True:
            for message in await self._inbox.get():
                await self._hand_to_listeners(message)

    async def _hand_to_listeners(self, message: Message) -> None:
        if message.version:
            self.told(message.match, message.version)
        if message.group in self._groups:
            self._pictures.told(message)
        for listener in tuple(self._groups.get(message.group, ())):
            try:
                await listener.hear(message)
            except Exception as error:
                log.error("a connection could not be told: %s", place_of(error))

    async def _listen_for_ever(self) -> None:
        while True:
            try:
                async for messages in self._others.messages():
                    self._inbox.put_nowait(messages)
            except Exception as error:
                log.error("other processes cannot be heard: %s", place_of(error))
                await asyncio.sleep(_PAUSE_AFTER_FAILURE)

    async def _every(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            heed_cancellation()
            await asyncio.sleep(seconds)
            try:
                await work()
            except Exception as error:
                log.error("the connections of this process could not be kept: %s", place_of(error))

    async def _beat(self) -> None:
        await first_in_database(presence.beat, PROCESS_ID, list(self._held.values()))

    async def _write_closed(self) -> None:
        closed, self._closed = self._closed, []
        if closed:
            await first_in_database(presence.closed, PROCESS_ID, closed)

    async def _mark_who_came_back(self) -> None:
        tables, self._came_back = self._came_back, set()
        for table_id in tables:
            await in_database(presence.mark, table_id, timezone.now())

    async def _forget_holders(self) -> None:
        self.holders.forget_the_full()

    # What was missed

    async def _look_for_what_was_missed(self) -> None:
        """Tells everyone anew where messages of other processes were lost, or else those at tables whose
        match was further at the last look than they have been told since."""
        tables = {held.table_id for held in self._held.values()}
        versions = await first_in_database(live_versions, tables)
        lost = {match for match, version in self._behind.items() if self._told.get(match, 0) < version}
        self._told = {match: self._told.get(match, 0) for match in versions}
        for match in lost & versions.keys():
            self.told(match, versions[match].version)
        self._behind = {
            match: found.version for match, found in versions.items() if self._told[match] < found.version
        }
        if self._others.lost_some:
            self._others.lost_some = False
            await self._tell_that_something_was_missed(self._groups)
        else:
            tables = {versions[match].table_id for match in lost & versions.keys()}
            await self._tell_that_something_was_missed(map(table_group, tables))

    async def _look_for_old_tables(self) -> None:
        """Tells those at tables that are otherwise than they were told last. Before this process listened to
        the others it may have missed anything."""
        tables = {held.table_id for held in self._held.values()}
        if self._others.has_begun:
            self._others.has_begun = False
            self._pictures.doubt(tables)
        async for message in self._pictures.corrections(tables):
            self._inbox.put_nowait([message])

    async def _tell_that_something_was_missed(self, groups: Iterable[str]) -> None:
        listeners = {listener for group in tuple(groups) for listener in self._groups.get(group, ())}
        for listener in listeners:
            try:
                await listener.hear_that_something_was_missed()
            except Exception as error:
                log.error("a connection could not be told anew: %s", place_of(error))


def running_hub() -> Hub:
    """Gives the hub of the running event loop."""
    loop = asyncio.get_running_loop()
    hubs[:] = [hub for hub in hubs if not hub.loop.is_closed()]
    for hub in hubs:
        if isinstance(hub, Hub) and hub.loop is loop:
            return hub
    hub = Hub()
    hubs.append(hub)
    return hub
