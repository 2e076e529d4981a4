"""The socket of the lobby: both lists of open tables, and what changes in them."""

import logging
from collections.abc import Mapping
from typing import Any

from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import translation

from accounts.languages import language_of_scope
from games import effects, protocol
from games.lobby_feed import lobby_feed
from games.protocol import BadFrameError, Ping, SocketCode, Sync
from games.sentences import sentence_of
from games.services.errors import place_of

log = logging.getLogger(__name__)
BAD_FRAMES_LIMIT = 5
CLOSE_FAULT = 4500
CLOSE_BAD_FRAMES = 4400


class LobbyConsumer(AsyncWebsocketConsumer):
    """One connection to the lobby. Whoever it is sees the same."""

    async def dispatch(self, message: Any) -> None:
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
        self.bad_frames = 0
        await self.accept()
        await self.channel_layer.group_add(effects.LOBBY_GROUP, self.channel_name)
        await lobby_feed().join(self.tell)

    async def disconnect(self, code: int) -> None:
        lobby_feed().leave(self.tell)
        await self.channel_layer.group_discard(effects.LOBBY_GROUP, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        try:
            if text_data is None:
                raise BadFrameError(SocketCode.BAD_FRAME)
            frame = protocol.parse_frame(text_data)
            if isinstance(frame, Ping):
                await self.tell(protocol.encode({"type": "pong"}))
            elif isinstance(frame, Sync):
                await lobby_feed().tell_everything(self.tell)
            else:
                raise BadFrameError(SocketCode.BAD_FRAME)
        except BadFrameError as error:
            self.bad_frames += 1
            with translation.override(language_of_scope(self.scope)):
                text = sentence_of(error.code, {})
            await self.tell(protocol.encode({"type": "error", "code": error.code, "text": text}))
            if self.bad_frames >= BAD_FRAMES_LIMIT:
                await self.close(CLOSE_BAD_FRAMES)

    async def lobby_changed(self, message: Mapping[str, str]) -> None:
        """Something changed at an open table."""
        lobby_feed().changed()

    async def tell(self, text: str) -> None:
        """Sends a frame that is built."""
        await self.send(text_data=text)
