"""Connections of people to tables, and what those in the seats do: answer each turn with a move."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf
from random import Random
from time import monotonic
from typing import Any

from django.conf import settings
from django.urls import reverse

from games.load.browser import Browser, WebSocket
from games.load.choice import choose
from games.load.figures import Figures, Sent
from games.load.plan import SEATS, Address
from games.load.rows import Person

# Seconds
RECONNECT_AFTER = 0.5
ASK_AFTER_REFUSAL = 0.2
_NOBODY_IN_TURN = re.compile(rb'"turn": ?null')
_ENDED = "ended"
_START_ATTEMPTS = 3


@dataclass(slots=True)
class Load:
    """What all connections share. Moves are made while `playing`, and count while `counting`."""

    figures: Figures
    rng: Random
    pace: float
    playing: bool = False
    counting: bool = False
    closing: bool = False
    frames: int = 0
    moves: int = 0
    tasks: set[asyncio.Task[None]] = field(default_factory=set)
    browser: Browser = field(default_factory=Browser)

    def error(self, what: str) -> None:
        """Counts something that should not have happened."""
        self.figures.errors[what] += 1

    def later(self, work: Any) -> None:
        """Starts something that runs beside everything else."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)


class Watcher:
    """A connection to a table that is kept open, and only listens."""

    def __init__(self, load: Load, address: Address, table_id: str, person: Person) -> None:
        self.load = load
        self.table_id = table_id
        self._address = address
        self._cookies = {settings.SESSION_COOKIE_NAME: person.session_key}
        self._socket: WebSocket | None = None

    async def open(self) -> None:
        """Connects. Raises OSError."""
        path = f"/ws/tables/{self.table_id}/"
        self._socket = await self.load.browser.connect(
            self._address, path, self._cookies, self.take, self._ended
        )

    @property
    def is_open(self) -> bool:
        """True while frames come and go."""
        return self._socket is not None and self._socket.is_open

    def send(self, text: bytes) -> None:
        """Sends a frame."""
        if self._socket is not None:
            self._socket.send(text)

    def close(self) -> None:
        """Goes."""
        if self._socket is not None:
            self._socket.close()

    def take(self, text: bytes, now: float) -> None:
        """Takes a frame that came at this time."""
        self.load.frames += 1

    async def press(self, button: str) -> bool:
        """Presses one of the table's buttons; says whether the site did what it says."""
        address = reverse(f"games:{button}", args=[self.table_id])
        try:
            status = await self.load.browser.post(self._address, address, self._cookies)
        except OSError:
            status = 0
        if status != 200:
            self.load.error(f"{button} answered with {status}")
        return status == 200

    def _ended(self, code: int) -> None:
        if not self.load.closing:
            self.load.figures.reconnects[code] += 1
            self.load.later(self._reconnect())

    async def _reconnect(self) -> None:
        while not self.load.closing:
            await asyncio.sleep(RECONNECT_AFTER)
            try:
                await self.open()
            except OSError:
                self.load.error("could not connect again")
            else:
                return


class Match:
    """The moves of a match that are on their way, by the version that they make."""

    __slots__ = ("answered", "id", "load", "prefix", "sent")

    def __init__(self, load: Load, match_id: str) -> None:
        self.load = load
        self.id = match_id
        # The beginning of this match's frames of events: enough to count a frame without reading all of it.
        self.prefix = f'{{"type":"events","match":"{match_id}","version":'.encode()
        self.sent: dict[int, Sent] = {}
        self.answered = -1

    def told(self, version: int, seat_bit: int, now: float) -> None:
        """Notes that a seat was told of what made this version."""
        move = self.sent.get(version)
        if move is not None:
            self.load.figures.receive(move, seat_bit, now)
            self._forget(version, move)

    def told_all(self, version: int, seat_bit: int, now: float) -> None:
        """Notes that a seat was told of everything up to this version."""
        for made in [made for made in self.sent if made <= version]:
            self.told(made, seat_bit, now)

    def acknowledged(self, client_id: str, version: int, now: float) -> None:
        """Notes that a move was kept."""
        move = self.sent.get(version)
        if move is None:
            return  # the second answer to a move that was sent twice
        if move.client_id != client_id:
            self.load.error("acknowledgement of another move")
            return
        self.load.figures.acknowledge(move, now)
        self._forget(version, move)

    def refused(self, client_id: str, code: str) -> None:
        """Notes that a move changed nothing."""
        for version, move in self.sent.items():
            if move.client_id == client_id:
                self.load.figures.refuse(move, code)
                del self.sent[version]
                self.answered = min(self.answered, version - 2)
                return
        self.load.error("refusal of no move that is under way")

    def _forget(self, version: int, move: Sent) -> None:
        if move.acknowledged_at is not None and not move.missing:
            del self.sent[version]


