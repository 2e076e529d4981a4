"""People who send what they should not, and what they hold against the page for developers."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from random import Random

from tests.load.mangling import Known, Mangler
from tests.load.raw import NO_CODE, Closed, Raw
from tests.load.scan import HeardFrame

PATIENCE = 120.0  # seconds, on a busy machine
MOST_AT_ONCE = 12
BAD_FRAMES = 5  # the last of them closes the connection
BROKEN_CODES = {1002, 1007, 1009, NO_CODE}  # WebSocket itself was broken
CODES = {"bad_frame", "frame_too_long", "too_many_frames"}
KINDS = {"hello", "table", "you", "observation", "events", "private", "ack", "refused", "error", "pong"}
PLAYERS_ONLY = {"private", "ack"}


@dataclass
class Book:
    """What happened to all attackers."""

    faults: list[str] = field(default_factory=list)
    frames: list[HeardFrame] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def fault(self, text: str) -> None:
        """Note something that is not as the page has it."""
        self.faults.append(text)
        self.counts["faults"] += 1


class Connection:
    """One connection of an attacker, from hello to its end; everything that comes is looked at."""

    def __init__(self, raw: Raw, name: str, seat: int | None, book: Book) -> None:
        self.errors: list[str] = []
        self.greeted = asyncio.Event()
        self.closed = asyncio.Event()
        self.code = 0
        self.known: dict[str, object] = {}
        self._raw = raw
        self._name = name
        self._seat = seat
        self._book = book
        self._answered: dict[str, asyncio.Event] = {}
        self._listening = asyncio.create_task(self._listen())

    async def send(self, some: bytes) -> None:
        """Send bytes. Raises Closed."""
        await self._raw.send_bytes(some)

    async def ask(self, name: str) -> None:
        """Make a move in no match, and wait until that was answered or the connection closed."""
        self._answered[name] = asyncio.Event()
        frame = {"type": "move", "match": "none", "version": 0, "move": "pass", "client_id": name}
        try:
            await self._raw.say(frame)
        except Closed:
            pass
        await self._first_of(self._answered[name], self.closed)

    async def hello(self) -> None:
        """Wait for the first frame, or the end."""
        await self._first_of(self.greeted, self.closed)

    async def end(self) -> int:
        """Wait until the server closes, and give the code; 0 where it does not."""
        await self._first_of(self.closed)
        return self.code

    async def leave(self) -> None:
        """Go without a goodbye."""
        self._listening.cancel()
        await asyncio.wait([self._listening])
        self._raw.cut()

    async def _first_of(self, *events: asyncio.Event) -> None:
        waits = [asyncio.create_task(event.wait()) for event in events]
        done, rest = await asyncio.wait(waits, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        for wait in rest:
            wait.cancel()
        if not done:
            self._book.fault(f"{self._name}: neither an answer nor an end")

    async def _listen(self) -> None:
        try:
            while True:
                self._take(await self._raw.hear())
        except Closed as closed:
            self.code = closed.code
            self.closed.set()

    def _take(self, text: str) -> None:
        frame = json.loads(text)
        kind = frame["type"]
        self._book.frames.append(HeardFrame(self._name, self._seat, text))
        self._book.counts[f"{kind} {frame.get('code', '')}".strip()] += 1
        if kind == "hello":
            self.greeted.set()
        if kind == "error":
            self.errors.append(frame["code"])
        if kind == "refused" and frame["client_id"] in self._answered:
            self._answered[frame["client_id"]].set()
        if kind not in KINDS or (self._seat is None and kind in PLAYERS_ONLY):
            self._book.fault(f"{self._name} was sent {text[:200]}")
        if kind in ("events", "private", "observation"):
            self.known = {**frame, "legal": frame.get("legal", [])}


class Attacker:
    """Somebody who sends mangled frames to a socket of the site, and comes back whenever that ends it."""

    def __init__(
        self,
        name: str,
        connect: Callable[[], Awaitable[Connection]],
        matches: list[str],
        rng: Random,
        book: Book,
    ) -> None:
        """Take how to connect, and the matches to aim at."""
        self._name = name
        self._connect = connect
        self._matches = matches
        self._rng = rng
        self._mangler = Mangler(rng)
        self._book = book

    async def attack(self, frames: int) -> None:
        """Send so many mangled frames."""
        sent = 0
        while sent < frames:
            connection = await self._connect()
            self._book.counts["connections of attackers"] += 1
            await connection.hello()
            burst = min(self._rng.randint(1, MOST_AT_ONCE), frames - sent)
            sent += burst
            broken = await self._burst(connection, burst)
            if not broken:
                await connection.ask(f"marker-{sent}")
            if broken or connection.closed.is_set():
                self._check_end(await connection.end(), connection.errors, broken)
            await connection.leave()
        self._book.counts["mangled frames"] += sent

    async def _burst(self, connection: Connection, frames: int) -> bool:
        """Send some, up to the first one that breaks WebSocket itself; tell whether there was one."""
        try:
            for _frame in range(frames):
                mangled = self._mangler.draw(self._known(connection))
                await connection.send(mangled.sent)
                if mangled.breaks:
                    return True
        except Closed:
            pass
        return False

    def _known(self, connection: Connection) -> Known:
        legal = connection.known.get("legal")
        version = connection.known.get("version")
        return Known(
            self._matches or ["none"],
            version if isinstance(version, int) else 0,
            tuple(legal) if isinstance(legal, list) else (),
        )

    def _check_end(self, code: int, errors: list[str], broken: bool) -> None:
        self._book.counts[f"closed {code}"] += 1
        bad = sum(error in ("bad_frame", "frame_too_long") for error in errors)
        if unknown := set(errors) - CODES:
            self._book.fault(f"{self._name} was told {unknown}")
        fits = (
            (code == 4400 and bad == BAD_FRAMES)
            or (code == 4429 and "too_many_frames" in errors)
            or (code in BROKEN_CODES and broken)
        )
        if not fits:
            self._book.fault(f"{self._name} was closed with {code} after {errors}, broken: {broken}")
