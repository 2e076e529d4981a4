"""What a process tells its lobby sockets: the lists are read once, and each frame is built once for all.

However many tables change, frames are `SPACING` seconds apart, and each names what differs from what was told
before. So a notice of a change needs to say nothing, and a lost one costs a moment only: the lists are read
now and then even when nothing was heard.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from weakref import WeakKeyDictionary

from django.utils import timezone

from games.cancelling import heed_cancellation
from games.database import in_database
from games.lobby_frames import LobbyEntry
from games.messages import Message
from games.protocol import PROTOCOL, encode
from games.selectors.lobby import LobbyLists, lobby_lists
from games.selectors.tables import milliseconds
from games.services.errors import place_of

log = logging.getLogger(__name__)

SPACING = 1.0
READ_ANYWAY_AFTER = 10.0

Member = Callable[[str], Awaitable[None]]
"""Sends a text to one socket."""


class LobbyPicture:
    """The lists as they were last read, and what changed in them since the sockets were last told."""

    def __init__(self) -> None:
        self.lists = LobbyLists([], [], {"waiting": None, "playing": None})
        self.told_more = self.lists.more
        self.entries: dict[str, LobbyEntry] = {}
        self.changed: set[str] = set()

    @property
    def has_news(self) -> bool:
        """True where the sockets have yet to be told of something."""
        return bool(self.changed) or self.lists.more != self.told_more

    def take(self, lists: LobbyLists) -> None:
        """Takes the lists as they are now."""
        entries = {entry["id"]: entry for entry in [*lists.waiting, *lists.playing]}
        self.changed |= {
            table for table in entries | self.entries if entries.get(table) != self.entries.get(table)
        }
        self.entries = entries
        self.lists = lists

    def count_as_told(self) -> None:
        """Nothing is news any more."""
        self.changed = set()
        self.told_more = self.lists.more

    def hello(self) -> str:
        """Gives the text of a first frame."""
        return encode(
            {
                "type": "hello",
                "protocol": PROTOCOL,
                "now": milliseconds(timezone.now()),
                "waiting": self.lists.waiting,
                "playing": self.lists.playing,
                "more": self.lists.more,
            }
        )

    def news(self) -> str:
        """Gives the text of a frame with what changed, which counts as told now."""
        changed = sorted(self.changed)
        self.count_as_told()
        return encode(
            {
                "type": "lobby",
                "tables": [self.entries[table] for table in changed if table in self.entries],
                "gone": [table for table in changed if table not in self.entries],
                "more": self.lists.more,
            }
        )


class LobbyFeed:
    """The lobby's sockets of a process, and the one that listens and reads for all of them."""

    def __init__(self, read: Callable[[], LobbyLists] = lobby_lists) -> None:
        self._read = read
        self._members: dict[Member, bool] = {}  # whether each has had its hello
        self._picture = LobbyPicture()
        self._reading = asyncio.Lock()
        self._reads_begun = 0
        self._stirred = asyncio.Event()
        self._teller: asyncio.Task[None] | None = None

    @property
    def is_needed(self) -> bool:
        """True while there are sockets."""
        return bool(self._members)

    async def join(self, member: Member) -> None:
        """Sends the lists to a socket, and from now on what changes in them."""
        self._members[member] = False
        await self._read_lists()
        if member not in self._members:
            return
        if self._teller is None:
            self._picture.count_as_told()
            self._teller = asyncio.create_task(self._tell())
        self._members[member] = True
        await member(self._picture.hello())

    async def tell_everything(self, member: Member) -> None:
        """Sends the lists, as they are now, to a socket that asks for them."""
        await self._read_lists()
        await member(self._picture.hello())

    def leave(self, member: Member) -> None:
        """Tells a socket nothing any more; without sockets nothing is read."""
        self._members.pop(member, None)
        if not self._members and self._teller is not None:
            self._teller.cancel()
            self._teller = None
            self._stirred.clear()

    async def hear(self, message: Message) -> None:
        """Takes the notice that something changed at an open table: the sockets are told soon."""
        if self._members:
            self._stirred.set()

    async def hear_that_something_was_missed(self) -> None:
        """Has the lists read again; what changed in them is told."""
        self._stirred.set()

    async def _read_lists(self) -> None:
        """Reads the lists. Of many who ask at once one reads for all, after each of them had asked."""
        begun = self._reads_begun
        async with self._reading:
            if self._reads_begun > begun:
                return
            self._reads_begun += 1
            self._picture.take(await in_database(self._read))
            if self._picture.has_news and self._teller is not None:
                self._stirred.set()

    async def _tell(self) -> None:
        while True:
            heed_cancellation()
            with suppress(TimeoutError):
                async with asyncio.timeout(READ_ANYWAY_AFTER):
                    await self._stirred.wait()
            self._stirred.clear()
            try:
                await self._read_lists()
                await self._tell_news()
            except Exception as error:
                log.error("the lobby could not be told of a change: %s", place_of(error))
            await asyncio.sleep(SPACING)

    async def _tell_news(self) -> None:
        if not self._picture.has_news:
            return
        text = self._picture.news()
        for member in [member for member, greeted in self._members.items() if greeted]:
            try:
                await member(text)
            except Exception as error:
                log.error("a lobby socket could not be told: %s", place_of(error))


_feeds: WeakKeyDictionary[asyncio.AbstractEventLoop, LobbyFeed] = WeakKeyDictionary()


def lobby_feed() -> LobbyFeed:
    """Gives the feed of this process: of its event loop, of which a server has one."""
    loop = asyncio.get_running_loop()
    if loop not in _feeds:
        _feeds[loop] = LobbyFeed()
    return _feeds[loop]
