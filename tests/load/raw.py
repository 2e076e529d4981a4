"""A WebSocket whose every bit a test decides: what no library sends can be sent with it."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import socket
import struct
from typing import Any, Self
from urllib.parse import urlsplit

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
NO_CODE = 1006
FIN, MASKED = 0x80, 0x80


class NotOpened(Exception):
    """The server answered the handshake with another status than 101; 0 where it answered nothing."""

    def __init__(self, status: int) -> None:
        super().__init__(f"HTTP {status}")
        self.status = status


class Closed(Exception):
    """The server closed the connection."""

    def __init__(self, code: int) -> None:
        super().__init__(str(code))
        self.code = code


def frame(payload: bytes, opcode: int = TEXT, first: int = FIN, masked: bool = True) -> bytes:
    """Give the bytes of one frame; `first` has FIN and the reserved bits."""
    size = len(payload)
    bit = MASKED if masked else 0
    if size < 126:
        head = struct.pack("!BB", first | opcode, bit | size)
    elif size < 1 << 16:
        head = struct.pack("!BBH", first | opcode, bit | 126, size)
    else:
        head = struct.pack("!BBQ", first | opcode, bit | 127, size)
    if not masked:
        return head + payload
    mask = os.urandom(4)
    key = int.from_bytes((mask * (size // 4 + 1))[:size], "big")
    return head + mask + (int.from_bytes(payload, "big") ^ key).to_bytes(size, "big")


def handshake(site: str, path: str, cookie: str = "", origin: str | None = "") -> bytes:
    """Give the request that opens a socket; origin "" is the site's own, None is none at all."""
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: {urlsplit(site).netloc}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
    ]
    if cookie:
        lines.append(f"Cookie: sessionid={cookie}")
    if origin is not None:
        lines.append(f"Origin: {origin or site}")
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


class Raw:
    """One connection. Reading answers pings; whoever does not read does not answer."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def dial(cls, site: str, receive_buffer: int | None = None) -> Self:
        """Connect, and say nothing yet."""
        where = urlsplit(site)
        link = socket.socket()
        if receive_buffer:
            link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        link.setblocking(False)
        await asyncio.get_running_loop().sock_connect(link, (where.hostname, where.port))
        return cls(*await asyncio.open_connection(sock=link, limit=receive_buffer or 1 << 16))

    @classmethod
    async def open(
        cls,
        site: str,
        path: str,
        cookie: str = "",
        origin: str | None = "",
        receive_buffer: int | None = None,
    ) -> Self:
        """Connect and shake hands. Raises NotOpened."""
        raw = await cls.dial(site, receive_buffer)
        await raw.send_bytes(handshake(site, path, cookie, origin))
        try:
            head = await raw._reader.readuntil(b"\r\n\r\n")
        except (asyncio.IncompleteReadError, ConnectionError):
            head = b""
        status = int(head.split()[1]) if head else 0
        if status != 101:
            raw.cut()
            raise NotOpened(status)
        return raw

    @property
    def port(self) -> int:
        """Our end's port."""
        return int(self._writer.get_extra_info("sockname")[1])

    async def send_bytes(self, some: bytes) -> None:
        """Send anything. Raises Closed."""
        try:
            self._writer.write(some)
            await self._writer.drain()
        except ConnectionError:
            raise Closed(NO_CODE) from None

    async def say(self, message: Any) -> None:
        """Send a frame as clients should. Raises Closed."""
        await self.send_bytes(frame(json.dumps(message).encode()))

    async def hear(self) -> str:
        """Give the next text. Raises Closed."""
        while True:
            try:
                first, size = await self._reader.readexactly(2)
                if size == 126:
                    (size,) = struct.unpack("!H", await self._reader.readexactly(2))
                elif size == 127:
                    (size,) = struct.unpack("!Q", await self._reader.readexactly(8))
                payload = await self._reader.readexactly(size)
            except (asyncio.IncompleteReadError, ConnectionError):
                raise Closed(NO_CODE) from None
            if first & 0x0F == CLOSE:
                self.cut()
                raise Closed(struct.unpack("!H", payload[:2])[0] if len(payload) > 1 else 1005)
            if first & 0x0F == PING:
                await self.send_bytes(frame(payload, PONG))
            elif first & 0x0F == TEXT:
                return payload.decode()

    def cut(self) -> None:
        """End the connection without a goodbye."""
        self._writer.transport.abort()
