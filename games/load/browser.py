"""What a load does as browsers do: open sockets, and press the buttons of a table's page."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from time import monotonic

import aiohttp
from aiohttp import ClientWebSocketResponse, WSMsgType

from games.load.plan import Address

_PATIENCE = aiohttp.ClientTimeout(total=60)
_LOST = 1006


class NotOpenedError(ConnectionError):
    """The server did not open a socket: says what it answered, if it did."""


class WebSocket:
    """One connection. Texts go to `on_text`, with the time at which they came; the end to `on_end`, with its
    code."""

    def __init__(
        self,
        link: ClientWebSocketResponse[bool],
        on_text: Callable[[bytes, float], None],
        on_end: Callable[[int], None],
    ) -> None:
        self._link = link
        self._on_text = on_text
        self._on_end = on_end
        self._tasks = {asyncio.ensure_future(self._read())}

    @property
    def is_open(self) -> bool:
        """True while texts come and go."""
        return not self._link.closed

    def send(self, text: bytes) -> None:
        """Sends a text; nothing happens where the connection is gone."""
        self._later(self._send(text))

    def close(self) -> None:
        """Ends the connection as a page does that is left."""
        self._later(self._end())

    def _later(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _send(self, text: bytes) -> None:
        with suppress(ConnectionError):
            await self._link.send_frame(text, WSMsgType.TEXT)

    async def _end(self) -> None:
        await self._link.close()

    async def _read(self) -> None:
        async for message in self._link:
            if message.type is not WSMsgType.TEXT:
                break  # the site sends nothing else
            self._on_text(message.data, monotonic())
        self._on_end(self._link.close_code or _LOST)


class Browser:
    """All connections of a load; the cookies of each person are given with each of their requests."""

    def __init__(self) -> None:
        self._opened: aiohttp.ClientSession | None = None

    async def connect(
        self,
        address: Address,
        path: str,
        cookies: Mapping[str, str],
        on_text: Callable[[bytes, float], None],
        on_end: Callable[[int], None],
    ) -> WebSocket:
        """Opens a socket as a page of this site does. Raises OSError, NotOpenedError among them."""
        try:
            link = await self._session.ws_connect(
                address.origin + path, headers=_headers(address, cookies), decode_text=False
            )
        except aiohttp.WSServerHandshakeError as error:
            raise NotOpenedError(f"HTTP {error.status}") from None
        except aiohttp.ServerDisconnectedError:
            raise NotOpenedError("no answer") from None
        return WebSocket(link, on_text, on_end)

    async def post(self, address: Address, path: str, cookies: Mapping[str, str]) -> int:
        """Presses a button without fields; gives the status of the answer. Raises OSError."""
        token = secrets.token_hex(16)
        headers = {
            **_headers(address, {**cookies, "csrftoken": token}),
            "X-CSRFToken": token,
            "Accept": "application/json",
        }
        try:
            async with self._session.post(
                address.origin + path, headers=headers, allow_redirects=False
            ) as answer:
                return answer.status
        except aiohttp.ClientError as error:
            raise ConnectionError(type(error).__name__) from None

    async def close(self) -> None:
        """Lets go of everything."""
        if self._opened is not None:
            await self._opened.close()

    @property
    def _session(self) -> aiohttp.ClientSession:
        if self._opened is None:
            self._opened = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=0),
                cookie_jar=aiohttp.DummyCookieJar(),
                timeout=_PATIENCE,
            )
        return self._opened


def _headers(address: Address, cookies: Mapping[str, str]) -> dict[str, str]:
    written = "; ".join(f"{name}={value}" for name, value in cookies.items())
    return {"Origin": address.origin, "Cookie": written}
