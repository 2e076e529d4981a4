"""From process to process: what happened in one is heard in the others, through the channel layer.

All web processes listen to one group of the layer, and each hands on what its own connections have to hear.
What is waiting goes out together, so that a busy site sends few large messages, not many small ones. The
messages of a sender are numbered: whoever listens knows when one was lost.
"""

import asyncio
import atexit
import logging
import secrets
import threading
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from typing import Any, Protocol

from channels.layers import get_channel_layer
from django.conf import settings

from games.cancelling import heed_cancellation
from games.messages import Message
from games.services.errors import place_of

log = logging.getLogger(__name__)

PROCESS_ID = secrets.token_hex(8)
"""Names this process, so that it does not hear itself, and the rows of its connections."""

_GROUP = "web"
# A process that has nothing to say sends its number this often, in seconds.
_SILENCE = 3.0
# Seconds after which a Redis that does not answer is given up for a batch: behind it the next one waits.
_SENT_WITHIN = 5.0
# Seconds that a process which ends waits for what it has not sent yet.
_PATIENCE = 2.0


def reaches_others() -> bool:
    """True where there may be other processes to hear; a layer in memory reaches none."""
    return bool(settings.REDIS_URL)


class Sender:
    """Sends what it is given, in order, from one event loop.

    A process may have two, its hub's and its outbox: each has its own name, and numbers for itself.
    """

    def __init__(self) -> None:
        self._name = secrets.token_hex(8)
        self._waiting: list[Message] = []
        self._given = asyncio.Event()
        self._number = 0
        self.idle = asyncio.Event()
        self.idle.set()

    def put(self, messages: Sequence[Message]) -> None:
        """Takes messages to be sent; from the loop's own thread only."""
        self._waiting += messages
        self._given.set()
        self.idle.clear()

    def take_back(self) -> Sequence[Message]:
        """Gives what has not been sent, which is not sent then."""
        waiting, self._waiting = self._waiting, []
        return waiting

    async def run(self) -> None:
        """Sends until it is cancelled. What cannot be sent is lost; those who listen will find a number
        missing."""
        while True:
            heed_cancellation()
            with suppress(TimeoutError):
                async with asyncio.timeout(_SILENCE):
                    await self._given.wait()
            self._given.clear()
            batch, self._waiting = self._waiting, []
            self._number += 1
            await self._send(batch)
            if not self._waiting:
                self.idle.set()

    async def _send(self, batch: Sequence[Message]) -> None:
        packed = [message.packed() for message in batch]
        content = {
            "type": "messages",
            "from": PROCESS_ID,
            "sender": self._name,
            "number": self._number,
            "messages": packed,
        }
        try:
            async with asyncio.timeout(_SENT_WITHIN):
                await get_channel_layer().group_send(_GROUP, content)
        except Exception as error:
            log.error("could not send %d messages: %s", len(batch), place_of(error))


class Listening:
    """What other processes send, whether some of it was lost, and whether it has just begun to be heard."""

    def __init__(self) -> None:
        self.lost_some = False
        self.has_begun = False
        self._numbers: dict[str, int] = {}

    async def messages(self) -> AsyncIterator[list[Message]]:
        """Gives what comes, for as long as it is asked for more."""
        layer = get_channel_layer()
        channel = await layer.new_channel()
        await layer.group_add(_GROUP, channel)
        self.has_begun = True
        try:
            while True:
                heed_cancellation()
                received = await layer.receive(channel)
                if received["from"] != PROCESS_ID:
                    self._count(received)
                    yield [Message.unpacked(values) for values in received["messages"]]
        finally:
            # A Redis that is gone must not hide why this ends.
            with suppress(Exception):
                await layer.group_discard(_GROUP, channel)

    def _count(self, received: dict[str, Any]) -> None:
        # Of a sender not heard before the first number proves nothing: it may have spoken long since.
        sender, number = received["sender"], received["number"]
        if number != self._numbers.get(sender, number - 1) + 1:
            self.lost_some = True
        self._numbers[sender] = number


class Outbox:
    """Sends for a process that has no event loop of its own: a worker, a command."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._sender: Sender | None = None

    def put(self, messages: Sequence[Message]) -> None:
        """Takes messages to be sent; from any thread."""
        loop, sender = self._running()
        loop.call_soon_threadsafe(sender.put, messages)

    def _running(self) -> tuple[asyncio.AbstractEventLoop, Sender]:
        with self._lock:
            if self._loop is None or self._sender is None:
                self._loop, self._sender = asyncio.new_event_loop(), Sender()
                threading.Thread(target=self._run, args=(self._loop, self._sender), daemon=True).start()
                atexit.register(self._finish, self._loop, self._sender)
            return self._loop, self._sender

    def _run(self, loop: asyncio.AbstractEventLoop, sender: Sender) -> None:
        asyncio.set_event_loop(loop)
        loop.run_until_complete(sender.run())

    def _finish(self, loop: asyncio.AbstractEventLoop, sender: Sender) -> None:
        try:
            asyncio.run_coroutine_threadsafe(sender.idle.wait(), loop).result(_PATIENCE)
        except TimeoutError:
            log.warning("ended with messages that were not sent")


outbox = Outbox()


class Hub(Protocol):
    """The connections of a process, as far as those who send know them."""

    loop: asyncio.AbstractEventLoop

    @property
    def is_running(self) -> bool:
        """True while there are listeners."""

    def deliver(self, messages: Sequence[Message]) -> None:
        """Takes messages for listeners here and in other processes; from the loop's thread only."""


hubs: list[Hub] = []
"""The hubs of this process: one, or none; in tests one for each event loop."""


def send(messages: Sequence[Message]) -> None:
    """Sends messages to whoever listens, in this process and in others; from any thread."""
    for hub in reversed(hubs):
        if hub.is_running and hub.loop.is_running():
            hub.loop.call_soon_threadsafe(hub.deliver, messages)
            return
    if reaches_others():
        outbox.put(messages)
