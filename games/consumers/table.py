"""The socket of a table.

What all may see comes through the table's group; what one person in one seat may see, through the seat's. A
connection joins its seat's group when its person sits down and leaves it when they stand up.
"""

import json
import logging
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils import timezone

from games import protocol
from games.bus import PROCESS_ID
from games.database import in_database
from games.frames import ObservationFrame, TablePayload, YouPayload
from games.messages import Kind, Message, seat_group, table_group
from games.protocol import ClientFrame, SocketCode, SubmitMove
from games.selectors import tables as reads
from games.services import presence
from games.services.errors import MoveCode, TableCode, place_of
from games.services.play import Answer, Submission, person
from games.services.presence import Held

from .connection import CLOSE_FAULT, CLOSE_NOT_FOUND, SocketConsumer

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Arrival:
    """What a new connection finds: the table, the observation, and whether its person was away until now."""

    table: TablePayload
    observation: ObservationFrame | None
    was_away: bool


def _arrive(held: Held, user_id: str | None) -> Arrival | None:
    """Writes a connection down and reads what it shows first; None where there is no such table."""
    was_away = presence.opened(PROCESS_ID, held)
    found = reads.table_and_observation(held.table_id, user_id)
    return None if was_away is None or found is None else Arrival(*found, was_away)


class TableConsumer(SocketConsumer):
    """One connection to one table."""

    you: YouPayload | None = None
    greeted = False

    # The handshake and the goodbye

    async def opened(self) -> None:
        """Sends hello, with the table and one's own place at it, and the whole observation."""
        self.table_id: str = self.scope["url_route"]["kwargs"]["table_id"]
        self.held = Held(secrets.token_hex(16), self.table_id, self.user_pk)
        self._early: list[Message] = []
        self._seat_groups: set[str] = set()
        self.hold()
        # Joined before the table is read, so that nothing can fall between the two: of the seats all four, of
        # which this person can have only one.
        self.hub.join(table_group(self.table_id), self)
        self._join_seats(range(4))
        self.hub.opened(self.held)
        arrival = await in_database(_arrive, self.held, self.user_id)
        if not self.is_open:
            return  # the login ended meanwhile
        if arrival is None:
            await self.refuse(TableCode.TABLE_NOT_FOUND, CLOSE_NOT_FOUND)
            return
        if arrival.was_away:
            self.hub.came_back(self.table_id)
        table = arrival.table
        you = self._take_seat_of(table)
        if you["seat"] is not None:
            table["seats"][you["seat"]]["online"] = True
        await self.send_frame(
            {
                "type": "hello",
                "protocol": protocol.PROTOCOL,
                "table": table,
                "you": you,
                "now": reads.milliseconds(timezone.now()),
            }
        )
        await self._pass_observation(arrival.observation)
        self.greeted = True
        # Of several the last says everything; those before it may be older than what was just read.
        for message in self._early[-1:]:
            if json.loads(message.text)["table"] != table:
                await self.hear(message)
        await self.let_go()

    def ended(self) -> None:
        """Leaves all groups."""
        self.hub.leave(table_group(self.table_id), self)
        self._join_seats(())
        self.hub.closed(self.held)

    # Messages of the groups

    async def hear(self, message: Message) -> None:
        """Passes a frame on; who has another place at the table than before is told what that means."""
        if message.kind is not Kind.TABLE:
            await super().hear(message)
            return
        if not self.greeted:
            # The first frame has the table as it is read after this.
            self._early.append(message)
            return
        await self.pass_on(message.text)
        before = self.you
        you = self._take_seat_of(json.loads(message.text)["table"])
        if you != before:
            await self.pass_on(protocol.encode({"type": "you", "you": you}))
            self._start_telling(with_table=False)

    async def hear_that_something_was_missed(self) -> None:
        """Sends the table, one's place and the observation anew."""
        await super().hear_that_something_was_missed()
        self._start_telling(with_table=True)

    def _start_telling(self, with_table: bool) -> None:
        """Reads and sends what is so now, without holding up the others who hear."""
        self.hold()
        self.hub.loop.create_task(self._tell(with_table))

    async def _tell(self, with_table: bool) -> None:
        try:
            if with_table:
                await self._send_table()
            await self._send_observation()
            await self.let_go()
        except Exception as error:
            log.error("a connection broke: %s", place_of(error))
            await self.close(CLOSE_FAULT)

    # Frames of the client

    async def take(self, frame: ClientFrame) -> None:
        """Makes a move, or tells everything."""
        if isinstance(frame, SubmitMove):
            await self._move(frame)
            return
        self.hold()
        try:
            await self._send_table()
            await self._send_observation()
        finally:
            # Also where the database was away: else this connection would hear of nothing any more.
            await self.let_go()

    async def login_ended(self, frame: ClientFrame | None) -> None:
        """Says so, of the move that it was noticed at, too."""
        if isinstance(frame, SubmitMove):
            await self._refuse_move(frame.client_id, SocketCode.LOGIN_EXPIRED, {}, None)
        await super().login_ended(frame)

    async def _move(self, frame: SubmitMove) -> None:
        seat = None if self.you is None else self.you["seat"]
        if seat is None or self.user_pk is None:
            answer = Answer(None, MoveCode.NOT_YOUR_SEAT)
        else:
            by = person(self.user_pk)
            answer = await self.hub.moves.submit(
                Submission(frame.match, seat, frame.move, frame.version, by, frame.client_id)
            )
        if answer.code is None and answer.version is not None:
            await self.send_frame({"type": "ack", "client_id": frame.client_id, "version": answer.version})
        else:
            await self._refuse_move(frame.client_id, str(answer.code), answer.params, answer.version)

    # What a connection knows of its own person

    def _take_seat_of(self, table: TablePayload) -> YouPayload:
        """Joins the group of the seat that the person has now, leaves the one they had, and gives what the
        table is to them."""
        you = self.you = protocol.you_payload(table, self.user_id)
        self._join_seats(() if you["seat"] is None else (you["seat"],))
        return you

    def _join_seats(self, positions: Iterable[int]) -> None:
        """Hears what this person may know in these seats, and of no other."""
        groups = set()
        if self.user_id is not None and self.is_open:
            groups = {seat_group(self.table_id, position, self.user_id) for position in positions}
        for group in groups - self._seat_groups:
            self.hub.join(group, self)
        for group in self._seat_groups - groups:
            self.hub.leave(group, self)
        self._seat_groups = groups

    # Frames to the client

    async def _read_table(self) -> TablePayload:
        table = await in_database(reads.table_payload, self.table_id)
        if table is None:
            raise RuntimeError("a table that was there is gone")
        return table

    async def _send_table(self) -> None:
        table = await self._read_table()
        you = self._take_seat_of(table)
        await self.send_frame({"type": "table", "table": table})
        await self.send_frame({"type": "you", "you": you})

    async def _send_observation(self) -> None:
        await self._pass_observation(await in_database(reads.observation_frame, self.table_id, self.user_id))

    async def _pass_observation(self, frame: ObservationFrame | None) -> None:
        if frame is not None:
            self.hub.told(frame["match"], frame["version"])
            await self.send_frame(frame)

    async def _refuse_move(
        self, client_id: str, code: str, params: Mapping[str, str | int | None], version: int | None
    ) -> None:
        await self.send_frame(
            {
                "type": "refused",
                "client_id": client_id,
                "code": code,
                "params": dict(params),
                "text": self.sentence(code, params),
                "version": version,
            }
        )
