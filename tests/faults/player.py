"""A player at a table, or a watcher: follows the match over the socket and plays any legal move.

It does what the site's page for developers asks of a client, and no more: it comes back by itself with a
growing wait, sends a move that was not answered again under its id, and asks for everything where it can know
that it missed something.
"""

import asyncio
import json
import math
import time
import uuid
from contextlib import suppress
from dataclasses import dataclass
from random import Random

from tests.faults.client import Client, Lost
from tests.faults.journal import Frame, Journal, Kind
from tests.faults.pages import PageFault, Person
from tests.faults.view import View

# Seconds, as the page for developers has them.
FIRST_WAIT = 0.5  # before it comes back; doubled each time
LONGEST_WAIT = 10.0
PING_EVERY = 20.0
SILENCE_ALLOWED = 45.0  # without any frame; then the connection counts as lost
NEWS_WITHIN = 20.0  # while a match is played; then it asks for everything
CLOCK_LATE = 4.0  # after the end of a turn; then, too
MISSING_FOR = 1.5  # how long it waits for what must come before it asks for everything
ANSWER_WITHIN = 5.0  # then the move goes out again
TRY_AGAIN_AFTER = 1.0  # a fault of the server
NOTICED_WITHIN = 15.0  # the site must have seen by then that a connection answers nothing
# Seconds: presses of a button, and how often it looks whether its connection was left half open.
PRESS_EVERY = 1.0
LOOK_EVERY = 0.5
NEVER = math.inf
LOWEST_OF_ONE_BIDDER = 5
# What may be said of a move by no fault of the player.
EXPECTED = {"stale_version", "seat_held_by_bot"}
NOT_CLOSED_SO = {4400, 4401, 4404, 4406, 4429}


@dataclass(frozen=True)
class Pending:
    """A move that went out and was not answered yet."""

    match: str
    seat: int
    version: int
    move: str
    client_id: str

    @property
    def frame(self) -> Frame:
        """The frame that it goes out in, each time the same."""
        return {
            "type": "move",
            "match": self.match,
            "version": self.version,
            "move": self.move,
            "client_id": self.client_id,
        }


@dataclass
class Times:
    """When the next of each thing is to be done, by a clock that nobody can set."""

    ping: float = NEVER
    move: float = NEVER
    answer: float = NEVER
    sync: float = NEVER
    news: float = NEVER
    press: float = NEVER

    @property
    def next(self) -> float:
        """The earliest."""
        return min(self.ping, self.move, self.answer, self.sync, self.news, self.press)


