"""What passes to the connections of a process, and how it is noticed that something did not."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from accounts.models import User
from games import bus
from games.database import THREADS, in_database
from games.effects import table_message
from games.hub import Hub, running_hub
from games.messages import Kind, Message, table_group
from games.models import Connection, Match, Table, WebProcess
from games.selectors.tables import table_payload
from games.services import presence, tables
from games.table_pictures import TablePictures

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def waiting(alia: User) -> Table:
    """Alia's table, at which nobody else sits yet."""
    return tables.create_table(alia, "tarneeb", {}, 30, "link")


class Ear:
    """Hears, or fails to."""

    def __init__(self, fails: bool = False) -> None:
        self.heard: list[str] = []
        self.told_anew = asyncio.Event()
        self.fails = fails

    async def hear(self, message: Message) -> None:
        if self.fails:
            raise ConnectionError("SA HT")
        self.heard.append(message.text)

    async def hear_that_something_was_missed(self) -> None:
        self.told_anew.set()


async def settled(hub: Hub) -> None:
    """Waits until everything that was delivered has been handed out."""
    ear = Ear()
    hub.join("test.settled", ear)
    hub.deliver([Message("test.settled", Kind.FRAME, "last")])
    while not ear.heard:
        await asyncio.sleep(0)
    hub.leave("test.settled", ear)


async def test_a_group_hears_in_order_what_it_is_sent_and_nothing_else() -> None:
    hub = running_hub()
    one, two = Ear(), Ear()
    hub.join("a", one)
    hub.join("b", two)
    hub.deliver([Message("a", Kind.FRAME, "1"), Message("b", Kind.FRAME, "2"), Message("a", Kind.FRAME, "3")])
    await settled(hub)
    hub.leave("a", one)
    hub.deliver([Message("a", Kind.FRAME, "4")])
    await settled(hub)
    assert (one.heard, two.heard) == (["1", "3"], ["2"])
    hub.leave("b", two)


async def test_a_connection_that_fails_takes_nothing_from_the_others(
    caplog: pytest.LogCaptureFixture,
) -> None:
    hub = running_hub()
    ears = [Ear(), Ear(fails=True), Ear()]
    for ear in ears:
        hub.join("a", ear)
    hub.deliver([Message("a", Kind.FRAME, "1"), Message("a", Kind.FRAME, "2")])
    await settled(hub)
    assert [ear.heard for ear in ears] == [["1", "2"], [], ["1", "2"]]
    assert "could not be told" in caplog.text
    assert "SA" not in caplog.text
    for ear in ears:
        hub.leave("a", ear)


