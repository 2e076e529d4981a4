"""Tasks that go on for ever are asked to end while they wait for something that takes no notice."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from games.bus import Listening, Sender
from games.hub import Hub
from games.lobby_feed import LobbyFeed
from games.messages import Kind, Message

WAIT = 5


class DeafLayer:
    """A channel layer that loses the first request to end, as redis-py does now and then in Python 3.11."""

    def __init__(self) -> None:
        self.asked = asyncio.Event()
        self.deaf = True

    async def _take_no_notice(self) -> None:
        self.asked.set()
        try:
            await asyncio.sleep(WAIT)
        except asyncio.CancelledError:
            if not self.deaf:
                raise
            self.deaf = False

    async def new_channel(self) -> str:
        return "specific.web!1"

    async def group_add(self, _group: str, _channel: str) -> None:
        await self._take_no_notice()

    async def group_send(self, _group: str, _message: dict[str, Any]) -> None:
        await self._take_no_notice()

    async def group_discard(self, _group: str, _channel: str) -> None:
        raise ConnectionError("Redis is gone")

    async def receive(self, _channel: str) -> dict[str, Any]:
        await asyncio.Event().wait()
        raise AssertionError("nobody sends")


@pytest.fixture
def layer(monkeypatch: pytest.MonkeyPatch) -> DeafLayer:
    layer = DeafLayer()
    monkeypatch.setattr("games.bus.get_channel_layer", lambda: layer)
    return layer


async def ends(work: Coroutine[Any, Any, None], until: asyncio.Event) -> bool:
    """Asks work to end while it waits, and says whether it did."""
    task = asyncio.create_task(work)
    await asyncio.wait_for(until.wait(), WAIT)
    task.cancel()
    _done, running = await asyncio.wait([task], timeout=WAIT)
    for unheeding in running:
        unheeding.cancel()
    return not running and task.cancelled()


async def test_sending_ends(layer: DeafLayer) -> None:
    sender = Sender()
    sender.put([Message("table.1", Kind.FRAME)])
    assert await ends(sender.run(), layer.asked)


async def test_listening_ends(layer: DeafLayer) -> None:
    async def listen() -> None:
        async for _messages in Listening().messages():
            pass

    assert await ends(listen(), layer.asked)


async def test_a_hub_stops_listening_though_redis_fails_as_it_goes(layer: DeafLayer) -> None:
    assert await ends(Hub()._listen_for_ever(), layer.asked)


async def test_what_a_hub_does_again_and_again_ends(layer: DeafLayer) -> None:
    assert await ends(Hub()._every(0, layer._take_no_notice), layer.asked)


async def test_telling_the_lobby_ends(layer: DeafLayer, monkeypatch: pytest.MonkeyPatch) -> None:
    feed = LobbyFeed()

    async def read_lists() -> None:
        await layer._take_no_notice()

    monkeypatch.setattr(feed, "_read_lists", read_lists)
    feed._stirred.set()
    assert await ends(feed._tell(), layer.asked)
