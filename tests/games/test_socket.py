"""The socket of a table, from the handshake to the close."""

from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Match, Move
from games.services import clock, tables
from tarneeb_site.asgi import application

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


async def to_persons_turn() -> None:
    """Lets the bots call until it is Alia's turn."""
    await sync_to_async(clock.run_due)(timezone.now())


async def test_the_first_frames_are_hello_and_the_whole_observation(
    solo: Match, alia: User, browser: Callable[[User], Client], connect: Callable[..., Any]
) -> None:
    table_id = solo.table.public_id
    socket = await connect(table_id, await sync_to_async(browser)(alia))
    hello = await socket.next("hello")
    assert hello["protocol"] == 1
    assert hello["you"] == {"seat": 0, "owner": True, "held_by_bot": False, "user": alia.public_id}
    assert hello["table"]["id"] == table_id
    seen = await socket.next("observation")
    assert (seen["match"], seen["version"]) == (solo.public_id, 1)
    assert len(seen["observation"]["hand"]["cards"]) == 13
    assert [frame["type"] for frame in socket.got] == ["hello", "observation"]


async def test_a_visitor_watches_without_cards(solo: Match, connect: Callable[..., Any]) -> None:
    socket = await connect(solo.table.public_id)
    hello = await socket.next("hello")
    assert hello["you"] == {"seat": None, "owner": False, "held_by_bot": False, "user": None}
    seen = await socket.next("observation")
    assert seen["observation"]["hand"]["cards"] is None
    await socket.send(type="move", match=solo.public_id, version=1, move="7", client_id="x")
    refused = await socket.next("refused")
    assert (refused["code"], refused["client_id"]) == ("not_your_seat", "x")


async def test_a_move_is_acknowledged_and_everyone_hears_of_it(
    solo: Match, alia: User, browser: Callable[[User], Client], connect: Callable[..., Any]
) -> None:
    await to_persons_turn()
    mine = await connect(solo.table.public_id, await sync_to_async(browser)(alia))
    other = await connect(solo.table.public_id)
    seen = await mine.next("observation")
    await other.next("observation")
    move = seen["observation"]["legal"][0]
    await mine.send(type="move", match=solo.public_id, version=seen["version"], move=move, client_id="m1")
    ack = await mine.next("ack")
    assert ack == {"type": "ack", "client_id": "m1", "version": seen["version"] + 1}
    events = await other.next("events")
    assert events["version"] == seen["version"] + 1
    assert events["events"][0] == {"type": "call_made", "seat": 0, "call": move}
    assert events["actor"] == "person"

    await mine.send(type="move", match=solo.public_id, version=seen["version"], move=move, client_id="m1")
    assert await mine.next("ack") == ack
    assert await Move.objects.filter(client_id="m1").acount() == 1


async def test_everyone_hears_that_the_clock_moved_for_somebody(
    solo: Match, alia: User, connect: Callable[..., Any]
) -> None:
    await to_persons_turn()
    watcher = await connect(solo.table.public_id)
    await watcher.next("observation")
    await Match.objects.filter(pk=solo.pk).aupdate(due_at=timezone.now())
    await to_persons_turn()
    events = await watcher.next("events")
    assert (events["actor"], events["events"][0]["seat"]) == ("clock", 0)


async def test_a_move_whose_answer_was_lost_is_there_once(
    solo: Match, alia: User, browser: Callable[[User], Client], connect: Callable[..., Any]
) -> None:
    await to_persons_turn()
    client = await sync_to_async(browser)(alia)
    first = await connect(solo.table.public_id, client)
    seen = await first.next("observation")
    frame = {
        "type": "move",
        "match": solo.public_id,
        "version": seen["version"],
        "move": seen["observation"]["legal"][0],
        "client_id": "lost",
    }
    await first.send(**frame)
    await first.link.disconnect()
    second = await connect(solo.table.public_id, client)
    await second.next("observation")
    await second.send(**frame)
    assert (await second.next("ack"))["version"] == seen["version"] + 1
    assert await Move.objects.filter(client_id="lost").acount() == 1


async def test_a_refusal_is_told_in_the_readers_language_with_the_version_of_now(
    solo: Match, alia: User, browser: Callable[[User], Client], connect: Callable[..., Any]
) -> None:
    await to_persons_turn()
    socket = await connect(solo.table.public_id, await sync_to_async(browser)(alia))
    seen = await socket.next("observation")
    version = seen["version"]
    await socket.send(type="move", match=solo.public_id, version=version, move="SA", client_id="a")
    refused = await socket.next("refused")
    assert (refused["code"], refused["version"], refused["client_id"]) == ("wrong_phase", version, "a")
    assert refused["text"] == "It is time to bid, not to play."
    await socket.send(type="move", match=solo.public_id, version=0, move="7", client_id="b")
    stale = await socket.next("refused")
    assert (stale["code"], stale["version"], stale["params"]) == (
        "stale_version",
        version,
        {"version": version},
    )