async def test_who_comes_after_the_last_has_gone_hears_nothing_of_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An old table frame would take the person out of their seat. Other processes are sent what is theirs."""
    sent: list[Message] = []
    monkeypatch.setattr("games.hub.reaches_others", lambda: True)
    monkeypatch.setattr(bus.outbox, "put", sent.extend)
    hub, gone, new = Hub(), Ear(), Ear()
    old = Message("a", Kind.TABLE, "old")
    hub.join("a", gone)
    hub.deliver([old])
    hub.leave("a", gone)
    assert sent == [old]
    monkeypatch.setattr("games.hub.reaches_others", lambda: False)
    hub.join("a", new)
    await settled(hub)
    assert (gone.heard, new.heard) == ([], [])
    hub.leave("a", new)


def numbered(sender: str, number: int) -> dict[str, Any]:
    return {"sender": sender, "number": number, "messages": []}


@pytest.mark.parametrize(
    ("numbers", "lost"),
    [
        ([("w", 1), ("w", 2), ("v", 7), ("w", 3)], False),  # v has sent before anybody listened
        ([("w", 1), ("w", 3)], True),
        ([("w", 1), ("w", 2), ("w", 1)], True),
    ],
)
def test_a_missing_number_of_another_process_is_noticed(numbers: list[tuple[str, int]], lost: bool) -> None:
    listening = bus.Listening()
    for sender, number in numbers:
        listening._count(numbered(sender, number))
    assert listening.lost_some is lost


class Layer:
    """Stands for Redis: has what was sent, and at first leaves some without an answer."""

    def __init__(self, silent: int = 0) -> None:
        self.sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.silent = silent

    async def group_send(self, _group: str, content: dict[str, Any]) -> None:
        if self.silent:
            self.silent -= 1
            await asyncio.Event().wait()
        await self.sent.put(content)


@pytest.fixture
async def sender(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Callable[[Layer], bus.Sender]]:
    """Starts senders over a layer."""
    running: list[asyncio.Task[None]] = []

    def start(layer: Layer) -> bus.Sender:
        monkeypatch.setattr(bus, "get_channel_layer", lambda: layer)
        started = bus.Sender()
        running.append(asyncio.create_task(started.run()))
        return started

    yield start
    for task in running:
        task.cancel()


async def test_what_a_process_sent_before_it_had_a_connection_is_not_taken_for_a_gap(
    sender: Callable[[Layer], bus.Sender],
) -> None:
    """A web server opens a table before anybody is connected to it, and speaks in two ways from then on."""
    layer, listening = Layer(), bus.Listening()
    outbox, hub = sender(layer), sender(layer)
    for one in (outbox, outbox, hub, outbox, hub):
        one.put([Message("a", Kind.FRAME, "1")])
        listening._count(await layer.sent.get())
    assert not listening.lost_some


async def test_a_redis_that_does_not_answer_keeps_nothing_waiting_for_ever(
    sender: Callable[[Layer], bus.Sender], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(bus, "_SENT_WITHIN", 0.05)
    layer = Layer(silent=1)
    one = sender(layer)
    one.put([Message("a", Kind.FRAME, "lost")])
    while layer.silent:
        await asyncio.sleep(0)
    one.put([Message("a", Kind.FRAME, "next")])
    sent = await layer.sent.get()
    assert [Message.unpacked(values).text for values in sent["messages"]] == ["next"]
    assert sent["number"] == 2  # whoever listens finds that the first is missing
    assert "could not send 1 messages" in caplog.text


async def test_when_messages_of_other_processes_were_lost_everyone_is_told_anew() -> None:
    hub = running_hub()
    ear = Ear()
    hub.join("table.a", ear)
    await hub._look_for_what_was_missed()
    assert not ear.told_anew.is_set()
    hub._others._count(numbered("w", 2))
    hub._others._count(numbered("w", 4))
    await hub._look_for_what_was_missed()
    assert ear.told_anew.is_set()
    hub.leave("table.a", ear)


async def test_a_table_that_was_not_told_of_a_step_is_told_at_the_second_look(
    solo: Match,
    alia: User,
    browser: Callable[[User], Client],
    connect: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As when the process that made the step was killed before it could tell."""
    socket = await connect(solo.table.public_id, await sync_to_async(browser)(alia))
    first = await socket.next("observation")
    hub = running_hub()
    with monkeypatch.context() as silence:
        silence.setattr("games.bus.send", lambda _messages: None)
        await sync_to_async(tables.leave)(solo.table.public_id, alia)
    await hub._look_for_what_was_missed()
    await hub._look_for_what_was_missed()
    assert (await socket.next("table"))["table"]["status"] == "closed"
    assert (await socket.next("observation"))["version"] == first["version"] + 1


async def test_a_table_that_knows_everything_is_not_told_again(
    solo: Match, connect: Callable[..., Any]
) -> None:
    socket = await connect(solo.table.public_id)
    await socket.next("observation")
    for _look in range(3):
        await running_hub()._look_for_what_was_missed()
    await socket.send(type="ping")
    await socket.next("pong")
    assert [frame["type"] for frame in socket.got] == ["hello", "observation", "pong"]


async def test_a_connection_is_written_down_while_it_lasts(
    solo: Match, alia: User, browser: Callable[[User], Client], connect: Callable[..., Any]
) -> None:
    socket = await connect(solo.table.public_id, await sync_to_async(browser)(alia))
    await socket.next("observation")
    row = await Connection.objects.aget()
    assert (row.user_id, row.table_id, row.closed_at) == (alia.pk, solo.table_id, None)
    await socket.link.disconnect()
    while (await Connection.objects.aget()).closed_at is None:
        await asyncio.sleep(0.01)


