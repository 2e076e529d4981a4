"""The socket of a table: reads frames, calls a selector or the one door for moves, and sends what comes back.

What all may see comes through the table's group; what one person in one seat may see, through the seat's. A
connection joins its seat's group when its person sits down and leaves it when they stand up.
"""

import json
import logging
import time
from collections.abc import Mapping
from typing import Any

from channels.auth import get_user
from channels.db import database_sync_to_async
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import timezone, translation

from accounts.languages import language_of_scope
from games import effects, protocol
from games.frames import ServerFrame, TablePayload, YouPayload
from games.protocol import BadFrameError, Ping, SocketCode, SubmitMove, Sync
from games.selectors import tables as reads
from games.sentences import sentence_of
from games.services.errors import MoveCode, place_of
from games.services.play import Answer, person, submit_move

log = logging.getLogger(__name__)

# Frames that cannot be read are answered this often; then the connection is closed.
BAD_FRAMES_LIMIT = 5
# Whether the login still stands is asked again when a frame comes this long after the last time; pings, which
# every open page sends all the time, ask less often.
LOGIN_CHECK_SECONDS = 5.0
LOGIN_CHECK_SECONDS_OF_PINGS = 60.0

CLOSE_FAULT = 4500  # not 1011, which means this: Daphne sends no codes of the standard but 1000
CLOSE_BAD_FRAMES = 4400
CLOSE_LOGIN_EXPIRED = 4401
CLOSE_NO_TABLE = 4404


