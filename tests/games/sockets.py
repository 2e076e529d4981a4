"""People at the socket of a table, without a browser."""

import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from channels.testing import WebsocketCommunicator
from django.test import Client

from accounts.models import User
from tarneeb_site.asgi import application

Frame = dict[str, Any]


class Socket:
    """One connection to one table, and the frames that it got."""

    def __init__(self, table_id: str, client: Client | None = None, language: str = "en") -> None:
        cookies = f"sessionid={client.cookies['sessionid'].value}" if client else ""
        headers = [
            (b"cookie", cookies.encode()),
            (b"accept-language", language.encode()),
            (b"host", b"localhost"),
            (b"origin", b"http://localhost"),
        ]
        self.link = WebsocketCommunicator(application, f"/ws/tables/{table_id}/", headers)
        self.got: list[Frame] = []

    async def open(self) -> "Socket":
        accepted, _protocol = await self.link.connect(timeout=5)
        assert accepted
        return self

    async def next(self, kind: str) -> Frame:
        """Gives the next frame of this type; others that come before are kept in `got`."""
        while True:
            frame: Frame = json.loads(await self.link.receive_from(timeout=5))
            self.got.append(frame)
            if frame["type"] == kind:
                return frame

    async def send(self, **frame: object) -> None:
        await self.link.send_to(json.dumps(frame))

    async def closed(self) -> int:
        """Gives the code with which the server closed the connection."""
        while True:
            output = await self.link.receive_output(timeout=5)
            if output["type"] == "websocket.close":
                return int(output["code"])
            self.got.append(json.loads(output["text"]))


@pytest.fixture
def browser() -> Callable[[User], Client]:
    """Gives a browser in which a user is logged in."""

    def log_in(user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    return log_in


@pytest.fixture
async def connect() -> AsyncIterator[Callable[..., Any]]:
    """Opens sockets, and closes them when the test is over."""
    opened: list[Socket] = []

    async def open_socket(table_id: str, client: Client | None = None, language: str = "en") -> Socket:
        socket = await Socket(table_id, client, language).open()
        opened.append(socket)
        return socket

    yield open_socket
    for socket in opened:
        await socket.link.disconnect()
