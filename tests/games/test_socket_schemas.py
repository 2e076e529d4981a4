"""Whatever the sockets send fits the published schemas: whole matches, and all that goes on around them."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.utils import timezone

from accounts.models import User
from games import lobby_feed
from games.models import Match, Seat
from games.services import clock, tables
from tarneeb_site.asgi import application
from tests.games.schemas import check, message_names
from tests.games.sockets import Socket

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

GAMES = [
    ("tarneeb", {"target": 31}),
    ("tarneeb", {"target": 31, "egyptian": True, "no_trump": True}),
    ("syrian41", {}),
    ("tarneeb41", {}),
]


class Reader:
    """A connection whose every frame is held against the schemas; `checked` has the texts that fitted, as
    most come to everyone at the table."""

    def __init__(self, socket: Socket, checked: set[str]) -> None:
        self.socket = socket
        self.checked = checked
        self.kinds: set[str] = set()
        self.events: set[str] = set()
        self.version = 0

    async def take(self) -> None:
        text = await self.socket.link.receive_from(timeout=10)
        frame = json.loads(text)
        if text not in self.checked:
            check(frame)
            self.checked.add(text)
        self.kinds.add(frame["type"])
        self.events |= {event["type"] for event in frame.get("events", ())}
        if frame["type"] == "events":
            self.version = frame["version"]

    async def read_to(self, version: int) -> None:
        """Reads until the frame of this version has come."""
        while self.version < version:
            await self.take()

    async def read_rest(self) -> None:
        """Reads what has come besides; the answer to a ping is the last of it."""
        await self.socket.send(type="ping")
        while "pong" not in self.kinds:
            await self.take()


async def play_to_the_end(match: Match, readers: list[Reader]) -> None:
    """Lets bots play for everyone, and everyone read after each step."""
    while match.status == Match.Status.PLAYING:
        await sync_to_async(clock.run_due)(timezone.now(), seconds=0)
        await match.arefresh_from_db()
        for reader in readers:
            await reader.read_to(match.version)


def match_of_bots(users: list[User], variant: str, options: dict[str, object]) -> Match:
    """A match of four people for whom bots play."""
    table = tables.create_table(users[0], variant, options, 10, "open")
    for position, user in enumerate(users[1:], 1):
        tables.sit(table.public_id, user, position)
    match = tables.start_match(table.public_id, users[0])
    Seat.objects.filter(table=table).update(held_by_bot=True)
    Match.objects.filter(pk=match.pk).update(due_at=timezone.now())
    return match


@pytest.mark.parametrize(("variant", "options"), GAMES, ids=lambda value: str(value))
async def test_every_frame_of_a_whole_match_fits(
    alia: User,
    basim: User,
    celine: User,
    dawud: User,
    no_pauses: None,
    browser: Callable[..., Any],
    connect: Callable[..., Any],
    variant: str,
    options: dict[str, object],
) -> None:
    users = [alia, basim, celine, dawud]
    match = await sync_to_async(match_of_bots)(users, variant, options)
    table_id = match.table.public_id
    seats = [await connect(table_id, await sync_to_async(browser)(user)) for user in users]
    checked: set[str] = set()
    readers = [Reader(socket, checked) for socket in (*seats, await connect(table_id))]
    await play_to_the_end(match, readers)
    for reader in readers:
        await reader.read_rest()
    *seated, spectator = readers
    common = {"hello", "observation", "events", "table", "pong"}
    assert all(reader.kinds >= common | {"private"} for reader in seated)
    assert spectator.kinds == common
    public = {"hand_started", "call_made", "auction_ended", "card_played", "trick_taken", "trump_set"}
    public |= {"hand_ended", "match_ended"} | ({"card_revealed"} if variant == "syrian41" else set())
    assert spectator.events == public
    assert all(reader.events == public | {"cards_dealt"} for reader in seated)


async def test_every_other_frame_of_a_table_fits(
    solo: Match,
    alia: User,
    basim: User,
    browser: Callable[..., Any],
    connect: Callable[..., Any],
) -> None:
    """Answers, refusals with their parameters, errors, and what is told when seats change."""
    table_id, match_id = solo.table.public_id, solo.public_id
    await sync_to_async(clock.run_due)(timezone.now())  # the bots, to Alia's turn
    client = await sync_to_async(browser)(alia)
    mine = await connect(table_id, client)
    visitor = await connect(table_id)
    seen = await mine.next("observation")
    version, legal = seen["version"], seen["observation"]["legal"]
    bad = ["x", "SA", "S", "double", "2", "8H", "1", "\u0636"]
    for place, move in enumerate(bad):
        await mine.send(type="move", match=match_id, version=version, move=move, client_id=f"bad-{place}")
    await mine.send(type="move", match=match_id, version=0, move=legal[0], client_id="stale")
    await mine.send(type="move", match="nosuch", version=version, move=legal[0], client_id="other")
    await mine.send(type="move", match=match_id, version=version, move=legal[0], client_id="a b")
    await visitor.send(type="move", match=match_id, version=version, move=legal[0], client_id="v")
    await visitor.next("refused")
    await mine.send(type="move", match=match_id, version=version, move=legal[0], client_id="good")
    await mine.next("ack")
    await mine.send(type="sync")
    await mine.next("you")
    await mine.next("observation")
    await sync_to_async(tables.leave)(table_id, alia)
    await mine.next("you")
    await mine.next("observation")
    codes = {frame["code"] for frame in mine.got if frame["type"] == "refused"}
    assert codes >= {"not_a_move", "wrong_phase", "double_not_played", "bid_out_of_range", "stale_version"}
    assert codes >= {"bid_takes_no_suit", "match_not_found", "bad_client_id"}
    assert {frame["type"] for frame in mine.got} >= set(message_names("table", "send")) - {"pong", "private"}
    for frame in (*mine.got, *visitor.got):
        check(frame)


async def test_a_table_that_does_not_exist_is_told_in_a_frame_that_fits(
    db: None, connect: Callable[..., Any]
) -> None:
    socket = await connect("nosuch")
    check(await socket.next("error"))


async def test_every_frame_of_the_lobby_fits(
    alia: User,
    basim: User,
    celine: User,
    bots_only: Callable[..., Match],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lobby_feed, "SPACING", 0.01)
    match = await sync_to_async(bots_only)("syrian41")
    socket = Socket("")
    socket.link = WebsocketCommunicator(application, "/ws/lobby/", socket.link.scope["headers"])
    await socket.open()
    await socket.next("hello")
    for variant, options, turn in (("tarneeb", {"egyptian": True}, None), ("tarneeb41", {}, 20)):
        table = await sync_to_async(tables.create_table)(basim, variant, options, turn, "open")
        await sync_to_async(tables.sit)(table.public_id, celine, 2)
        await socket.next("lobby")
    await sync_to_async(tables.leave)(table.public_id, basim)
    await sync_to_async(tables.leave)(table.public_id, celine)
    while not await match.hands.filter(outcome="scored").aexists():
        await sync_to_async(clock.run_due)(timezone.now(), seconds=0)
    for request in ("sync", "ping"):
        await socket.send(type=request)
    await socket.send(type="nothing")
    await socket.next("error")
    await socket.link.disconnect()
    assert {frame["type"] for frame in socket.got} == set(message_names("lobby", "send"))
    for frame in socket.got:
        check(frame, "lobby")
