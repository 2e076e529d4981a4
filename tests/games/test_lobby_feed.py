"""The lobby's sockets of one process: the lists are read once for all, frames are built once for all."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from typing import Any

import pytest

from games import lobby_feed
from games.lobby_feed import LobbyFeed
from games.lobby_frames import LobbyEntry
from games.messages import LOBBY, Kind, Message
from games.selectors.lobby import LobbyLists

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


def entry(table: str, watchers: int = 0) -> LobbyEntry:
    """A table that waits."""
    return {
        "id": table,
        "variant": "tarneeb",
        "options": {"target": 41},
        "turn_seconds": None,
        "status": "waiting",
        "seats": [],
        "watchers": watchers,
        "scores": None,
        "hand": None,
        "created_at": 0,
    }


class Site:
    """The open tables, which a test changes, and how often they were read."""

    def __init__(self) -> None:
        self.waiting: list[LobbyEntry] = []
        self.reads = 0
        self.broken = False
        self.feed = LobbyFeed(self.read)

    async def stir(self) -> None:
        """A notice comes that something changed."""
        await self.feed.hear(Message(LOBBY, Kind.LISTED))

    def read(self) -> LobbyLists:
        self.reads += 1
        if self.broken:
            raise RuntimeError("the ace of spades")
        return LobbyLists(list(self.waiting), [], {"waiting": None, "playing": None})


class Member:
    """A socket: the frames that it got."""

    def __init__(self) -> None:
        self.texts: asyncio.Queue[str] = asyncio.Queue()
        self.broken = False

    async def tell(self, text: str) -> None:
        if self.broken:
            raise ConnectionError
        await self.texts.put(text)

    async def next(self) -> dict[str, Any]:
        frame: dict[str, Any] = json.loads(await asyncio.wait_for(self.texts.get(), 5))
        return frame


@pytest.fixture
async def site(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Site]:
    monkeypatch.setattr(lobby_feed, "SPACING", 0.01)
    made = Site()
    yield made
    if made.feed._teller is not None:
        made.feed._teller.cancel()


async def joined(site: Site, count: int) -> list[Member]:
    """Sockets that have had their hello."""
    members = [Member() for _ in range(count)]
    for member in members:
        await site.feed.join(member.tell)
        assert (await member.next())["type"] == "hello"
    return members


async def test_many_notices_are_one_reading_and_one_text_for_all(site: Site) -> None:
    members = await joined(site, 5)
    reads = site.reads
    site.waiting = [entry("a"), entry("b")]
    for _ in range(40):
        await site.stir()
    texts = [await asyncio.wait_for(member.texts.get(), 5) for member in members]
    assert site.reads == reads + 1
    assert len({id(text) for text in texts}) == 1
    frame = json.loads(texts[0])
    assert [told["id"] for told in frame["tables"]] == ["a", "b"]
    assert frame["gone"] == []


async def test_only_what_changed_is_told(site: Site) -> None:
    site.waiting = [entry("a"), entry("b"), entry("c")]
    [member] = await joined(site, 1)
    site.waiting = [entry("a"), entry("b", watchers=2)]
    await site.stir()
    frame = await member.next()
    assert (frame["tables"], frame["gone"]) == ([entry("b", watchers=2)], ["c"])


async def test_a_notice_of_nothing_new_is_not_passed_on(site: Site) -> None:
    [member] = await joined(site, 1)
    reads = site.reads
    await site.stir()
    while site.reads == reads:
        await asyncio.sleep(0)
    site.waiting = [entry("a")]
    await site.stir()
    assert [told["id"] for told in (await member.next())["tables"]] == ["a"]
    assert member.texts.empty()


async def test_who_came_between_two_tellings_is_told_of_what_was_taken_back(site: Site) -> None:
    """The newcomer saw a table for a moment that the others never heard of: all are told that it is gone."""
    [early] = await joined(site, 1)
    site.waiting = [entry("a")]
    late = Member()
    await site.feed.join(late.tell)
    assert [told["id"] for told in (await late.next())["waiting"]] == ["a"]
    site.waiting = []
    await site.feed.tell_everything(early.tell)
    frames = [await late.next()]
    while not frames[-1].get("gone"):
        frames.append(await late.next())
    assert frames[-1]["gone"] == ["a"]


async def test_those_who_come_at_once_share_a_reading(site: Site) -> None:
    members = [Member() for _ in range(50)]
    await asyncio.gather(*(site.feed.join(member.tell) for member in members))
    assert [(await member.next())["type"] for member in members] == ["hello"] * 50
    assert site.reads <= 3


async def test_a_lost_notice_costs_a_moment_only(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_feed, "READ_ANYWAY_AFTER", 0.01)
    [member] = await joined(site, 1)
    site.waiting = [entry("a")]
    assert [told["id"] for told in (await member.next())["tables"]] == ["a"]


async def test_what_was_missed_is_read_again(site: Site) -> None:
    [member] = await joined(site, 1)
    site.waiting = [entry("a")]
    await site.feed.hear_that_something_was_missed()
    assert [told["id"] for told in (await member.next())["tables"]] == ["a"]


async def test_a_socket_that_leaves_while_the_lists_are_read_for_it_is_told_nothing(site: Site) -> None:
    member = Member()
    arriving = asyncio.create_task(site.feed.join(member.tell))
    while not site.feed.is_needed:
        await asyncio.sleep(0)
    site.feed.leave(member.tell)
    await arriving
    assert member.texts.empty()
    assert not site.feed.is_needed
    assert site.feed._teller is None


async def test_a_socket_that_breaks_hurts_no_other(site: Site) -> None:
    broken, whole = await joined(site, 2)
    broken.broken = True
    site.waiting = [entry("a")]
    await site.stir()
    assert (await whole.next())["type"] == "lobby"
    site.waiting = []
    await site.stir()
    assert (await whole.next())["gone"] == ["a"]


async def test_a_reading_that_fails_is_logged_without_its_message_and_made_good(
    site: Site, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby_feed, "READ_ANYWAY_AFTER", 0.01)
    [member] = await joined(site, 1)
    site.waiting = [entry("a")]
    site.broken = True
    with caplog.at_level(logging.ERROR):
        await site.stir()
        while not caplog.records:
            await asyncio.sleep(0)
    assert "RuntimeError" in caplog.text
    assert "ace" not in caplog.text
    site.broken = False
    assert (await member.next())["type"] == "lobby"


async def test_without_sockets_nothing_is_read(site: Site) -> None:
    first, second = await joined(site, 2)
    site.feed.leave(first.tell)
    assert site.feed._teller is not None
    site.feed.leave(second.tell)
    site.waiting = [entry("a")]
    await site.stir()
    assert site.feed._teller is None
    reads = site.reads
    [third] = await joined(site, 1)
    assert site.reads == reads + 1
    assert third.texts.empty()
