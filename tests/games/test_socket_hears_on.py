"""What a connection hears of its table while it opens, and after a moment in which the database was away."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError

from accounts.models import User
from games import effects
from games.consumers import table as consumer
from games.hub import Hub, running_hub
from games.messages import Kind, Message
from games.models import Match
from games.services import tables

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


async def test_after_an_answer_that_failed_the_next_frames_of_the_table_still_come(
    solo: Match, alia: User, connect: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_args: object) -> None:
        raise OperationalError

    socket = await connect(solo.table.public_id)
    await socket.next("observation")
    with monkeypatch.context() as patched:
        patched.setattr("games.selectors.tables.table_payload", away)
        await socket.send(type="sync")
        assert (await socket.next("error"))["code"] == "server_error"
    await sync_to_async(effects.table_changed)(solo.table.public_id)
    assert (await socket.next("table"))["table"]["id"] == solo.table.public_id


async def heard_so_far(hub: Hub) -> None:
    """Waits until everything sent before this has been handed to the connections."""
    heard = asyncio.Event()

    class Last:
        async def hear(self, _message: Message) -> None:
            heard.set()

        async def hear_that_something_was_missed(self) -> None: ...

    last = Last()
    hub.join("test.last", last)
    hub.deliver([Message("test.last", Kind.FRAME)])
    await heard.wait()
    hub.leave("test.last", last)


async def test_a_table_that_changes_twice_while_it_is_read_is_not_shown_as_it_was_between(
    alia: User,
    basim: User,
    celine: User,
    connect: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = await sync_to_async(tables.create_table)(alia, "tarneeb", {}, None, "open")
    hub, arrive = running_hub(), consumer._arrive

    def slowly(*args: Any) -> object:
        for position, user in ((1, basim), (2, celine)):
            tables.sit(table.public_id, user, position)
        asyncio.run_coroutine_threadsafe(heard_so_far(hub), hub.loop).result()
        return arrive(*args)

    monkeypatch.setattr(consumer, "_arrive", slowly)
    socket = await connect(table.public_id)
    hello = await socket.next("hello")
    assert [seat["name"] for seat in hello["table"]["seats"]] == ["Alia", "Basim", "Celine", None]
    await socket.send(type="ping")
    await socket.next("pong")
    assert [frame["type"] for frame in socket.got] == ["hello", "pong"]
