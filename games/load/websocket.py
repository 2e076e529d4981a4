"""The client's side of a WebSocket, as little of it as a load needs.

The load shares its machine with the site, so every microsecond here is taken from what is measured. A
protocol of asyncio that calls back, without a task or a queue for each connection, took 11 microseconds of
CPU a frame over uvloop; aiohttp took 22 there, and the websockets package 71 over asyncio's own loop (400
connections, 6,000 frames of 200 bytes a second).
"""

from __future__ import annotations

import asyncio
import base64
import secrets
from collections.abc import Callable, Mapping
from time import monotonic
from typing import cast

from games.load.plan import Address

_TEXT, _CLOSE, _PING, _PONG = 0x81, 0x88, 0x89, 0x8A
# A client must mask what it sends, so that no page can make a proxy take it for something else; there is no
# page here, and a mask of zeros leaves the payload as it is. The server unmasks it all the same.
_MASK = b"\0\0\0\0"
_PATIENCE = 60.0  # seconds
_NO_STATUS = 1005
_LOST = 1006
OPENED = b"HTTP/1.1 101"


class NotOpenedError(ConnectionError):
    """The server did not open a socket: says what it answered, if it did."""


class WebSocket(asyncio.Protocol):
    """One connection. Texts go to `on_text`, with the time at which they came; the end to `on_end`, with the
    code, once the connection was open."""

    def __init__(
        self, request: bytes, on_text: Callable[[bytes, float], None], on_end: Callable[[int], None]
    ) -> None:
        self._request = request
        self._on_text = on_text
        self._on_end = on_end
        self._rest = b""
        self._code = _LOST
        self._transport: asyncio.Transport | None = None
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.is_open = False

    def send(self, text: bytes) -> None:
        """Sends a text; nothing happens where the connection is gone."""
        self._send(_TEXT, text)

    def close(self) -> None:
        """Ends the connection as a page does that is left."""
        self._send(_CLOSE, (1000).to_bytes(2, "big"))
        if self._transport is not None:
            self._transport.close()

    def abort(self) -> None:
        """Cuts the connection without a word."""
        if self._transport is not None:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # uvloop's transports are no subclasses of asyncio's.
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._request)

    def connection_lost(self, _error: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(NotOpenedError("no answer"))
        if self.is_open:
            self.is_open = False
            self._on_end(self._code)

    def data_received(self, data: bytes) -> None:
        now = monotonic()
        if self._rest:
            data = self._rest + data
        at = 0 if self.is_open else self._open(data)
        end = len(data)
        while end - at >= 2:
            length = data[at + 1]
            start = at + 2
            if length > 125:
                start += 2 if length == 126 else 8
                if start > end:
                    break
                length = int.from_bytes(data[at + 2 : start], "big")
            stop = start + length
            if stop > end:
                break
            if data[at] == _TEXT:
                self._on_text(data[start:stop], now)
            else:
                self._control(data[at], data[start:stop])
            at = stop
        self._rest = data[at:]

    def _open(self, data: bytes) -> int:
        """Reads the answer to the request; gives where the first frame begins."""
        end = data.find(b"\r\n\r\n")
        if end < 0:
            return 0
        if not data.startswith(OPENED):
            if not self.opened.done():
                answer = data[: data.find(b"\r\n")].decode("latin-1")
                self.opened.set_exception(NotOpenedError(answer))
            self.abort()
            return len(data)
        self.is_open = True
        if not self.opened.done():
            self.opened.set_result(None)
        return end + 4

    def _control(self, kind: int, payload: bytes) -> None:
        if kind == _PING:
            self._send(_PONG, payload)
        elif kind == _CLOSE:
            self._code = int.from_bytes(payload[:2], "big") if len(payload) >= 2 else _NO_STATUS
            self._send(_CLOSE, payload[:2])
            if self._transport is not None:
                self._transport.close()
        elif kind != _PONG:
            # Part of a text or no text: the site sends neither.
            self.abort()

    def _send(self, kind: int, payload: bytes) -> None:
        if not self.is_open or self._transport is None:
            return
        length = len(payload)
        if length < 126:
            head = bytes((kind, 0x80 | length))
        else:
            head = bytes((kind, 0x80 | 126)) + length.to_bytes(2, "big")
        self._transport.write(head + _MASK + payload)


async def connect(
    address: Address,
    path: str,
    cookies: Mapping[str, str],
    on_text: Callable[[bytes, float], None],
    on_end: Callable[[int], None],
) -> WebSocket:
    """Opens a socket as a page of this site does. Raises OSError, NotOpenedError among them."""
    request = _head(
        f"GET {path} HTTP/1.1",
        address,
        cookies,
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {base64.b64encode(secrets.token_bytes(16)).decode()}",
    )
    loop = asyncio.get_running_loop()
    async with asyncio.timeout(_PATIENCE):
        _transport, socket = await loop.create_connection(
            lambda: WebSocket(request, on_text, on_end),
            address.host,
            address.port,
            ssl=address.secure or None,
        )
        try:
            await socket.opened
        except BaseException:
            socket.abort()
            raise
    return socket


async def post(address: Address, path: str, cookies: Mapping[str, str]) -> int:
    """Presses a button without fields; gives the status of the answer. Raises OSError."""
    token = secrets.token_hex(16)
    request = _head(
        f"POST {path} HTTP/1.1",
        address,
        {**cookies, "csrftoken": token},
        f"X-CSRFToken: {token}",
        "Accept: application/json",
        "Content-Length: 0",
        "Connection: close",
    )
    reader, writer = await asyncio.open_connection(address.host, address.port, ssl=address.secure or None)
    try:
        writer.write(request)
        status = await reader.readline()
        await reader.read()
    finally:
        writer.close()
    words = status.split()
    return int(words[1]) if len(words) > 1 and words[1].isdigit() else 0


def _head(first: str, address: Address, cookies: Mapping[str, str], *more: str) -> bytes:
    lines = (
        first,
        f"Host: {address.netloc}",
        f"Origin: {address.origin}",
        f"Cookie: {'; '.join(f'{name}={value}' for name, value in cookies.items())}",
        *more,
    )
    return "\r\n".join((*lines, "\r\n")).encode()
