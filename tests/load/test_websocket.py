"""The client's side of a WebSocket, spoken with a server that sends whatever bytes a test wants."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from games.load.plan import Address, WrongAddressError
from games.load.websocket import NotOpenedError, WebSocket, connect, post

Server = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
SWITCH = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n"


class Heard:
    """What a socket told."""

    def __init__(self) -> None:
        self.texts: list[bytes] = []
        self.ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def text(self, text: bytes, _now: float) -> None:
        self.texts.append(text)

    async def open(self, address: Address) -> WebSocket:
        return await connect(address, "/ws/tables/t/", {"sessionid": "s"}, self.text, self.ended.set_result)

    async def end(self) -> int:
        async with asyncio.timeout(10):
            return await self.ended


@asynccontextmanager
async def serving(answer: Server) -> AsyncIterator[Address]:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await answer(reader, writer)
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield Address("http", "127.0.0.1", server.sockets[0].getsockname()[1])
    finally:
        server.close()


def frame(payload: bytes, kind: int = 0x81) -> bytes:
    """A frame as a server sends it."""
    if len(payload) < 126:
        return bytes((kind, len(payload))) + payload
    if len(payload) < 2**16:
        return bytes((kind, 126)) + len(payload).to_bytes(2, "big") + payload
    return bytes((kind, 127)) + len(payload).to_bytes(8, "big") + payload


async def frame_of_client(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    """What a client sent, unmasked."""
    kind, length = await reader.readexactly(2)
    assert length & 0x80, "a client has to mask"
    length &= 0x7F
    if length == 126:
        length = int.from_bytes(await reader.readexactly(2), "big")
    mask = await reader.readexactly(4)
    masked = await reader.readexactly(length)
    return kind, bytes(byte ^ mask[place % 4] for place, byte in enumerate(masked))


SIZES = (0, 1, 125, 126, 127, 65535, 65536)


@pytest.mark.parametrize("piece", [1, 7, 1000, 10**6])
async def test_texts_of_every_length_arrive_however_the_bytes_are_cut(piece: int) -> None:
    sizes = SIZES if piece > 1 else SIZES[:5]
    texts = [bytes((65 + place,)) * size for place, size in enumerate(sizes)]

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        stream = SWITCH + b"".join(map(frame, texts)) + frame((4401).to_bytes(2, "big"), 0x88)
        for at in range(0, len(stream), piece):
            writer.write(stream[at : at + piece])
            await writer.drain()
            await asyncio.sleep(0)
        await reader.read()

    async with serving(answer) as address:
        heard = Heard()
        await heard.open(address)
        assert await heard.end() == 4401
    assert heard.texts == texts


async def test_what_the_client_sends_arrives_and_a_ping_is_answered_with_what_it_says() -> None:
    got: list[tuple[int, bytes]] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        request = await reader.readuntil(b"\r\n\r\n")
        assert f"Origin: http://{address.netloc}".encode() in request
        assert b"Cookie: sessionid=s\r\n" in request
        writer.write(SWITCH + frame(b"here?", 0x89))
        got.extend([await frame_of_client(reader) for _frame in range(3)])
        writer.write(frame((1000).to_bytes(2, "big"), 0x88))
        await reader.read()

    async with serving(answer) as address:
        heard = Heard()
        socket = await heard.open(address)
        socket.send(b"short")
        socket.send(b"x" * 300)
        await heard.end()
        socket.send(b"into the void")
    assert sorted(got) == [(0x81, b"short"), (0x81, b"x" * 300), (0x8A, b"here?")]


async def test_a_connection_that_is_cut_has_the_code_of_one() -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(SWITCH)

    async with serving(answer) as address:
        heard = Heard()
        await heard.open(address)
        assert await heard.end() == 1006


async def test_a_socket_that_is_refused_says_what_the_server_answered() -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 403 Access denied\r\n\r\n")

    async with serving(answer) as address:
        with pytest.raises(NotOpenedError, match="403 Access denied"):
            await Heard().open(address)


async def test_a_server_that_hangs_up_has_not_answered() -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")

    async with serving(answer) as address:
        with pytest.raises(NotOpenedError, match="no answer"):
            await Heard().open(address)


async def test_a_text_in_parts_which_the_site_never_sends_cuts_the_connection() -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(SWITCH + frame(b"half a te", 0x01) + frame(b"xt", 0x80))
        await reader.read()

    async with serving(answer) as address:
        heard = Heard()
        await heard.open(address)
        assert await heard.end() == 1006
    assert heard.texts == []


async def test_a_button_is_pressed_as_a_script_of_the_page_presses_it() -> None:
    requests: list[str] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        requests.append((await reader.readuntil(b"\r\n\r\n")).decode())
        writer.write(b"HTTP/1.1 409 Conflict\r\nContent-Length: 2\r\n\r\n{}")

    async with serving(answer) as address:
        assert await post(address, "/tables/t/rematch/", {"sessionid": "s"}) == 409
    lines = requests[0].split("\r\n")
    assert lines[0] == "POST /tables/t/rematch/ HTTP/1.1"
    headers = dict(line.split(": ", 1) for line in lines[1:] if line)
    assert headers["Cookie"] == f"sessionid=s; csrftoken={headers['X-CSRFToken']}"


@pytest.mark.parametrize(
    ("url", "address", "netloc"),
    [
        ("http://127.0.0.1:8000/", Address("http", "127.0.0.1", 8000), "127.0.0.1:8000"),
        ("https://tarneeb.example.org", Address("https", "tarneeb.example.org", 443), "tarneeb.example.org"),
        ("http://[::1]:8001", Address("http", "::1", 8001), "[::1]:8001"),
    ],
)
def test_addresses_are_read(url: str, address: Address, netloc: str) -> None:
    assert Address.of(url) == address
    assert address.netloc == netloc


@pytest.mark.parametrize("url", ["127.0.0.1:8000", "ftp://host/", "http://", "http://host:port/", ""])
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(WrongAddressError):
        Address.of(url)
