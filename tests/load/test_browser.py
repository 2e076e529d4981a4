"""A load's sockets and buttons, against a server that answers as a test wants."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from aiohttp import ClientOSError, WSCloseCode, WSMsgType, web

from games.load.browser import Browser, NotOpenedError, WebSocket
from games.load.plan import Address, WrongAddressError

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
COOKIES = {"sessionid": "s"}


class Heard:
    """What a socket told."""

    def __init__(self) -> None:
        self.texts: list[bytes] = []
        self.ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def text(self, text: bytes, _now: float) -> None:
        self.texts.append(text)

    async def open(self, browser: Browser, address: Address) -> WebSocket:
        return await browser.connect(address, "/ws/tables/t/", COOKIES, self.text, self.ended.set_result)

    async def end(self) -> int:
        async with asyncio.timeout(10):
            return await self.ended


@asynccontextmanager
async def serving(handler: Handler) -> AsyncIterator[tuple[Browser, Address]]:
    runner = web.ServerRunner(web.Server(handler), shutdown_timeout=0)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    browser = Browser()
    try:
        yield browser, Address("http", "127.0.0.1", runner.addresses[0][1])
    finally:
        await browser.close()
        await runner.cleanup()


async def test_texts_come_and_go_and_the_end_has_the_code_of_the_server() -> None:
    asked: list[bytes] = []

    async def answer(request: web.Request) -> web.WebSocketResponse:
        assert request.headers["Origin"] == f"http://{request.headers['Host']}"
        assert request.headers["Cookie"] == "sessionid=s"
        link = web.WebSocketResponse()
        await link.prepare(request)
        await link.send_str("x" * 70_000)
        message = await link.receive()
        assert message.type is WSMsgType.TEXT
        asked.append(message.data.encode())
        await link.send_str("ع")
        await link.close(code=4429)
        return link

    async with serving(answer) as (browser, address):
        heard = Heard()
        socket = await heard.open(browser, address)
        assert socket.is_open
        socket.send(b'{"type":"sync"}')
        assert await heard.end() == 4429
        assert not socket.is_open
        socket.send(b"nobody is there to hear this")
    assert asked == [b'{"type":"sync"}']
    assert heard.texts == [b"x" * 70_000, "ع".encode()]


async def test_a_ping_is_answered() -> None:
    async def answer(request: web.Request) -> web.WebSocketResponse:
        link = web.WebSocketResponse(autoping=False)
        await link.prepare(request)
        await link.ping(b"there?")
        pong = await link.receive()
        code = WSCloseCode.OK if (pong.type, pong.data) == (WSMsgType.PONG, b"there?") else 4000
        await link.close(code=code)
        return link

    async with serving(answer) as (browser, address):
        heard = Heard()
        await heard.open(browser, address)
        assert await heard.end() == 1000


async def test_a_connection_that_is_cut_has_the_code_of_one() -> None:
    async def answer(request: web.Request) -> web.WebSocketResponse:
        link = web.WebSocketResponse()
        await link.prepare(request)
        assert request.transport is not None
        request.transport.abort()
        return link

    async with serving(answer) as (browser, address):
        heard = Heard()
        await heard.open(browser, address)
        assert await heard.end() == 1006


async def test_a_page_that_is_left_says_so() -> None:
    codes: list[int | None] = []

    async def answer(request: web.Request) -> web.WebSocketResponse:
        link = web.WebSocketResponse()
        await link.prepare(request)
        await link.receive()
        codes.append(link.close_code)
        return link

    async with serving(answer) as (browser, address):
        heard = Heard()
        socket = await heard.open(browser, address)
        socket.close()
        await heard.end()
    assert codes == [1000]


async def test_a_socket_that_is_refused_says_what_the_server_answered() -> None:
    async def answer(_request: web.Request) -> web.Response:
        return web.Response(status=403)

    async with serving(answer) as (browser, address):
        with pytest.raises(NotOpenedError, match="HTTP 403"):
            await Heard().open(browser, address)


async def test_a_server_that_hangs_up_has_not_answered() -> None:
    async def answer(request: web.Request) -> web.Response:
        assert request.transport is not None
        request.transport.abort()
        return web.Response()

    async with serving(answer) as (browser, address):
        with pytest.raises((NotOpenedError, ClientOSError)):
            await Heard().open(browser, address)


async def test_a_button_is_pressed_as_a_script_of_the_page_presses_it() -> None:
    async def answer(request: web.Request) -> web.Response:
        assert (request.method, request.path) == ("POST", "/tables/t/rematch/")
        assert request.headers["Cookie"] == f"sessionid=s; csrftoken={request.headers['X-CSRFToken']}"
        assert "text/html" not in request.headers["Accept"]
        return web.Response(status=409)

    async with serving(answer) as (browser, address):
        assert await browser.post(address, "/tables/t/rematch/", COOKIES) == 409


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
