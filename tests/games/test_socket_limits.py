"""What one client may ask of a socket, and what happens to one that asks for more."""

from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from accounts.models import User
from games import holders
from games.consumers import limits
from games.holders import Allowance, Holders
from games.models import Match
from tests.games.sockets import Socket

pytestmark = pytest.mark.django_db(transaction=True)


async def test_who_floods_is_told_and_cut_off_and_hurts_nobody_else(
    solo: Match, connect: Callable[..., Any]
) -> None:
    flooding, other = await connect(solo.table.public_id), await connect(solo.table.public_id)
    await flooding.next("observation")
    await other.next("observation")
    for _frame in range(2 * limits.FRAMES_AT_ONCE):
        await flooding.send(type="ping")
    assert (await flooding.next("error"))["code"] == "too_many_frames"
    assert await flooding.closed() == 4429
    assert sum(frame["type"] == "pong" for frame in flooding.got) >= limits.FRAMES_AT_ONCE
    await other.send(type="ping")
    await other.next("pong")


async def test_asking_for_everything_counts_for_more(solo: Match, connect: Callable[..., Any]) -> None:
    socket = await connect(solo.table.public_id)
    await socket.next("observation")
    for _frame in range(limits.FRAMES_AT_ONCE // 2):
        await socket.send(type="sync")
    assert await socket.closed() == 4429
    assert socket.got[-1]["code"] == "too_many_frames"


def test_what_may_be_sent_grows_again_but_not_above_the_most(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(holders.time, "monotonic", lambda: now)
    allowance = Allowance(limits.FRAMES_AT_ONCE, limits.FRAMES_A_SECOND)
    assert allowance.take(limits.FRAMES_AT_ONCE)
    assert not allowance.take(1)
    now += 3600
    assert allowance.take(limits.FRAMES_AT_ONCE)
    now += 0.1
    assert allowance.take(int(0.1 * limits.FRAMES_A_SECOND))
    assert not allowance.take(1)


async def test_an_account_may_not_send_more_through_many_sockets(
    solo: Match,
    alia: User,
    basim: User,
    browser: Callable[[User], Client],
    connect: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "FRAMES_AN_ACCOUNT_AT_ONCE", 20)
    monkeypatch.setattr(limits, "FRAMES_AN_ACCOUNT_A_SECOND", 0)
    client = await sync_to_async(browser)(alia)
    one, two = [await connect(solo.table.public_id, client) for _socket in range(2)]
    other = await connect(solo.table.public_id, await sync_to_async(browser)(basim))
    await one.send(type="sync")
    for _frame in range(10):
        await two.send(type="ping")
        await two.next("pong")
    await two.send(type="ping")
    assert (await two.next("error"))["code"] == "too_many_frames"
    assert await two.closed() == 4429
    again = await connect(solo.table.public_id, client)
    await again.next("observation")
    await again.send(type="ping")
    assert await again.closed() == 4429
    await other.send(type="ping")
    await other.next("pong")


@pytest.mark.parametrize(("allowed", "shared"), [(0, 1), (100, 2)])
def test_visitors_of_one_address_share_what_they_send_where_their_number_has_a_limit(
    allowed: int, shared: int, settings: Any
) -> None:
    settings.TARNEEB_SOCKETS_PER_ADDRESS = allowed
    known = Holders()
    first, second = (limits.allowances(known, "address 9.9.9.9", account=False) for _socket in range(2))
    assert len(first) == shared
    assert first[0] is not second[0]
    assert first[1:] == second[1:]


def test_who_leaves_and_comes_back_at_once_has_no_more_to_send_than_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 1000.0
    monkeypatch.setattr(holders.time, "monotonic", lambda: now)
    known = Holders()
    known.count("user 1", +1)
    used = known.allowance("user 1", 10, 1)
    used.take(10)
    known.count("user 1", -1)
    known.forget_the_full()
    assert known.allowance("user 1", 10, 1) is used
    now += 10
    known.forget_the_full()
    assert known.allowance("user 1", 10, 1) is not used


async def test_an_account_has_so_many_sockets_and_gets_another_when_one_closes(
    solo: Match,
    alia: User,
    basim: User,
    browser: Callable[[User], Client],
    connect: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "SOCKETS_AN_ACCOUNT", 2)
    client = await sync_to_async(browser)(alia)
    one, _two = [await connect(solo.table.public_id, client) for _socket in range(2)]
    third = await connect(solo.table.public_id, client)
    assert (await third.next("error"))["code"] == "too_many_connections"
    assert await third.closed() == 4429
    await third.link.disconnect()
    other = await connect(solo.table.public_id, await sync_to_async(browser)(basim))
    await other.next("observation")
    await one.link.disconnect()
    again = await connect(solo.table.public_id, client)
    await again.next("observation")


async def test_visitors_of_one_address_have_so_many_sockets_and_members_there_are_not_counted(
    solo: Match,
    alia: User,
    browser: Callable[[User], Client],
    connect: Callable[..., Any],
    settings: Any,
) -> None:
    settings.TARNEEB_SOCKETS_PER_ADDRESS = 1
    await (await connect(solo.table.public_id)).next("observation")
    assert await (await connect(solo.table.public_id)).closed() == 4429
    member = await connect(solo.table.public_id, await sync_to_async(browser)(alia))
    await member.next("observation")


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, b"1.1.1.1", "9.9.9.9"),
        (1, b"1.1.1.1, 2.2.2.2", "2.2.2.2"),
        (2, b"1.1.1.1, 2.2.2.2", "1.1.1.1"),
        (3, b"1.1.1.1, 2.2.2.2", "9.9.9.9"),
        (1, b"", "9.9.9.9"),
    ],
)
async def test_the_address_is_the_one_that_our_own_proxies_saw(
    settings: Any, proxies: int, forwarded: bytes, address: str
) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    scope = {"headers": [(b"x-forwarded-for", forwarded)], "client": ("9.9.9.9", 1)}
    assert limits.address_of(scope) == address


@pytest.mark.parametrize(("query", "code"), [("protocol=1", None), ("protocol=2", 4406), ("protocol=", None)])
async def test_a_client_says_which_protocol_it_speaks(solo: Match, query: str, code: int | None) -> None:
    socket = Socket(f"{solo.table.public_id}/?{query}&x=")
    socket.link.scope["path"] = f"/ws/tables/{solo.table.public_id}/"
    socket.link.scope["query_string"] = query.encode()
    await socket.open()
    if code is None:
        await socket.next("hello")
    else:
        assert (await socket.next("error"))["code"] == "unknown_protocol"
        assert await socket.closed() == code
    await socket.link.disconnect()