class TableConsumer(AsyncWebsocketConsumer):
    """One connection of one visitor, guest or member to one table."""

    login_check_seconds = LOGIN_CHECK_SECONDS
    login_check_seconds_of_pings = LOGIN_CHECK_SECONDS_OF_PINGS

    async def dispatch(self, message: Any) -> None:
        """Does what a message asks for. Where that fails the page is to come back and ask for everything; the
        log says where, never what: a message of an error may name a card."""
        try:
            await super().dispatch(message)
        except StopConsumer:
            raise
        except Exception as error:
            log.error("a connection broke: %s", place_of(error))
            if message["type"] == "websocket.disconnect":
                raise StopConsumer from None
            await self.close(CLOSE_FAULT)

    async def connect(self) -> None:
        self.table_id: str = self.scope["url_route"]["kwargs"]["table_id"]
        user = self.scope["user"]
        self.user_pk: int | None = user.pk if user.is_authenticated else None
        self.user_id: str | None = user.public_id if user.is_authenticated else None
        self.language = language_of_scope(self.scope)
        self.seat_group: str | None = None
        self.you: YouPayload | None = None
        self.bad_frames = 0
        self.login_checked = time.monotonic()
        await self.accept()
        # Joined before the table is read, so that nothing can fall between the two.
        await self.channel_layer.group_add(effects.table_group(self.table_id), self.channel_name)
        table = await database_sync_to_async(reads.table_payload)(self.table_id)
        if table is None:
            await self._error("table_not_found")
            await self.close(CLOSE_NO_TABLE)
            return
        you = await self._take_seat_of(table)
        await self._send(
            {
                "type": "hello",
                "protocol": protocol.PROTOCOL,
                "table": table,
                "you": you,
                "now": reads.milliseconds(timezone.now()),
            }
        )
        await self._send_observation()

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(effects.table_group(self.table_id), self.channel_name)
        if self.seat_group is not None:
            await self.channel_layer.group_discard(self.seat_group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self.you is None:
            return
        try:
            if text_data is None:
                raise BadFrameError(SocketCode.BAD_FRAME)
            await self._take(protocol.parse_frame(text_data))
        except BadFrameError as error:
            self.bad_frames += 1
            await self._error(error.code)
            if self.bad_frames >= BAD_FRAMES_LIMIT:
                await self.close(CLOSE_BAD_FRAMES)
        except Exception as error:
            log.error("a frame could not be answered: %s", place_of(error))
            await self._error(SocketCode.SERVER_ERROR)

    # Messages of the groups

    async def frame(self, message: Mapping[str, str]) -> None:
        """Passes on a frame that was built for everyone in the group."""
        await self.send(text_data=message["text"])

    async def table_frame(self, message: Mapping[str, str]) -> None:
        """Passes on who sits where; a person whose own place changed is told what that means to them."""
        await self.send(text_data=message["text"])
        table: TablePayload = json.loads(message["text"])["table"]
        before = self.you
        you = await self._take_seat_of(table)
        if you != before:
            await self._send({"type": "you", "you": you})
            await self._send_observation()

    # Frames of the client

    async def _take(self, frame: protocol.ClientFrame) -> None:
        good_for = self.login_check_seconds
        if isinstance(frame, Ping):
            good_for = self.login_check_seconds_of_pings
        if not await self._login_stands(good_for):
            if isinstance(frame, SubmitMove):
                await self._refuse(frame.client_id, SocketCode.LOGIN_EXPIRED, {}, None)
            await self._error(SocketCode.LOGIN_EXPIRED)
            await self.close(CLOSE_LOGIN_EXPIRED)
        elif isinstance(frame, Ping):
            await self._send({"type": "pong"})
        elif isinstance(frame, Sync):
            await self._tell_everything()
        else:
            await self._move(frame)

    async def _tell_everything(self) -> None:
        table = await database_sync_to_async(reads.table_payload)(self.table_id)
        if table is not None:
            you = await self._take_seat_of(table)
            await self._send({"type": "table", "table": table})
            await self._send({"type": "you", "you": you})
        await self._send_observation()

    async def _move(self, frame: SubmitMove) -> None:
        seat = None if self.you is None else self.you["seat"]
        if seat is None or self.user_pk is None:
            answer = Answer(None, MoveCode.NOT_YOUR_SEAT)
        else:
            answer = await database_sync_to_async(submit_move)(
                frame.match, seat, frame.move, frame.version, person(self.user_pk), frame.client_id
            )
        if answer.code is None and answer.version is not None:
            await self._send({"type": "ack", "client_id": frame.client_id, "version": answer.version})
        else:
            await self._refuse(frame.client_id, str(answer.code), answer.params, answer.version)

    # What a connection knows of its own person

    async def _take_seat_of(self, table: TablePayload) -> YouPayload:
        """Joins the group of the seat that the person has now, and leaves the one they had."""
        you = protocol.you_payload(table, self.user_id)
        seat = you["seat"]
        group = None
        if seat is not None and self.user_id is not None:
            group = effects.seat_group(self.table_id, seat, self.user_id)
        if group != self.seat_group:
            if self.seat_group is not None:
                await self.channel_layer.group_discard(self.seat_group, self.channel_name)
            if group is not None:
                await self.channel_layer.group_add(group, self.channel_name)
            self.seat_group = group
        self.you = you
        return you

    async def _login_stands(self, good_for: float) -> bool:
        """Says whether the person is still logged in; an answer is good for so many seconds."""
        if self.user_pk is None or time.monotonic() - self.login_checked < good_for:
            return True
        session = self.scope["session"]
        # A session as it is stored now, not as it was when the connection was made.
        fresh = type(session._wrapped)(session.session_key)
        user = await get_user({"session": fresh})
        self.login_checked = time.monotonic()
        return bool(user.pk == self.user_pk)

    # Frames to the client

    async def _send_observation(self) -> None:
        frame = await database_sync_to_async(reads.observation_frame)(self.table_id, self.user_id)
        if frame is not None:
            await self._send(frame)

    async def _refuse(
        self, client_id: str, code: str, params: Mapping[str, str | int | None], version: int | None
    ) -> None:
        await self._send(
            {
                "type": "refused",
                "client_id": client_id,
                "code": code,
                "params": dict(params),
                "text": self._sentence(code, params),
                "version": version,
            }
        )

    async def _error(self, code: str) -> None:
        await self._send({"type": "error", "code": code, "text": self._sentence(code, {})})

    def _sentence(self, code: str, params: Mapping[str, str | int | None]) -> str:
        with translation.override(self.language):
            return sentence_of(code, params)

    async def _send(self, frame: ServerFrame) -> None:
        await self.send(text_data=protocol.encode(frame))
