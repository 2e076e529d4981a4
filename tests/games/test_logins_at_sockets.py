"""A login that ends ends its sockets at once, those that only listen too, and no others."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.contrib.sessions.models import Session
from django.test import Client

from accounts import services as accounts
from accounts.models import User
from games.consumers.connection import SocketConsumer
from games.hub import running_hub
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


async def end_unheard(client: Client) -> None:
    """Ends a login, and the word of it is lost."""
    await Session.objects.filter(session_key=client.cookies["sessionid"].value).adelete()


async def test_a_login_whose_end_was_not_heard_ends_a_socket_that_only_listens_in_time(
    solo: Match,
    alia: User,
    basim: User,
    browser: Callable[[User], Client],
    connect: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(SocketConsumer, "silent_check_seconds", 0.05)
    leaving = await sync_to_async(browser)(alia)
    first = await connect(solo.table.public_id, leaving)
    other = await connect(solo.table.public_id, await sync_to_async(browser)(basim))
    visitor = await connect(solo.table.public_id)
    await first.next("observation")
    await end_unheard(leaving)
    assert (await first.next("error"))["code"] == "login_expired"
    assert await first.closed() == 4401
    for staying in (other, visitor):
        await staying.send(type="ping")
        await staying.next("pong")


async def test_when_messages_of_other_processes_were_lost_logins_are_checked_too(
    solo: Match,
    alia: User,
    browser: Callable[[User], Client],
    connect: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(SocketConsumer, "lost_word_seconds", 0.05)
    leaving, staying = await sync_to_async(browser)(alia), await sync_to_async(browser)(alia)
    first, second = await connect(solo.table.public_id, leaving), await connect(solo.table.public_id, staying)
    await first.next("observation")
    await second.next("observation")
    await end_unheard(leaving)
    running_hub()._others.lost_some = True
    await running_hub()._look_for_what_was_missed()
    assert (await first.next("error"))["code"] == "login_expired"
    assert await first.closed() == 4401
    await second.send(type="ping")
    await second.next("pong")


async def test_a_login_that_could_not_be_asked_about_is_asked_about_again(
    solo: Match,
    alia: User,
    browser: Callable[[User], Client],
    connect: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """While the database is away nobody is thrown out, and nobody is forgotten."""
    client = await sync_to_async(browser)(alia)
    socket = await connect(solo.table.public_id, client)
    await socket.next("observation")
    failed = asyncio.Event()

    async def fail(_session: Any) -> Any:
        failed.set()
        raise ConnectionError("SA")

    with monkeypatch.context() as away:
        away.setattr("games.consumers.connection.user_of_session_async", fail)
        away.setattr(SocketConsumer, "lost_word_seconds", 0.0)
        monkeypatch.setattr(SocketConsumer, "silent_check_seconds", 0.05)
        running_hub()._others.lost_some = True
        await running_hub()._look_for_what_was_missed()
        await failed.wait()
    await end_unheard(client)
    assert (await socket.next("error"))["code"] == "login_expired"
    assert await socket.closed() == 4401
    assert "a login could not be checked" in caplog.text
    assert "SA" not in caplog.text


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
