"""A connection goes on to hear of its table after a moment in which the database was away."""

from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError

from accounts.models import User
from games import effects
from games.models import Match

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
