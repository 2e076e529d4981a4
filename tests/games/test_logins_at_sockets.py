"""A login that ends ends its sockets at once, those that only listen too, and no others."""

from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from accounts import services as accounts
from accounts.models import User
from games.consumers.connection import SocketConsumer
from games.models import Match

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SocketConsumer, "logout_seconds", 0.05)


async def test_a_logout_elsewhere_ends_a_socket_that_only_listens_and_leaves_the_other_browsers(
    solo: Match, alia: User, browser: Callable[[User], Client], connect: Callable[..., Any]
) -> None:
    leaving, staying = await sync_to_async(browser)(alia), await sync_to_async(browser)(alia)
    first, second = await connect(solo.table.public_id, leaving), await connect(solo.table.public_id, staying)
    await first.next("observation")
    await second.next("observation")
    await sync_to_async(leaving.post)("/accounts/logout/")
    assert (await first.next("error"))["code"] == "login_expired"
    assert await first.closed() == 4401
    await second.send(type="ping")
    await second.next("pong")


async def test_a_closed_account_hears_nothing_any_more(
    solo: Match, alia: User, browser: Callable[[User], Client], connect: Callable[..., Any]
) -> None:
    socket = await connect(solo.table.public_id, await sync_to_async(browser)(alia))
    await socket.next("observation")
    await User.objects.filter(pk=alia.pk).aupdate(is_active=False)
    await sync_to_async(accounts.tell_closed)(alia)
    assert (await socket.next("error"))["code"] == "login_expired"
    assert await socket.closed() == 4401


async def test_a_login_made_under_a_former_key_stands_at_a_socket_too(
    solo: Match,
    alia: User,
    browser: Callable[[User], Client],
    connect: Callable[..., Any],
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The table's page is back, after a start with a new key, before any page was asked for."""
    client = await sync_to_async(browser)(alia)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "the new key of this site"
    monkeypatch.setattr(SocketConsumer, "login_check_seconds", 0.0)
    socket = await connect(solo.table.public_id, client)
    assert (await socket.next("hello"))["you"]["user"] == alia.public_id
    await socket.send(type="ping")
    await socket.next("pong")
    assert (await sync_to_async(client.get)("/accounts/settings/")).status_code == 200


async def test_a_login_made_under_a_key_that_counts_no_more_is_none(
    solo: Match, alia: User, browser: Callable[[User], Client], connect: Callable[..., Any], settings: Any
) -> None:
    client = await sync_to_async(browser)(alia)
    settings.SECRET_KEY = "the new key of this site"
    socket = await connect(solo.table.public_id, client)
    assert (await socket.next("hello"))["you"]["user"] is None
