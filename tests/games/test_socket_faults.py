"""What a socket of a table does when something is wrong: with a frame, with the login, with us."""

from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from accounts.models import User
from games.consumers import TableConsumer
from games.consumers.limits import BAD_FRAMES as BAD_FRAMES_LIMIT
from games.models import Match, Move

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


async def test_frames_that_cannot_be_read_are_answered_and_then_the_connection_is_closed(
    solo: Match, connect: Callable[..., Any]
) -> None:
    socket = await connect(solo.table.public_id)
    other = await connect(solo.table.public_id)
    await socket.next("observation")
    await other.next("observation")
    await socket.link.send_to(bytes_data=b"\x00\xff")
    for text in ("{", "x" * 100_000, '{"type":"sync","type":"ping"}', "[" * 2000):
        await socket.link.send_to(text)
    codes = [(await socket.next("error"))["code"] for _frame in range(BAD_FRAMES_LIMIT)]
    assert codes == ["bad_frame", "bad_frame", "frame_too_long", "bad_frame", "bad_frame"]
    assert await socket.closed() == 4400
    await other.send(type="ping")
    assert await other.next("pong") == {"type": "pong"}


async def test_something_that_goes_wrong_is_told_without_its_cause(
    solo: Match,
    alia: User,
    browser: Callable[[User], Client],
    connect: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail(*_args: object) -> None:
        raise RuntimeError("SA HT")

    socket = await connect(solo.table.public_id, await sync_to_async(browser)(alia))
    await socket.next("observation")
    monkeypatch.setattr("games.move_queue.submit_moves", fail)
    monkeypatch.setattr("games.move_queue.submit_move", fail)
    await socket.send(type="move", match=solo.public_id, version=1, move="7", client_id="a")
    error = await socket.next("error")
    assert error["code"] == "server_error"
    assert "SA" not in error["text"]
    assert "SA HT" not in caplog.text
    await socket.send(type="ping")
    await socket.next("pong")


async def test_a_connection_that_breaks_closes_without_its_cause(
    solo: Match,
    connect: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail(*_args: object) -> None:
        raise RuntimeError("SA HT")

    monkeypatch.setattr("games.selectors.tables.table_and_observation", fail)
    socket = await connect(solo.table.public_id)
    assert await socket.closed() == 4500
    assert socket.got == []
    assert "a connection broke" in caplog.text
    assert "SA HT" not in caplog.text


async def test_a_connection_ends_though_the_goodbye_fails(
    solo: Match, connect: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: object) -> None:
        raise ConnectionError

    socket = await connect(solo.table.public_id)
    await socket.next("observation")
    monkeypatch.setattr("games.services.presence.closed", fail)
    await socket.link.disconnect()
    assert socket.link.future.done()


async def test_a_login_that_ended_is_told_aloud(
    solo: Match,
    alia: User,
    browser: Callable[[User], Client],
    connect: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(TableConsumer, "login_check_seconds", 0.0)
    client = await sync_to_async(browser)(alia)
    socket = await connect(solo.table.public_id, client)
    await socket.next("observation")
    await socket.send(type="sync")
    await socket.next("observation")
    # Asked over another connection, while this one stays open.
    elsewhere = Client()
    elsewhere.cookies["sessionid"] = client.cookies["sessionid"].value
    await sync_to_async(elsewhere.logout)()
    await socket.send(type="move", match=solo.public_id, version=1, move="7", client_id="a")
    refused = await socket.next("refused")
    assert (refused["code"], refused["client_id"]) == ("login_expired", "a")
    assert await socket.closed() == 4401
    assert not await Move.objects.filter(seat=0).aexists()


async def test_a_page_that_only_listens_is_cut_off_when_the_login_ended(
    solo: Match,
    alia: User,
    browser: Callable[[User], Client],
    connect: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It would go on to get the cards of Alia's seat."""
    monkeypatch.setattr(TableConsumer, "login_check_seconds", 0.0)
    client = await sync_to_async(browser)(alia)
    socket = await connect(solo.table.public_id, client)
    await socket.next("observation")
    await socket.send(type="ping")
    await socket.next("pong")
    await sync_to_async(client.logout)()
    await socket.send(type="ping")
    assert (await socket.next("error"))["code"] == "login_expired"
    assert await socket.closed() == 4401


async def test_a_client_that_has_gone_is_no_fault(
    solo: Match,
    connect: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Daphne refuses to send to it, before it tells of it."""

    class Gone(RuntimeError):
        pass

    connections: list[TableConsumer] = []
    opened = TableConsumer.opened

    async def keep(consumer: TableConsumer) -> None:
        connections.append(consumer)
        await opened(consumer)

    async def refuse(_message: object) -> None:
        raise Gone

    monkeypatch.setattr(TableConsumer, "opened", keep)
    socket = await connect(solo.table.public_id)
    await socket.next("observation")
    connections[0].base_send = refuse
    await socket.send(type="ping")
    await socket.send(type="sync")
    await socket.link.disconnect()
    assert not connections[0].is_open
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
