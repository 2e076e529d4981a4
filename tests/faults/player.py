"""A player at a table, or a watcher: follows the match over the socket and plays any legal move.

It does what a good client does, and no more: it comes back by itself with a growing wait, sends a move that
was not answered again under its id, and asks for everything where it can know that it missed something.
"""

import asyncio
import json
import math
import time
import uuid
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.faults.client import Client, Lost
from tests.faults.journal import Frame, Journal, Kind
from tests.faults.pages import PageFault, Person

FIRST_WAIT = 0.1  # seconds before it comes back; doubled each time
LONGEST_WAIT = 1.0
PING_EVERY = 2.0
SILENCE_ALLOWED = 8.0
ANSWER_WITHIN = 3.0  # then the move goes out again
MISSING_FOR = 1.0  # how long it waits for a frame that must come before it asks for everything
ASK_AGAIN_AFTER = 1.0  # a rematch, or one's own seat
NEVER = math.inf
ENDED = "ended"
LOWEST_OF_ONE_BIDDER = 5
# Codes of a refusal that a player meets without having done anything wrong, after a fault.
EXPECTED = {"stale_version", "seat_held_by_bot"}


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


class Player:
    """One person (None: a visitor) at one table. `run` goes on until it is cancelled."""

    def __init__(
        self, address: str, table: str, person: Person | None, journal: Journal, rng: Random, think: float
    ) -> None:
        self.person = person
        self.table = table
        self.cut_after_send = False
        self.clock_error = 0.0  # seconds by which its own clock is ahead
        self.false_versions = 0  # how many of its next turns it begins with moves for other versions
        self.match = ""
        self.version = -1
        self.finished = 0  # versions of the matches before this one
        self._address = address
        self._journal = journal
        self._rng = rng
        self._think = think
        self._client = Client(address, table, "")
        self._deaf: list[Client] = []
        self._heard_at = self._connected_at = 0.0
        self._ping_at = self._move_at = self._resend_at = self._sync_at = self._ask_at = NEVER
        self._seat: int | None = None
        self._held = False
        self._phase = ""
        self._turn: int | None = None
        self._legal: tuple[int, list[str]] = (-1, [])
        self._clock: dict[str, Any] | None = None
        self._pending: Pending | None = None
        self._false: set[str] = set()
        self._last_kept: Pending | None = None

    @property
    def progress(self) -> int:
        """How many steps of the table's matches it knows of; it never falls."""
        return self.finished + max(self.version, 0)

    def __str__(self) -> str:
        who = "a watcher" if self.person is None else f"seat {self._seat}"
        pending = "" if self._pending is None else ", waits for an answer"
        return (
            f"{who} of table {self.table} at version {self.version} of match {self.match} ({self._phase}, "
            f"turn {self._turn}{', held by a bot' if self._held else ''}{pending})"
        )

    async def run(self) -> None:
        """Play; come back whenever the connection is lost."""
        wait = FIRST_WAIT
        while True:
            self._client = Client(self._address, self.table, self.person.cookies if self.person else "")
            try:
                await self._client.connect()
                await self._converse()
            except Lost as lost:
                if lost.code in (4400, 4401, 4404, 4406, 4429):
                    self._journal.problem(Kind.BROKEN, f"a socket was closed with {lost.code}")
                if self._heard_at:
                    wait = FIRST_WAIT
            finally:
                if self._client not in self._deaf:
                    self._client.abort()
            self._forget()
            await asyncio.sleep(wait * self._rng.uniform(0.75, 1.25))
            wait = min(LONGEST_WAIT, wait * 2)

    def cut(self) -> None:
        """Abort the connection now."""
        self._client.abort()

    def go_deaf(self) -> None:
        """Leave the connection half open, and come back on another one."""
        self._client.go_deaf()
        self._deaf.append(self._client)

    def drop_deaf(self) -> None:
        """Abort what was left half open."""
        for client in self._deaf:
            client.abort()
        self._deaf.clear()

    # The connection

    async def _converse(self) -> None:
        client = self._client
        self._connected_at = time.monotonic()
        self._ping_at = self._connected_at + PING_EVERY
        while client not in self._deaf:
            due = min(self._ping_at, self._move_at, self._resend_at, self._sync_at, self._ask_at)
            now = time.monotonic()
            # Not longer, so that it notices that it went deaf.
            text = await client.receive(min(max(due - now, 0), 0.5))
            if text is not None:
                self._heard_at = time.monotonic()
                frame = json.loads(text)
                self._journal.heard(self._seat_in(frame), frame, text)
                self._take(frame)
            await self._act(time.monotonic())

    def _forget(self) -> None:
        """What belongs to a connection."""
        self._heard_at = self._connected_at = 0.0
        self._ping_at = self._move_at = self._resend_at = self._sync_at = self._ask_at = NEVER

    async def _act(self, now: float) -> None:
        if now - max(self._heard_at, self._connected_at) > SILENCE_ALLOWED:
            raise Lost
        if now >= self._ping_at:
            self._ping_at = now + PING_EVERY
            await self._send({"type": "ping"})
        if now >= self._sync_at:
            self._sync_at = NEVER
            await self._send({"type": "sync"})
        if now >= self._resend_at and self._pending is not None:
            self._resend_at = now + ANSWER_WITHIN
            await self._send(self._pending.frame)
        if now >= self._move_at:
            self._move_at = NEVER
            await self._move()
        if now >= self._ask_at:
            self._ask_at = now + ASK_AGAIN_AFTER
            await self._ask()

    async def _send(self, frame: Frame) -> None:
        await self._client.send(frame)

    # What comes

    def _seat_in(self, frame: Frame) -> int | None:
        """The seat that a frame is meant for: an observation says so itself, and it may differ from `you`."""
        if frame["type"] == "observation":
            seat: int | None = frame["observation"]["seat"]
            if seat not in (self._seat, None):
                self._journal.problem(Kind.SECRET, f"seat {self._seat} got an observation of seat {seat}")
            return seat
        return self._seat

    def _take(self, frame: Frame) -> None:
        match frame["type"]:
            case "hello":
                self._on_you(frame["you"])
                self._on_table(frame["table"])
            case "table":
                self._on_table(frame["table"])
            case "you":
                self._on_you(frame["you"])
            case "observation":
                self._on_observation(frame)
            case "events":
                self._on_events(frame)
            case "private":
                if frame["match"] == self.match and frame["version"] >= self.version:
                    self._legal = (frame["version"], frame["legal"])
            case "ack":
                self._on_ack(frame)
            case "refused":
                self._on_refused(frame)
            case "error":
                if frame["code"] != "server_error":
                    self._journal.problem(Kind.BROKEN, f"an error frame: {frame['code']}")
                if self._pending is not None:
                    self._resend_at = min(self._resend_at, time.monotonic() + 0.3)
        self._plan()

    def _on_you(self, you: dict[str, Any]) -> None:
        self._seat = you["seat"]
        self._held = you["held_by_bot"]

    def _on_table(self, table: dict[str, Any]) -> None:
        if table["match"] != self.match:
            self._miss()

    def _on_observation(self, frame: Frame) -> None:
        seen = frame["observation"]
        if frame["match"] != self.match:
            self.finished += max(self.version, 0)
            self.match, self.version = frame["match"], -1
        if frame["version"] < self.version:
            return
        self.version = frame["version"]
        self._phase, self._turn, self._clock = seen["phase"], seen["turn"], frame["clock"]
        self._legal = (self.version, seen["legal"])
        self._sync_at = NEVER
        if self._pending is not None:
            # Whatever became of it, the answer to its id says it.
            self._resend_at = min(self._resend_at, time.monotonic())

    def _on_events(self, frame: Frame) -> None:
        version = frame["version"]
        if frame["match"] != self.match or version > self.version + 1:
            self._miss(0)
        elif version == self.version + 1:
            self.version = version
            self._phase, self._turn, self._clock = frame["phase"], frame["turn"], frame["clock"]

    def _on_ack(self, frame: Frame) -> None:
        client_id = frame["client_id"]
        if client_id in self._false:
            self._journal.problem(Kind.BROKEN, f"a move for another version was kept as {frame['version']}")
            return
        pending = self._pending
        if pending is None or pending.client_id != client_id:
            if self._last_kept is not None and self._last_kept.client_id == client_id:
                kept = self._last_kept
                self._journal.move_acknowledged(kept.match, kept.seat, client_id, frame["version"])
            return
        self._journal.move_acknowledged(pending.match, pending.seat, client_id, frame["version"])
        self._pending, self._last_kept = None, pending
        self._resend_at = NEVER
        if frame["version"] > self.version:
            self._miss()

    def _on_refused(self, frame: Frame) -> None:
        client_id, code = frame["client_id"], frame["code"]
        if client_id in self._false:
            self._false.discard(client_id)
            if code != "stale_version":
                self._journal.problem(Kind.BROKEN, f"a move for another version was refused with {code}")
            return
        pending = self._pending
        if pending is None or pending.client_id != client_id:
            return
        self._journal.move_refused(pending.match, pending.seat, client_id, code)
        if code not in EXPECTED:
            self._journal.problem(Kind.BROKEN, f"{pending} was refused with {code}")
        self._pending = None
        self._resend_at = NEVER
        self._miss(0)

    def _miss(self, after: float = MISSING_FOR) -> None:
        """Something is there that was not seen: ask for everything, if it does not come by itself."""
        self._sync_at = min(self._sync_at, time.monotonic() + after)

    # What it does

    def _plan(self) -> None:
        """Set the times of what is to be done, from what is known now."""
        now = time.monotonic()
        ended = self._phase == ENDED and self.match != ""
        if (ended or self._held) and self._seat is not None:
            self._ask_at = min(self._ask_at, now + self._rng.uniform(0.1, 0.4))
        else:
            self._ask_at = NEVER
        mine = self._turn is not None and self._turn == self._seat and not self._held and not ended
        if not mine or self._pending is not None:
            self._move_at = NEVER
        elif self._legal[0] == self.version and self._legal[1]:
            if self._move_at == NEVER:
                self._move_at = now + self._pause()
        elif self._legal[0] < self.version:
            self._miss()

    def _pause(self) -> float:
        """How long it thinks. One whose own clock is wrong may find that it has an hour, or no time."""
        if self.clock_error and self._clock is not None and self._clock["seat"] == self._seat:
            left: float = self._clock["ends_at"] / 1000 - (time.time() + self.clock_error)
            length: float = self._clock["length_ms"] / 1000
            self.clock_error = 0.0
            return min(max(left, 0.0), length + 2)
        return self._rng.uniform(0, 2 * self._think)

    async def _move(self) -> None:
        version, legal = self._legal
        if version != self.version or self._seat is None or self._pending is not None:
            return
        if self.false_versions:
            self.false_versions -= 1
            await self._send_false_moves(version, legal)
        client_id = str(uuid.UUID(int=self._rng.getrandbits(128)))
        pending = Pending(self.match, self._seat, version, self._choose(legal), client_id)
        self._pending = pending
        self._journal.move_sent(pending.match, pending.seat, pending.client_id, pending.move)
        self._resend_at = time.monotonic() + ANSWER_WITHIN
        await self._send(pending.frame)
        if self.cut_after_send:
            self.cut_after_send = False
            self._client.abort()

    async def _send_false_moves(self, version: int, legal: list[str]) -> None:
        """Moves that answer versions long gone or yet to come; and a kept one again, with a wrong version."""
        for wrong in (version - 1, version + 1, version + 1000, 0, 2**31 - 1):
            if wrong < 0 or wrong == version:
                continue
            client_id = f"false-{self._rng.getrandbits(64):x}"
            self._false.add(client_id)
            assert self._seat is not None
            frame = Pending(self.match, self._seat, wrong, self._choose(legal), client_id).frame
            await self._send(frame)
        if self._last_kept is not None:
            await self._send({**self._last_kept.frame, "version": version})

    def _choose(self, legal: list[str]) -> str:
        """Any card; in an auction a low call, so that matches come to an end."""
        bids = [move for move in legal if move[0].isdigit()]
        if not bids:
            return self._rng.choice(legal)
        lowest = min(map(_tricks, bids))
        # The games in which each bids for themselves begin at 2, and need 11 together.
        highest = lowest if lowest >= LOWEST_OF_ONE_BIDDER else 4
        return self._rng.choice([move for move in legal if move not in bids or _tricks(move) <= highest])

    async def _ask(self) -> None:
        """Ask for the seat back from the bot that holds it, or for another match."""
        button = "return" if self._held else "rematch"
        assert self.person is not None
        with suppress(PageFault):
            await asyncio.to_thread(self.person.post, f"tables/{self.table}/{button}/")


def _tricks(bid: str) -> int:
    return int("".join(filter(str.isdigit, bid)))
