"""The socket of the lobby: both lists, what changes in them, and never a card or a table by link."""

import json
import re
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import lobby_feed
from games.models import Match, Table
from games.services import clock, tables
from tarneeb_site.asgi import application
from tests.games.sockets import Socket

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

CARD = re.compile(r'"([CDHS][2-9TJQKA])"')
Look = Callable[..., Any]


@pytest.fixture
async def look(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Look]:
    """Opens sockets of the lobby, whose frames follow each other quickly."""
    monkeypatch.setattr(lobby_feed, "SPACING", 0.01)
    opened: list[Socket] = []

    async def open_socket(client: Client | None = None, language: str = "en") -> Socket:
        socket = Socket("", client, language)
        headers = socket.link.scope["headers"]
        socket.link = WebsocketCommunicator(application, "/ws/lobby/", headers)
        opened.append(await socket.open())
        return socket

    yield open_socket
    for socket in opened:
        await socket.link.disconnect()


async def create_table(user: User, visibility: str = "open") -> Table:
    return await sync_to_async(tables.create_table)(user, "tarneeb", {}, 30, visibility)


async def told_of(socket: Socket, table: Table) -> dict[str, Any]:
    """Gives the entry of the next frame that names this table."""
    while True:
        for entry in (await socket.next("lobby"))["tables"]:
            if entry["id"] == table.public_id:
                assert isinstance(entry, dict)
                return entry


async def test_the_first_frame_has_both_lists(look: Look, alia: User, solo: Match, basim: User) -> None:
    waiting = await create_table(basim)
    socket = await look()
    hello = await socket.next("hello")
    assert hello["protocol"] == 1
    assert [entry["id"] for entry in hello["waiting"]] == [waiting.public_id]
    assert hello["playing"] == []  # the one that is played is by link
    assert hello["more"] == {"waiting": None, "playing": None}


async def test_a_table_appears_fills_begins_and_vanishes(
    look: Look, alia: User, basim: User, no_pauses: None
) -> None:
    socket = await look()
    await socket.next("hello")
    table = await create_table(alia)
    entry = await told_of(socket, table)
    assert [seat["name"] for seat in entry["seats"]] == ["Alia", None, None, None]
    await sync_to_async(tables.sit)(table.public_id, basim, 2)
    entry = await told_of(socket, table)
    assert [seat["name"] for seat in entry["seats"]] == ["Alia", None, "Basim", None]
    await sync_to_async(tables.fill_with_bots)(table.public_id, alia)
    while (gone := (await socket.next("lobby"))["gone"]) == []:
        pass
    assert gone == [table.public_id]
    await sync_to_async(tables.start_match)(table.public_id, alia)
    entry = await told_of(socket, table)
    assert (entry["status"], entry["hand"], entry["scores"]) == ("playing", 1, [0, 0])
    await sync_to_async(tables.leave)(table.public_id, alia)
    await sync_to_async(tables.leave)(table.public_id, basim)
    while table.public_id not in (await socket.next("lobby"))["gone"]:
        pass


async def test_everybody_in_the_lobby_is_sent_the_same(
    look: Look, alia: User, basim: User, browser: Callable[[User], Client]
) -> None:
    sockets = [await look(), await look(await sync_to_async(browser)(basim), "ar")]
    for socket in sockets:
        await socket.next("hello")
    await create_table(alia)
    first, second = [await socket.next("lobby") for socket in sockets]
    assert first == second
    assert alia.public_id not in json.dumps(first)


async def test_no_frame_names_a_card_or_a_table_by_link(
    look: Look, bots_only: Callable[..., Match], basim: User
) -> None:
    socket = await look()
    await socket.next("hello")
    by_link = await create_table(basim, "link")
    match = await sync_to_async(bots_only)("syrian41")
    table_id = match.table.public_id
    for hands in (1, 2):
        while await match.hands.filter(outcome="scored").acount() < hands:
            await sync_to_async(clock.run_due)(timezone.now(), seconds=0)
        await match.arefresh_from_db()
        await socket.send(type="sync")
        entry = (await socket.next("hello"))["playing"][0]
        assert (entry["scores"], entry["hand"]) == (match.scores, hands + 1)
    assert [frame for frame in socket.got if frame["type"] == "lobby"]
    told = json.dumps(socket.got)
    assert table_id in told
    assert by_link.public_id not in told
    assert not CARD.search(told)


async def test_the_end_of_a_hand_is_told_without_asking(look: Look, bots_only: Callable[..., Match]) -> None:
    socket = await look()
    await socket.next("hello")
    match = await sync_to_async(bots_only)("tarneeb")
    while not await match.hands.filter(outcome="scored").aexists():
        await sync_to_async(clock.run_due)(timezone.now(), seconds=0)
    while (entry := await told_of(socket, match.table))["hand"] in (None, 1):
        pass
    await match.arefresh_from_db()
    assert entry["scores"] == match.scores


async def test_a_sync_is_answered_with_the_lists_and_a_ping_with_a_pong(look: Look, alia: User) -> None:
    socket = await look()
    assert (await socket.next("hello"))["waiting"] == []
    table = await create_table(alia)
    await socket.send(type="sync")
    assert [entry["id"] for entry in (await socket.next("hello"))["waiting"]] == [table.public_id]
    await socket.send(type="ping")
    await socket.next("pong")


async def test_what_cannot_be_read_is_told_and_ends_the_connection_in_the_end(look: Look) -> None:
    socket = await look()
    await socket.next("hello")
    await socket.send(type="move", match="m", version=1, move="SA", client_id="x")
    assert (await socket.next("error"))["code"] == "bad_frame"
    for _ in range(4):
        await socket.link.send_to("{")
    assert await socket.closed() == 4400