class Table:
    """The four connections of a table, and whose turn it is there."""

    def __init__(self, load: Load, phase: float = 0) -> None:
        """`phase` is the table's place in the time from one move to the next, in seconds."""
        self.load = load
        self.seats: list[Seat] = []
        self.match: Match | None = None
        # Before the first match there is nothing to be heard.
        self.heard_at = inf
        self._slot = phase
        self._hand_over_at: float | None = None
        self._ended: Match | None = None
        self._asks = False
        self._asked = 0

    async def start(self) -> None:
        """Has its owner start the match."""
        for attempt in range(_START_ATTEMPTS):
            if attempt:
                await asyncio.sleep(RECONNECT_AFTER)
            self.heard_at = monotonic()
            if await self.seats[0].press("start"):
                return

    def match_of(self, match_id: str) -> Match:
        """Gives the match of this id: the one being played, or a new one that began."""
        if self.match is None or self.match.id != match_id:
            self.match = Match(self.load, match_id)
        return self.match

    def offer(self, turn: Callable[[], None]) -> None:
        """Has a move made when it is time for it."""
        if not self.load.pace:
            turn()
            return
        now = monotonic()
        if self._slot < self.load.pace:
            # The first move: it waits for the table's place, or tables that start together would stay so.
            self._slot = now + (self._slot - now) % self.load.pace
        due = max(self._slot, now)
        self._slot = due + self.load.pace
        asyncio.get_running_loop().call_later(due - now, turn)

    def ask(self, now: float) -> None:
        """Has one of the four ask for everything, the next time another one: a slow site gets no slower."""
        self.heard_at = now
        self.load.figures.stalls += 1
        self.seats[self._asked % SEATS].ask()
        self._asked += 1

    def nobody_in_turn(self, now: float) -> None:
        """Notes that a hand is over."""
        self._hand_over_at = now

    def somebody_in_turn(self, now: float) -> None:
        """Notes how long the next deal took, if it was waited for."""
        if self._hand_over_at is not None:
            if self.load.counting:
                self.load.figures.waits_for_deal.append(now - self._hand_over_at)
            self._hand_over_at = None

    def ended(self, match: Match) -> None:
        """Asks for a rematch, each person for themselves."""
        self._hand_over_at = None
        if self.load.counting and match is not self._ended:
            self.load.figures.matches_ended += 1
        self._ended = match
        if self.load.playing and not self._asks:
            self._asks = True
            self.load.later(self._play_again())

    async def _play_again(self) -> None:
        try:
            for seat in self.seats:
                await seat.press("rematch")
        finally:
            self._asks = False


