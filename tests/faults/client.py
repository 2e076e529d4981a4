"""One connection to a table's socket: frames in, frames out, and the ways in which a connection can fail."""

import asyncio
import json
import socket
import struct
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

Frame = dict[str, Any]
OPENS_WITHIN = 10.0  # seconds
TELLS_WITHIN = 0.5


class Lost(Exception):
    """The connection is gone, or could not be made; ``code`` is the one it was closed with, if any."""

    def __init__(self, code: int | None = None) -> None:
        super().__init__(code)
        self.code = code


class Client:
    """A socket of one person (by their cookies) at one table. Use it for one connection."""

    def __init__(self, address: str, table: str, cookies: str) -> None:
        where = urlsplit(address)
        self._url = f"ws://{where.netloc}/ws/tables/{table}/"
        self._origin = f"http://{where.netloc}"
        self._cookies = cookies
        self._socket: ClientConnection | None = None

    async def connect(self) -> None:
        """Open it. Raises Lost."""
        headers = {"Cookie": self._cookies} if self._cookies else {}
        try:
            self._socket = await connect(
                self._url,
                origin=self._origin,  # type: ignore[arg-type]
                additional_headers=headers,
                open_timeout=OPENS_WITHIN,
                close_timeout=0.1,
                ping_interval=None,
                compression=None,
                proxy=None,
                max_size=None,
            )
        except (OSError, WebSocketException, EOFError):
            raise Lost from None

    async def receive(self, within: float) -> str | None:
        """The text of the next frame, None where none came in time. Raises Lost."""
        assert self._socket is not None
        try:
            async with asyncio.timeout(within):
                return str(await self._socket.recv())
        except TimeoutError:
            return None
        except ConnectionClosed as error:
            raise Lost(error.rcvd.code if error.rcvd else None) from None

    async def send(self, frame: Frame) -> None:
        """Send a frame. Raises Lost."""
        assert self._socket is not None
        try:
            await self._socket.send(json.dumps(frame))
        except ConnectionClosed:
            raise Lost from None

    def abort(self) -> None:
        """Cut the connection without a word: the other end gets a reset, or nothing at all."""
        if self._socket is None:
            return
        raw = self._socket.transport.get_extra_info("socket")
        if raw is not None and raw.fileno() >= 0:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._socket.transport.abort()

    def go_deaf(self) -> None:
        """Stop reading and answering, pings too, and keep the connection: it is half open."""
        if self._socket is not None and not self._socket.transport.is_closing():
            self._socket.transport.pause_reading()

    async def was_dropped(self) -> bool:
        """Read again, and say whether the other end had closed the connection while nothing was read."""
        assert self._socket is not None
        if self._socket.transport.is_closing():
            return True
        self._socket.transport.resume_reading()
        try:
            while await self.receive(TELLS_WITHIN) is not None:
                pass
        except Lost:
            return True
        return False