async def test_sync_gives_table_place_and_observation_again(
    solo: Match, alia: User, browser: Callable[[User], Client], connect: Callable[..., Any]
) -> None:
    socket = await connect(solo.table.public_id, await sync_to_async(browser)(alia))
    first = await socket.next("observation")
    await socket.send(type="sync")
    await socket.next("table")
    assert (await socket.next("you"))["you"]["seat"] == 0
    assert (await socket.next("observation"))["observation"] == first["observation"]


async def test_who_sits_down_hears_what_their_seat_may_know_and_no_more_after_standing_up(
    alia: User,
    basim: User,
    no_pauses: None,
    browser: Callable[[User], Client],
    connect: Callable[..., Any],
) -> None:
    table = await sync_to_async(tables.create_table)(alia, "tarneeb", {}, 30, "open")
    socket = await connect(table.public_id, await sync_to_async(browser)(basim))
    assert (await socket.next("hello"))["you"]["seat"] is None
    await sync_to_async(tables.sit)(table.public_id, basim, 2)
    assert (await socket.next("you"))["you"]["seat"] == 2
    await sync_to_async(tables.fill_with_bots)(table.public_id, alia)
    await sync_to_async(tables.start_match)(table.public_id, alia)
    private = await socket.next("private")
    assert [event["type"] for event in private["events"]] == ["cards_dealt"]
    assert private["events"][0]["seat"] == 2
    await sync_to_async(tables.leave)(table.public_id, basim)
    assert (await socket.next("you"))["you"]["seat"] is None
    seen = await socket.next("observation")
    assert seen["observation"]["hand"]["cards"] is None


async def test_who_held_the_seat_before_gets_nothing_of_its_next_person(
    alia: User,
    basim: User,
    celine: User,
    no_pauses: None,
    browser: Callable[[User], Client],
    connect: Callable[..., Any],
) -> None:
    table = await sync_to_async(tables.create_table)(alia, "tarneeb", {}, 30, "open")
    await sync_to_async(tables.sit)(table.public_id, basim, 2)
    before = await connect(table.public_id, await sync_to_async(browser)(basim))
    await before.next("hello")
    await sync_to_async(tables.stand)(table.public_id, basim)
    await sync_to_async(tables.sit)(table.public_id, celine, 2)
    await sync_to_async(tables.fill_with_bots)(table.public_id, alia)
    await sync_to_async(tables.start_match)(table.public_id, alia)
    await before.next("events")
    assert await before.link.receive_nothing(timeout=0.2)
    assert "private" not in {frame["type"] for frame in before.got}


async def test_two_screens_of_one_person_are_one_seat(
    solo: Match, alia: User, browser: Callable[[User], Client], connect: Callable[..., Any]
) -> None:
    await to_persons_turn()
    client = await sync_to_async(browser)(alia)
    one = await connect(solo.table.public_id, client)
    two = await connect(solo.table.public_id, client)
    seen = await one.next("observation")
    assert (await two.next("observation"))["observation"] == seen["observation"]
    move = seen["observation"]["legal"][0]
    await one.send(type="move", match=solo.public_id, version=seen["version"], move=move, client_id="1")
    await one.next("ack")
    await two.send(type="move", match=solo.public_id, version=seen["version"], move=move, client_id="2")
    assert (await two.next("refused"))["code"] == "stale_version"


async def test_a_table_that_does_not_exist_is_told(db: None, connect: Callable[..., Any]) -> None:
    socket = await connect("nosuch")
    assert (await socket.next("error"))["code"] == "table_not_found"
    assert await socket.closed() == 4404


async def test_a_page_of_another_site_gets_no_connection(solo: Match) -> None:
    headers = [(b"host", b"localhost"), (b"origin", b"http://elsewhere.example")]
    link = WebsocketCommunicator(application, f"/ws/tables/{solo.table.public_id}/", headers)
    accepted, _code = await link.connect()
    assert not accepted


async def test_the_refusal_is_arabic_for_a_reader_of_arabic(
    solo: Match, connect: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    from django.utils import translation

    monkeypatch.setattr(
        "games.consumers.connection.sentence_of", lambda _code, _params: translation.get_language()
    )
    for language in ("ar", "en"):
        socket = await connect(solo.table.public_id, None, language)
        await socket.next("observation")
        await socket.send(type="move", match=solo.public_id, version=1, move="7", client_id="a")
        assert (await socket.next("refused"))["text"] == language


async def test_a_waiting_table_has_no_observation(alia: User, connect: Callable[..., Any]) -> None:
    table = await sync_to_async(tables.create_table)(alia, "tarneeb", {}, 30, "open")
    socket = await connect(table.public_id)
    hello = await socket.next("hello")
    assert hello["table"]["match"] is None
    assert await socket.link.receive_nothing(timeout=0.2)
