"""A client of the site's tables, written from its page for developers and nothing else.

`TableClient` keeps a connection to a table and what is known of its match (`picture.py`), and moves where
somebody chooses for it. Seats and sessions are a matter of HTTP (`person.py`).
"""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import time
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.typing import Origin

from tests.load.person import Person, Refused, Unreachable
from tests.load.picture import Frame, Picture

LOOK_EVERY = 0.25  # seconds, as all below
FIRST_WAIT, LONGEST_WAIT = 0.5, 10.0
NO_LEGAL, NO_ANSWER, AFTER_FAULT, NO_EVENT, AFTER_CLOCK = 1.5, 5.0, 1.0, 20.0, 4.0
PING_EVERY, DEAD_AFTER, SYNC_EVERY, SYNC_LOST = 20.0, 45.0, 1.0, 5.0
AFTER_FLOOD = 30.0
FINAL_CODES = {1009, 4400, 4404, 4406}  # connecting again would end in the same way
LOGIN_ENDED, TOO_MANY = 4401, 4429

Choose = Callable[[Frame], str]


class _Pending(NamedTuple):
    """A move without an answer, and when it is to be sent once more."""

    frame: Frame
    again_at: float
    sent_at: float


class TableClient:
    """One screen of a person at a table, connected again whenever the connection is lost."""

    look_every = LOOK_EVERY

    def __init__(
        self,
        person: Person,
        table: str,
        choose: Choose | None = None,
        heard: Callable[[str], None] = lambda _text: None,
    ) -> None:
        """Take who picks the moves, given an observation with legal ones, and who hears every frame."""
        self.person = person
        self.url = f"ws{person.site.removeprefix('http')}/ws/tables/{table}/?protocol=1"
        self.table: Frame = {}
        self.you: Frame = {}
        self.picture = Picture()
        self.counts: Counter[str] = Counter()
        self.answered_in: list[float] = []  # seconds from a move to its ack
        self.changed = asyncio.Event()
        self.socket: ClientConnection | None = None
        self._table_id = table
        self._choose = choose
        self._heard = heard
        self._pending: _Pending | None = None
        self._returning: asyncio.Task[None] | None = None
        self._failed_login = ""
        self._ready = self._sync_wanted = False

    @property
    def over(self) -> bool:
        """True where the table's match is known to have ended."""
        return bool(self.table) and self.picture.match == self.table["match"] and self.picture.over

    @property
    def may_move(self) -> bool:
        """True where it is for this person to move, and the legal moves are known."""
        return self.picture.may_move and not self.you["held_by_bot"]

    async def until(self, condition: Callable[[TableClient], bool]) -> None:
        """Wait for something about this client to be so after a frame."""
        while not condition(self):
            self.changed.clear()
            await self.changed.wait()

    def ask(self) -> None:
        """Ask for the whole as soon as that is due."""
        self._sync_wanted = True

    async def run(self) -> int:
        """Be connected until that makes no sense any more; give the close code. Cancel it to leave."""
        wait, flooded = FIRST_WAIT, False
        while True:
            heard = self.counts["frames"]
            session = self.person.cookie("sessionid")
            code = await self._connect(session)
            again = self.person.cookie("sessionid") != session and self._failed_login != session
            if code in FINAL_CODES or (code == TOO_MANY and flooded) or (code == LOGIN_ENDED and not again):
                return code
            flooded = code == TOO_MANY
            self._failed_login = session if code == LOGIN_ENDED else ""
            wait = FIRST_WAIT if self.counts["frames"] > heard else wait
            await asyncio.sleep((AFTER_FLOOD if flooded else wait) * random.uniform(0.75, 1.25))
            wait = min(2 * wait, LONGEST_WAIT)

    async def _connect(self, session: str) -> int:
        """Open a connection and live with it; give the code with which it closed."""
        options: dict[str, Any] = {"compression": None, "ping_interval": None, "proxy": None}
        if session:
            options["additional_headers"] = {"Cookie": f"sessionid={session}"}
        socket: ClientConnection | None = None
        try:
            socket = self.socket = await connect(self.url, origin=Origin(self.person.site), **options)
            await self._live(socket)
        except InvalidStatus as error:
            if error.response.status_code < 500:
                raise
        except ConnectionClosed as error:
            self.counts[f"closed {error.rcvd.code if error.rcvd else 1006}"] += 1
            return error.rcvd.code if error.rcvd else 1006
        except (OSError, TimeoutError, InvalidHandshake):
            pass
        finally:
            self.socket = None
            if socket is not None:
                await self._leave(socket)
        return 1006

    async def _leave(self, socket: ClientConnection) -> None:
        """Close a connection that is of no more use."""
        await socket.close()

    async def _live(self, socket: ClientConnection) -> None:
        """Read and answer until nothing comes, or `socket` was put aside. Raises ConnectionClosed."""
        now = time.monotonic()
        self._ready = self._sync_wanted = False
        self._asked_at: float | None = now  # hello and observation come as if they had been asked for
        self._synced_at = self._pinged_at = self._came_at = self._moved_at = now
        self.picture.forget_aside()
        while self.socket is socket and time.monotonic() < self._came_at + DEAD_AFTER:
            try:
                # Not wait_for: in Python 3.11 it swallows a cancellation that comes together with a frame.
                async with asyncio.timeout(self.look_every):
                    text = await socket.recv()
            except TimeoutError:
                pass
            else:
                assert isinstance(text, str)
                self._heard(text)
                self._take(json.loads(text))
            await self._do_what_is_due(socket, time.monotonic())

    def _take(self, frame: Frame) -> None:
        kind = frame["type"]
        self.counts["frames"] += 1
        self._came_at = time.monotonic()
        if kind in ("hello", "table"):
            self.table = frame["table"]
        if kind in ("hello", "you"):
            self.you = frame["you"]
            if self.table["match"] is None:
                self._whole()
        if kind in ("events", "private", "observation"):
            self._moved_at = self._came_at
            self._sync_wanted |= self.picture.take(frame)
            if kind == "observation":
                self._whole()
        if kind in ("ack", "refused") and self._pending:
            self._answered(frame)
        if kind == "error":
            self.counts[f"error {frame['code']}"] += 1
            if frame["code"] == "server_error" and self._pending:
                self._pending = self._pending._replace(again_at=self._came_at + AFTER_FAULT)
        self.changed.set()

    def _whole(self) -> None:
        """All that belongs to a hello or a sync has come. A move from before is sent once more."""
        self._asked_at = None
        if self._pending and not self._ready:
            same = self._pending.frame["match"] == self.picture.match
            self._pending = self._pending._replace(again_at=0.0) if same else None
        self._ready = True

    def _answered(self, frame: Frame) -> None:
        assert self._pending is not None
        if frame["client_id"] != self._pending.frame["client_id"]:
            return
        if frame["type"] == "ack":
            self.answered_in.append(time.monotonic() - self._pending.sent_at)
        self._pending = None
        if frame["type"] == "refused":
            self.counts[f"refused {frame['code']}"] += 1
            self._sync_wanted = True

    async def _do_what_is_due(self, socket: ClientConnection, now: float) -> None:
        if now > self._pinged_at + PING_EVERY:
            self._pinged_at = now
            await self._send(socket, {"type": "ping"})
        if not self._ready:
            return
        if self.you["held_by_bot"] and self.table["status"] == "playing":
            self._take_seat_back()
        if self._pending and now > self._pending.again_at:
            self.counts["sent again"] += 1
            self._pending = self._pending._replace(again_at=now + NO_ANSWER)
            await self._send(socket, self._pending.frame)
        if self._pending is None and self._choose and self.may_move and self._has_thought(now):
            await self._move(socket, self._choose(self.picture.known), now)
        if self._something_is_missing(now):
            self._asked_at, self._sync_wanted = now, False
            self._synced_at = self._moved_at = now
            await self._send(socket, {"type": "sync"})

    def _has_thought(self, now: float) -> bool:
        """Say whether the next move is to go out: it does at once."""
        return True

    def _something_is_missing(self, now: float) -> bool:
        if now < self._synced_at + SYNC_EVERY or (self._asked_at and now < self._asked_at + SYNC_LOST):
            return False
        quiet = now - self._moved_at
        playing = self.table["status"] == "playing" and not self.picture.over
        no_legal = self.picture.lacks_legal and self._pending is None and quiet > NO_LEGAL
        late = self.picture.clock_left() < -AFTER_CLOCK
        return self._sync_wanted or (playing and (no_legal or late or quiet > NO_EVENT))

    async def _move(self, socket: ClientConnection, move: str, now: float) -> None:
        place = {"match": self.picture.match, "version": self.picture.version}
        frame = {"type": "move", **place, "move": move, "client_id": secrets.token_hex(16)}
        self._pending = _Pending(frame, now + NO_ANSWER, now)
        await self._send(socket, frame)

    async def _send(self, socket: ClientConnection, frame: Frame) -> None:
        self.counts[f"sent {frame['type']}"] += 1
        await socket.send(json.dumps(frame))

    def _take_seat_back(self) -> None:
        """Ask for the seat, once at a time."""
        if self._returning is None or self._returning.done():
            self._returning = asyncio.create_task(self._ask_for_seat())

    async def _ask_for_seat(self) -> None:
        self.counts["returns"] += 1
        try:
            await self.person.act(self._table_id, "return")
        except (Refused, Unreachable):
            self._sync_wanted = True  # it was not held any more, or the match is over
        await asyncio.sleep(SYNC_EVERY)