class Player:
    """One person (None: a visitor) at one table. `run` goes on until it is cancelled."""

    def __init__(
        self, address: str, table: str, person: Person | None, journal: Journal, rng: Random, think: float
    ) -> None:
        self.person = person
        self.table = table
        self.view = View()
        self.cut_after_send = False
        self.clock_error = 0.0  # seconds by which its own clock is ahead
        self._went_by_clock = False
        self.false_versions = False  # whether it begins its next turn with moves for other versions
        self._address = address
        self._journal = journal
        self._rng = rng
        self._think = think
        self._client = Client(address, table, "")
        self._deaf: dict[Client, float] = {}
        self._times = Times()
        self._heard_at: float | None = None
        self._asked_in_silence = False
        self._pending: Pending | None = None
        self._last_kept: Pending | None = None
        self._false: set[str] = set()

    def __str__(self) -> str:
        view = self.view
        who = "a watcher" if self.person is None else f"seat {view.seat}"
        where = f"table {self.table}, version {view.version} of match {view.match}, {view.phase}"
        more = ", held by a bot" * view.held_by_bot + ", waits for an answer" * (self._pending is not None)
        return f"{who} of {where}, turn {view.turn}{more}"

    async def run(self) -> None:
        """Play; come back whenever the connection is lost."""
        wait = FIRST_WAIT
        while True:
            self._client = Client(self._address, self.table, self.person.cookies if self.person else "")
            self._times, self._heard_at, self._asked_in_silence = Times(), None, False
            try:
                await self._client.connect()
                await self._converse()
            except Lost as lost:
                if lost.code in NOT_CLOSED_SO:
                    self._journal.problem(Kind.BROKEN, f"the socket of {self} was closed with {lost.code}")
            finally:
                if not self._left_open(self._client):
                    self._client.abort()
            if self._heard_at is not None:
                wait = FIRST_WAIT
            await asyncio.sleep(wait * self._rng.uniform(0.75, 1.25))
            wait = min(LONGEST_WAIT, wait * 2)

    def cut(self) -> None:
        """Abort the connection now."""
        self._client.abort()

    def go_deaf(self) -> None:
        """Leave the connection half open, and come back on another one."""
        self._client.go_deaf()
        self._deaf[self._client] = time.monotonic()

    async def check_deaf(self) -> bool:
        """End what was left half open for long; say whether more of it is left."""
        for client, since in list(self._deaf.items()):
            if time.monotonic() - since > NOTICED_WITHIN:
                if not await client.was_dropped():
                    self._journal.problem(Kind.BROKEN, f"the site holds a half-open connection of {self}")
                client.abort()
                del self._deaf[client]
        return bool(self._deaf)

    @property
    def misled(self) -> bool:
        """True where its own clock is wrong, and it goes by it: there is a limit to its turns."""
        return self.clock_error != 0 and self.view.turn_seconds is not None

    # The connection

    def _left_open(self, client: Client) -> bool:
        return client in self._deaf

    async def _converse(self) -> None:
        client = self._client
        opened_at = time.monotonic()
        self._times.ping = opened_at + PING_EVERY
        while not self._left_open(client):
            text = await client.receive(min(max(self._times.next - time.monotonic(), 0), LOOK_EVERY))
            if text is not None:
                self._heard_at = time.monotonic()
                frame = json.loads(text)
                self._journal.heard(self._seat_of(frame), frame, text)
                self._take(frame)
                self._plan(frame)
            elif time.monotonic() - (self._heard_at or opened_at) > SILENCE_ALLOWED:
                raise Lost
            await self._act(time.monotonic())

    async def _act(self, now: float) -> None:
        times = self._times
        if now >= times.ping:
            times.ping = now + PING_EVERY
            await self._client.send({"type": "ping"})
        if now >= times.news:
            times.news = now + NEWS_WITHIN
            times.sync = now
            self._asked_in_silence = True
        if now >= times.sync:
            times.sync = NEVER
            await self._client.send({"type": "sync"})
        if now >= times.answer and self._pending is not None:
            times.answer = now + ANSWER_WITHIN
            await self._client.send(self._pending.frame)
        if now >= times.move:
            times.move = NEVER
            await self._move()
        if now >= times.press:
            times.press = now + PRESS_EVERY
            await self._press()

    # What comes

    def _seat_of(self, frame: Frame) -> int | None:
        """The seat that a frame is meant for. An observation says so, and must not name another one."""
        if frame["type"] != "observation":
            return self.view.seat
        seat: int | None = frame["observation"]["seat"]
        if seat not in (self.view.seat, None):
            self._journal.problem(Kind.SECRET, f"{self} got an observation of seat {seat}")
        return seat

    def _take(self, frame: Frame) -> None:
        missing = False
        match frame["type"]:
            case "hello":
                self.view.hello(frame)
            case "table":
                missing = self.view.table(frame["table"])
            case "you":
                self.view.you(frame["you"])
            case "observation":
                self._on_observation(frame)
            case "events":
                missing = self.view.events(frame)
            case "private":
                self.view.private(frame)
            case "ack":
                self._on_ack(frame)
            case "refused":
                self._on_refused(frame)
            case "error":
                self._on_error(frame)
        if missing:
            self._ask_after(0)

    def _on_observation(self, frame: Frame) -> None:
        before = self.view.match, self.view.version
        self._times.sync = NEVER
        if self.view.observation(frame):
            self._ask_after(MISSING_FOR)
        if self._asked_in_silence and (self.view.match, self.view.version) != before:
            self._journal.missed_in_silence += 1
        self._asked_in_silence = False
        if self._pending is not None and self._times.answer == NEVER:
            # It went out on another connection: the answer to its id says what became of it.
            self._times.answer = time.monotonic()

    def _on_ack(self, frame: Frame) -> None:
        client_id, version = frame["client_id"], frame["version"]
        if client_id in self._false:
            self._journal.problem(Kind.BROKEN, f"{self}: a move for another version was kept as {version}")
        pending = next((p for p in (self._pending, self._last_kept) if p and p.client_id == client_id), None)
        if pending is None:
            return
        self._journal.move_acknowledged(pending.match, pending.seat, client_id, version)
        if pending is self._pending:
            self._settle()
            self._last_kept = pending

    def _on_refused(self, frame: Frame) -> None:
        client_id, code = frame["client_id"], frame["code"]
        if client_id in self._false:
            self._false.discard(client_id)
            if code not in EXPECTED:
                self._journal.problem(Kind.BROKEN, f"{self}: a move for another version got {code}")
            return
        pending = self._pending
        if pending is None or pending.client_id != client_id:
            return
        self._journal.move_refused(pending.match, pending.seat, client_id, code)
        if code not in EXPECTED:
            self._journal.problem(Kind.BROKEN, f"{pending} was refused with {code}")
        self._settle()
        self._ask_after(0)

    def _on_error(self, frame: Frame) -> None:
        if frame["code"] != "server_error":
            self._journal.problem(Kind.BROKEN, f"{self} got an error frame: {frame['code']}")
        if self._pending is None:
            self._ask_after(TRY_AGAIN_AFTER)
        else:
            self._times.answer = time.monotonic() + TRY_AGAIN_AFTER

    def _settle(self) -> None:
        """The move is answered."""
        self._pending = None
        self._times.answer = NEVER

    def _ask_after(self, seconds: float) -> None:
        """Something is there that was not seen: ask for everything, if it does not come by itself."""
        self._times.sync = min(self._times.sync, time.monotonic() + seconds)

    # What it does

    def _plan(self, frame: Frame) -> None:
        """Set the times of what is to be done, from what is known now."""
        view, times, now = self.view, self._times, time.monotonic()
        if frame["type"] != "pong":
            times.news = NEVER if view.over else now + NEWS_WITHIN
            if view.clock_left is not None and not view.over:
                times.news = min(times.news, now + max(view.clock_left, 0) + CLOCK_LATE)
        if view.seat is not None and (view.over or view.held_by_bot):
            times.press = min(times.press, now + self._rng.uniform(0.1, 0.4))
        else:
            times.press = NEVER
        if not view.my_turn or self._pending is not None:
            times.move = NEVER
            if self._went_by_clock:
                self._went_by_clock, self.clock_error = False, 0.0
        elif not view.may_move:
            self._ask_after(MISSING_FOR)
        elif times.move == NEVER:
            times.move = now + self._pause()

    def _pause(self) -> float:
        """How long it thinks. One whose own clock is wrong may find that it has an hour, or no time."""
        clock = self.view.clock
        if self.clock_error and clock is not None and clock["seat"] == self.view.seat:
            left: float = clock["ends_at"] / 1000 - (time.time() + self.clock_error)
            length: float = clock["length_ms"] / 1000
            self._went_by_clock = True
            return min(max(left, 0.0), length + 2)
        return self._rng.uniform(0, 2 * self._think)

    async def _move(self) -> None:
        view = self.view
        if not view.may_move or view.seat is None or self._pending is not None:
            return
        if self.false_versions:
            self.false_versions = False
            await self._send_false_moves(view.seat)
        client_id = str(uuid.UUID(int=self._rng.getrandbits(128)))
        pending = Pending(view.match, view.seat, view.version, self._choose(view.legal), client_id)
        self._pending = pending
        self._times.answer = time.monotonic() + ANSWER_WITHIN
        self._journal.move_sent(pending.match, pending.seat, pending.client_id, pending.move)
        await self._client.send(pending.frame)
        if self.cut_after_send:
            self.cut_after_send = False
            self._client.abort()

    async def _send_false_moves(self, seat: int) -> None:
        """Moves that answer versions long gone or yet to come; and a kept one again, with a wrong version."""
        view = self.view
        for wrong in {0, view.version - 1, view.version + 1, view.version + 1000, 2**31 - 1} - {view.version}:
            client_id = f"false-{self._rng.getrandbits(64):x}"
            self._false.add(client_id)
            frame = Pending(view.match, seat, wrong, self._choose(view.legal), client_id).frame
            await self._client.send(frame)
        if self._last_kept is not None and self._last_kept.match == view.match:
            await self._client.send({**self._last_kept.frame, "version": view.version})

    def _choose(self, legal: list[str]) -> str:
        """Any card; in an auction a low call, so that matches come to an end."""
        bids = [move for move in legal if move[0].isdigit()]
        if not bids:
            return self._rng.choice(legal)
        lowest = min(map(_tricks, bids))
        # The games in which each bids for themselves begin at 2, and need 11 together.
        highest = lowest if lowest >= LOWEST_OF_ONE_BIDDER else 4
        return self._rng.choice([move for move in legal if move not in bids or _tricks(move) <= highest])

    async def _press(self) -> None:
        """Ask for the seat back from the bot that holds it, or for another match."""
        button = "return" if self.view.held_by_bot else "rematch"
        assert self.person is not None
        with suppress(PageFault):
            await asyncio.to_thread(self.person.post, f"tables/{self.table}/{button}/")


def _tricks(bid: str) -> int:
    return int("".join(filter(str.isdigit, bid)))