async def test_a_process_says_that_it_lives_though_all_its_connections_read_at_once(
    solo: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After Redis or the web server was away. A process that is silent for nine seconds is taken for lost."""
    reading, beaten = threading.Event(), asyncio.Event()
    readers = [asyncio.create_task(in_database(reading.wait)) for _reader in range(2 * THREADS)]
    hub = running_hub()
    beat = presence.beat

    def say(*args: Any) -> None:
        beat(*args)
        hub.loop.call_soon_threadsafe(beaten.set)

    monkeypatch.setattr("games.hub.TICK_SECONDS", 0.01)
    monkeypatch.setattr("games.services.presence.beat", say)
    ear = Ear()
    hub.join("a", ear)
    try:
        await asyncio.wait_for(beaten.wait(), 10)
    finally:
        reading.set()
        await asyncio.gather(*readers)
        hub.leave("a", ear)
    assert await WebProcess.objects.aexists()


async def tell_late(hub: Hub, table_id: str, changed: Callable[[], object]) -> None:
    """Lets a picture of the table that was read before a change be handed out after the change was."""
    old = await sync_to_async(table_payload)(table_id)
    assert old is not None
    await sync_to_async(changed)()
    await settled(hub)
    hub.deliver([table_message(old)])
    await settled(hub)


async def test_a_picture_of_a_table_that_comes_late_is_put_right_at_the_next_look(
    waiting: Table, basim: User, connect: Callable[..., Any]
) -> None:
    """Two processes change a table; the one that read it first tells last."""
    socket = await connect(waiting.public_id)
    await socket.next("hello")
    hub = running_hub()
    await tell_late(hub, waiting.public_id, lambda: tables.sit(waiting.public_id, basim, 1))
    names = [(await socket.next("table"))["table"]["seats"][1]["name"] for _frame in range(2)]
    assert names == ["Basim", None]
    await hub._look_for_old_tables()
    assert (await socket.next("table"))["table"]["seats"][1]["name"] == "Basim"
    # And then it is right.
    await settled(hub)
    await hub._look_for_old_tables()
    await socket.send(type="ping")
    await socket.next("pong")
    assert socket.got[-2]["type"] == "table"


async def test_more_old_pictures_than_are_read_at_one_look_are_put_right_at_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read: list[str] = []

    def note(table_id: str) -> None:
        read.append(table_id)

    monkeypatch.setattr("games.table_pictures.table_payload", note)
    monkeypatch.setattr("games.table_pictures.TABLES_A_LOOK", 2)
    pictures = TablePictures()
    for table_id in "abcd":
        pictures.told(Message(table_group(table_id), Kind.TABLE, "text"))
    pictures.told(Message(table_group("a"), Kind.FRAME, "text"))
    for _look in range(3):
        assert [told async for told in pictures.corrections({"a", "b", "d"})] == []
    assert read == ["a", "b", "d"]


async def test_a_table_that_could_not_be_read_is_read_at_the_next_look(
    waiting: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_table_id: str) -> None:
        raise ConnectionError("SA")

    pictures = TablePictures()
    pictures.doubt([waiting.public_id])
    with monkeypatch.context() as patched:
        patched.setattr("games.table_pictures.table_payload", fail)
        with pytest.raises(ConnectionError):
            await anext(pictures.corrections([waiting.public_id]))
    told = [message async for message in pictures.corrections([waiting.public_id])]
    assert [message.group for message in told] == [table_group(waiting.public_id)]


async def test_what_changed_before_a_process_heard_the_others_is_told(
    waiting: Table, basim: User, connect: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    socket = await connect(waiting.public_id)
    await socket.next("hello")
    hub = running_hub()
    with monkeypatch.context() as deaf:
        deaf.setattr("games.bus.send", lambda _messages: None)
        await sync_to_async(tables.sit)(waiting.public_id, basim, 1)
    hearing = asyncio.create_task(anext(hub._others.messages()))
    while not hub._others.has_begun:
        await asyncio.sleep(0)
    await hub._look_for_old_tables()
    assert (await socket.next("table"))["table"]["seats"][1]["name"] == "Basim"
    hearing.cancel()