class Seat(Watcher):
    """A connection of the person in one of the four seats, who answers each of their turns."""

    def __init__(self, load: Load, address: Address, table: Table, table_id: str, person: Person) -> None:
        super().__init__(load, address, table_id, person)
        self.table = table
        self.position = len(table.seats)
        self.match: Match | None = None
        self._bit = 1 << self.position
        self._first = self.position == 0
        self._prefix = b"\0"
        self._version = 0
        # The match of each move, by the move's id: its answer may come when the next match has begun.
        self._match_of: dict[str, Match] = {}
        table.seats.append(self)

    def take(self, text: bytes, now: float) -> None:
        """Counts events by the beginning of their frame, and reads the others."""
        self.load.frames += 1
        if text.startswith(self._prefix):
            start = len(self._prefix)
            self._events(int(text[start : text.index(b",", start)]), text, now)
        else:
            self._read(json.loads(text), text, now)

    def _events(self, version: int, text: bytes, now: float) -> None:
        assert self.match is not None
        if version > self._version + 1 and self._version:
            self.load.figures.gaps += 1
            self.ask()
        self._version = max(version, self._version)
        self.match.told(version, self._bit, now)
        if self._first:
            self.table.heard_at = now
            if not _NOBODY_IN_TURN.search(text):
                self.table.somebody_in_turn(now)
            elif json.loads(text)["phase"] == _ENDED:
                self.table.ended(self.match)
            else:
                self.table.nobody_in_turn(now)

    def _read(self, frame: dict[str, Any], text: bytes, now: float) -> None:
        match frame["type"]:
            case "events":
                self._is_of(frame["match"])
                self._events(frame["version"], text, now)
            case "private":
                match = self._is_of(frame["match"])
                if frame["legal"]:
                    self._in_turn(match, frame["version"], frame["legal"])
            case "ack":
                if (answered := self._match_of.get(frame["client_id"])) is None:
                    self.load.error("acknowledgement of another move")
                else:
                    answered.acknowledged(frame["client_id"], frame["version"], now)
            case "observation":
                self._observe(frame, now)
            case "refused":
                if (answered := self._match_of.get(frame["client_id"])) is None:
                    self.load.error("refusal of no move that is under way")
                else:
                    answered.refused(frame["client_id"], frame["code"])
                asyncio.get_running_loop().call_later(ASK_AFTER_REFUSAL, self.ask)
            case "error":
                self.load.error(f"error {frame['code']}")
            case "you" if frame["you"]["held_by_bot"]:
                self.load.error("a bot holds a seat")
                self.load.later(self._take_back())

    def _observe(self, frame: dict[str, Any], now: float) -> None:
        match = self._is_of(frame["match"])
        version, seen = frame["version"], frame["observation"]
        self._version = max(version, self._version)
        match.told_all(version, self._bit, now)
        # Whatever was not acknowledged when a connection broke is sent again: it is played once.
        for move in match.sent.values():
            if move.seat == self.position and move.acknowledged_at is None:
                self.load.figures.resent += 1
                self.send(move.text)
        if seen["phase"] == _ENDED and self._first:
            self.table.ended(match)
        elif seen["turn"] == self.position and seen["legal"]:
            self._in_turn(match, version, seen["legal"])

    def _is_of(self, match_id: str) -> Match:
        if self.match is None or self.match.id != match_id:
            before, self.match = self.match, self.table.match_of(match_id)
            self._match_of = {move: match for move, match in self._match_of.items() if match is before}
            self._prefix = self.match.prefix
            self._version = 0
        return self.match

    def _in_turn(self, match: Match, version: int, legal: list[str]) -> None:
        """Answers a turn, once."""
        if version > match.answered:
            match.answered = version
            move = choose(legal, self.load.rng)
            self.table.offer(lambda: self._move(match, version, move))

    def _move(self, match: Match, version: int, move: str) -> None:
        load = self.load
        if not load.playing or not self.is_open:
            match.answered = version - 1
            return
        load.moves += 1
        client_id = str(load.moves)
        text = (
            f'{{"type":"move","match":"{match.id}","version":{version},"move":"{move}",'
            f'"client_id":"{client_id}"}}'
        ).encode()
        sent = Sent(client_id, text, self.position, monotonic(), load.counting)
        match.sent[version + 1] = sent
        self._match_of[client_id] = match
        load.figures.begin(sent)
        self.send(text)

    def ask(self) -> None:
        """Asks for everything that may be known."""
        self.send(b'{"type":"sync"}')

    async def _take_back(self) -> None:
        await self.press("take_back")
