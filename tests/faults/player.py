"""A player at a table, or a watcher: the small client of the load's tests, with faults of its own.

What it is told goes into the journal. It may lose its connection, leave it half open, go by a clock that is
wrong, or answer versions that are over; in all else it does what the page for developers asks of a client.
"""

import asyncio
import json
import time
from random import Random
from typing import NamedTuple

from websockets.asyncio.client import ClientConnection

from tests.faults.connections import cut, leave_half_open, was_dropped
from tests.faults.journal import Journal, Kind
from tests.load.client import NO_EVENT, TableClient
from tests.load.person import Person, Refused, Unreachable
from tests.load.picture import Frame

PATIENCE = 5.0  # seconds for an answer over HTTP
NOTICED_WITHIN = 15.0  # the site must have seen by then that a connection answers nothing
PRESS_EVERY = 1.0
LOWEST_OF_ONE_BIDDER = 5
# What may be said of a move by no fault of the player.
EXPECTED = {"stale_version", "seat_held_by_bot"}
NOT_CLOSED_SO = {1009, 4400, 4401, 4404, 4406, 4429}


class Sent(NamedTuple):
    """A move that went out, in the frame that it went out in."""

    seat: int
    frame: Frame


class Player(TableClient):
    """One person at one table, or a visitor who watches. `run` goes on until it is cancelled."""

    look_every = 0.05

    def __init__(
        self, person: Person, table: str, journal: Journal, rng: Random, think: float, watches: bool = False
    ) -> None:
        """Take the table's id and how long a move takes on average, in seconds."""
        super().__init__(person, table, None if watches else self._pick, self._note)
        self.watches = watches
        self.cut_after_send = False
        self.clock_error = 0.0  # seconds by which its own clock is ahead
        self.false_versions = False  # whether it begins its next turn with moves for other versions
        self._went_by_clock = False
        self._journal = journal
        self._rng = rng
        self._think = think
        self._thinks_about: tuple[str | None, int] | None = None
        self._moves_at = 0.0
        self._press: asyncio.Task[None] | None = None
        self._deaf: dict[ClientConnection, float] = {}
        self._finished = 0  # versions of the matches before this one
        self._asked_in_silence: tuple[str | None, int] | None = None
        self._sent: Sent | None = None
        self._last_kept: Sent | None = None
        self._false: set[str] = set()

    def __str__(self) -> str:
        known = self.picture.known
        who = "a watcher" if self.watches else f"seat {self.seat}"
        where = f"table {self._table_id}, version {self.picture.version} of match {self.picture.match}"
        more = ", held by a bot" * bool(self.you.get("held_by_bot"))
        more += ", waits for an answer" * (self._pending is not None)
        return f"{who} of {where}, {known.get('phase')}, turn {known.get('turn')}{more}"

    @property
    def seat(self) -> int | None:
        """Where it sits."""
        return self.you.get("seat")

    @property
    def progress(self) -> int:
        """How many steps of the table's matches are known; it never falls."""
        return self._finished + self.picture.version

    @property
    def misled(self) -> bool:
        """True where its own clock is wrong, and it goes by it: there is a limit to its turns."""
        return self.clock_error != 0 and self.table["turn_seconds"] is not None

    def cut(self) -> None:
        """Cut the connection now."""
        if self.socket is not None:
            cut(self.socket)

    def go_deaf(self) -> None:
        """Leave the connection half open, and come back on another one."""
        if self.socket is not None:
            leave_half_open(self.socket)
            self._deaf[self.socket] = time.monotonic()
            self.socket = None

    async def check_deaf(self) -> bool:
        """End what was left half open for long; say whether more of it is left."""
        for connection, since in list(self._deaf.items()):
            if time.monotonic() - since > NOTICED_WITHIN:
                if not await was_dropped(connection):
                    self._journal.problem(Kind.BROKEN, f"the site holds a half-open connection of {self}")
                cut(connection)
                del self._deaf[connection]
        return bool(self._deaf)

    # The connection

    async def _connect(self, session: str) -> int:
        code = await super()._connect(session)
        if code in NOT_CLOSED_SO:
            self._journal.problem(Kind.BROKEN, f"the socket of {self} was closed with {code}")
        return code

    async def _leave(self, socket: ClientConnection) -> None:
        if socket not in self._deaf:
            cut(socket)

    # What comes

    def _note(self, text: str) -> None:
        frame = json.loads(text)
        seat = self.seat
        if frame["type"] == "observation":
            seat = frame["observation"]["seat"]
            if seat not in (self.seat, None):
                self._journal.problem(Kind.SECRET, f"{self} got an observation of seat {seat}")
        self._journal.heard(seat, frame, text)

    def _take(self, frame: Frame) -> None:
        match frame["type"]:
            case "ack":
                self._note_ack(frame["client_id"], frame["version"])
            case "refused":
                self._note_refusal(frame["client_id"], frame["code"])
            case "error" if frame["code"] != "server_error":
                self._journal.problem(Kind.BROKEN, f"{self} got an error frame: {frame['code']}")
        match, version = self.picture.match, self.picture.version
        super()._take(frame)
        if self.picture.match != match:
            self._finished += version
        if frame["type"] == "observation":
            self._note_what_was_missed()
        if self._went_by_clock and not (self.may_move and self._pending is None):
            self._went_by_clock, self.clock_error = False, 0.0

    def _note_what_was_missed(self) -> None:
        asked, self._asked_in_silence = self._asked_in_silence, None
        if asked is not None and asked != (self.picture.match, self.picture.version):
            self._journal.missed_in_silence += 1

    def _note_ack(self, client_id: str, version: int) -> None:
        if client_id in self._false:
            self._journal.problem(Kind.BROKEN, f"{self}: a move for another version was kept as {version}")
        for sent in (self._sent, self._last_kept):
            if sent is not None and sent.frame["client_id"] == client_id:
                self._journal.move_acknowledged(sent.frame["match"], sent.seat, client_id, version)
                self._last_kept = sent
                return

    def _note_refusal(self, client_id: str, code: str) -> None:
        if client_id in self._false:
            self._false.discard(client_id)
        elif self._sent is not None and self._sent.frame["client_id"] == client_id:
            self._journal.move_refused(self._sent.frame["match"], self._sent.seat, client_id, code)
        else:
            return
        if code not in EXPECTED:
            self._journal.problem(Kind.BROKEN, f"{self}: a move was refused with {code}")

    def _something_is_missing(self, now: float) -> bool:
        wanted = self._sync_wanted
        missing = super()._something_is_missing(now)
        if missing and not wanted and now - self._moved_at > NO_EVENT:
            self._asked_in_silence = self.picture.match, self.picture.version
        return missing

    # What it does

    async def _do_what_is_due(self, socket: ClientConnection, now: float) -> None:
        await super()._do_what_is_due(socket, now)
        if self.over and not self.watches and (self._press is None or self._press.done()):
            self._press = asyncio.create_task(self._ask_for_another_match())

    async def _ask_for_another_match(self) -> None:
        try:
            await self.person.act(self._table_id, "rematch")
        except (Refused, Unreachable):
            pass  # another was quicker, or it is tried again
        await asyncio.sleep(PRESS_EVERY)

    def _has_thought(self, now: float) -> bool:
        place = self.picture.match, self.picture.version
        if self._thinks_about != place:
            self._thinks_about, self._moves_at = place, now + self._pause()
        return now >= self._moves_at

    def _pause(self) -> float:
        """How long it thinks. One whose own clock is wrong may find that it has an hour, or no time."""
        clock = self.picture.clock
        if self.clock_error and clock is not None and clock["seat"] == self.seat:
            left: float = clock["ends_at"] / 1000 - (time.time() + self.clock_error)
            length: float = clock["length_ms"] / 1000
            self._went_by_clock = True
            return min(max(left, 0.0), length + 2)
        return self._rng.uniform(0, 2 * self._think)

    async def _move(self, socket: ClientConnection, move: str, now: float) -> None:
        if self.false_versions:
            self.false_versions = False
            await self._send_false_moves(socket, move)
        await super()._move(socket, move, now)

    async def _send(self, socket: ClientConnection, frame: Frame) -> None:
        answers_turn = self._pending is not None and frame is self._pending.frame
        if answers_turn:
            assert self.seat is not None
            self._sent = Sent(self.seat, frame)
            self._journal.move_sent(frame["match"], self.seat, frame["client_id"], frame["move"])
        await super()._send(socket, frame)
        if answers_turn and self.cut_after_send:
            self.cut_after_send = False
            cut(socket)

    async def _send_false_moves(self, socket: ClientConnection, move: str) -> None:
        """Moves that answer versions long gone or yet to come; and a kept one again, with a wrong version."""
        match, version = self.picture.match, self.picture.version
        for wrong in {0, version - 1, version + 1, version + 1000, 2**31 - 1} - {version}:
            client_id = f"false-{self._rng.getrandbits(64):x}"
            self._false.add(client_id)
            frame = {"type": "move", "match": match, "version": wrong, "move": move, "client_id": client_id}
            await self._send(socket, frame)
        if self._last_kept is not None and self._last_kept.frame["match"] == match:
            await self._send(socket, {**self._last_kept.frame, "version": version})

    def _pick(self, known: Frame) -> str:
        """Any card; in an auction a low call, so that matches come to an end."""
        legal: list[str] = known["legal"]
        bids = [move for move in legal if move[0].isdigit()]
        if not bids:
            return self._rng.choice(legal)
        lowest = min(map(_tricks, bids))
        # The games in which each bids for themselves begin at 2, and need 11 together.
        highest = lowest if lowest >= LOWEST_OF_ONE_BIDDER else 4
        return self._rng.choice([move for move in legal if move not in bids or _tricks(move) <= highest])


def _tricks(bid: str) -> int:
    return int("".join(filter(str.isdigit, bid)))
