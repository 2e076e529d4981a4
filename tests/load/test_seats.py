"""What the people in the seats do with the frames that they get, without a site."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from accounts.models import User
from games.load import seats
from games.load.figures import Figures
from games.load.plan import Address
from games.load.rows import Person
from games.load.seats import Load, Seat, Table
from games.protocol import encode

NOW = 100.0
AUTHOR = Person(User(), "key")


class Wire:
    """Stands for an open connection; keeps what is sent."""

    def __init__(self) -> None:
        self.is_open = True
        self.sent: list[dict[str, Any]] = []

    def send(self, text: bytes) -> None:
        self.sent.append(json.loads(text))


@dataclass
class Four:
    """A table with its four connections."""

    load: Load
    table: Table
    seats: list[Seat] = field(default_factory=list)
    wires: list[Wire] = field(default_factory=list)

    def hear(self, position: int, frame: Any, now: float = NOW) -> None:
        self.seats[position].take(encode(frame).encode(), now)

    def all_hear(self, frame: Any, now: float = NOW) -> None:
        for position in range(4):
            self.hear(position, frame, now)

    def moves(self, position: int) -> list[dict[str, Any]]:
        return [frame for frame in self.wires[position].sent if frame["type"] == "move"]

    def asked(self, position: int) -> int:
        return [frame["type"] for frame in self.wires[position].sent].count("sync")


@pytest.fixture
def four(monkeypatch: pytest.MonkeyPatch) -> Four:
    monkeypatch.setattr(seats, "monotonic", lambda: NOW)
    load = Load(Figures(), Random(1), pace=0, playing=True, counting=True)
    made = Four(load, Table(load))
    for _position in range(4):
        seat = Seat(load, Address("http", "127.0.0.1", 1), made.table, "load-t-0", AUTHOR)
        wire = Wire()
        seat._socket = wire  # type: ignore[assignment]
        made.seats.append(seat)
        made.wires.append(wire)
    return made


def events(version: int, match: str = "m", **more: Any) -> dict[str, Any]:
    return {
        "type": "events",
        "match": match,
        "version": version,
        "actor": "person",
        "events": [],
        "phase": "play",
        "turn": 1,
        "scores": [0, 0],
        "clock": None,
        "now": 1,
        **more,
    }


def private(version: int, *legal: str, match: str = "m") -> dict[str, Any]:
    return {"type": "private", "match": match, "version": version, "events": [], "legal": list(legal)}


def observation(version: int, *legal: str, turn: int | None = 0, phase: str = "play") -> dict[str, Any]:
    seen = {"phase": phase, "turn": turn, "legal": list(legal)}
    return {"type": "observation", "match": "m", "version": version, "observation": seen}


def ack(client_id: str, version: int) -> dict[str, Any]:
    return {"type": "ack", "client_id": client_id, "version": version}


def refused(client_id: str, code: str = "stale_version") -> dict[str, Any]:
    return {"type": "refused", "client_id": client_id, "code": code, "params": {}, "text": "", "version": 9}


def test_a_turn_is_answered_with_a_legal_move_and_its_way_is_followed(four: Four) -> None:
    four.hear(2, private(4, "SA"))
    (move,) = four.moves(2)
    assert move == {"type": "move", "match": "m", "version": 4, "move": "SA", "client_id": "1"}
    four.hear(2, ack("1", 5), NOW + 0.5)
    for position, later in ((0, 1), (1, 2), (3, 3), (2, 4)):
        four.hear(position, events(5), NOW + later)
    figures = four.load.figures
    assert (figures.accepted, figures.received, figures.under_way) == (1, 1, 0)
    assert figures.latencies == [4.0]
    assert figures.acknowledgements == [0.5]
    assert four.load.frames == 6
    assert not figures.errors


def test_a_turn_that_is_told_twice_is_answered_once(four: Four) -> None:
    four.hear(0, private(4, "SA"))
    four.hear(0, private(4, "SA"))
    four.hear(0, ack("1", 5))
    four.hear(0, observation(4, "SA"))
    assert len(four.moves(0)) == 1


def test_events_in_another_form_than_the_usual_count_as_well(four: Four) -> None:
    four.hear(2, private(4, "SA"))
    four.hear(2, ack("1", 5))
    frame = events(5)
    backwards = json.dumps({key: frame[key] for key in reversed(frame)}, indent=1).encode()
    for position in range(4):
        four.seats[position].take(backwards, NOW + 1)
    assert four.load.figures.latencies == [1.0]


def test_the_usual_form_of_events_is_known_by_its_beginning(four: Four) -> None:
    """Or every frame of events would be read in whole, four times a move."""
    four.all_hear(events(4))
    match = four.table.match
    assert match is not None
    assert encode(events(5)).encode().startswith(match.prefix)  # type: ignore[arg-type]


def test_who_missed_events_asks_and_counts_as_told_once_everything_is_seen(four: Four) -> None:
    four.all_hear(events(4))
    four.hear(1, private(4, "SA"))
    four.hear(1, ack("1", 5))
    for position in (0, 1, 2):
        four.hear(position, events(5), NOW + 1)
    four.hear(3, events(6), NOW + 2)
    assert [four.asked(position) for position in range(4)] == [0, 0, 0, 1]
    assert four.load.figures.received == 0
    four.hear(3, observation(6, turn=2), NOW + 3)
    assert four.load.figures.latencies == [3.0]
    assert four.load.figures.gaps == 1


def test_a_move_that_was_not_acknowledged_is_sent_again_under_its_name(four: Four) -> None:
    four.hear(0, private(4, "SA", "SK", "SQ"))
    four.hear(0, observation(4, "SA", "SK", "SQ"))
    first, again = four.moves(0)
    assert first == again
    four.hear(0, ack("1", 5))
    four.all_hear(events(5))
    four.hear(0, ack("1", 5))
    figures = four.load.figures
    assert (figures.sent, figures.accepted, figures.received, figures.resent) == (1, 1, 1, 1)
    assert not figures.errors


def test_an_answer_that_comes_when_the_next_match_has_begun_still_counts(four: Four) -> None:
    four.hear(0, private(4, "SA"))
    four.all_hear(events(5))
    four.all_hear(events(1, match="next"))
    four.hear(0, ack("1", 5))
    figures = four.load.figures
    assert (figures.accepted, figures.under_way) == (1, 0)
    assert not figures.errors


def test_a_table_is_missed_from_when_its_match_was_to_start(
    four: Four, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def press(_seat: Seat, _button: str) -> bool:
        return True

    monkeypatch.setattr(Seat, "press", press)
    assert four.table.heard_at > NOW + 1000
    asyncio.run(four.table.start())
    assert four.table.heard_at == NOW


def test_where_nothing_comes_one_of_the_four_asks_and_then_another(four: Four) -> None:
    for now in (NOW + 20, NOW + 40, NOW + 60, NOW + 80, NOW + 100):
        four.table.ask(now)
    assert [four.asked(position) for position in range(4)] == [2, 1, 1, 1]
    assert four.load.figures.stalls == 5
    assert four.table.heard_at == NOW + 100


async def test_after_a_refusal_the_seat_asks_and_answers_anew(
    four: Four, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seats, "ASK_AFTER_REFUSAL", 0)
    four.hear(0, private(4, "SA"))
    four.hear(0, refused("1"))
    await asyncio.sleep(0.01)
    assert four.asked(0) == 1
    four.hear(0, observation(6, "SK"))
    assert [move["move"] for move in four.moves(0)] == ["SA", "SK"]
    figures = four.load.figures
    assert (figures.stale, figures.accepted, figures.under_way) == (1, 0, 1)


async def test_a_refused_move_is_made_again_where_the_turn_is_the_same(
    four: Four, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seats, "ASK_AFTER_REFUSAL", 0)
    four.hear(0, private(4, "SA"))
    four.hear(0, refused("1", "server_busy"))
    four.hear(0, observation(4, "SA"))
    assert [move["client_id"] for move in four.moves(0)] == ["1", "2"]


def test_answers_to_moves_that_nobody_made_are_errors(four: Four) -> None:
    four.hear(0, private(4, "SA"))
    four.hear(0, ack("77", 5))
    assert four.load.figures.errors == {"acknowledgement of another move": 1}


def test_the_next_match_has_moves_of_its_own(four: Four) -> None:
    """Versions begin anew: what still comes of the match before says nothing about them."""
    four.all_hear(events(4))
    for position in (0, 1, 2):
        four.hear(position, private(1, match="next"))
    four.hear(0, private(1, "SA", match="next"))
    four.hear(0, ack("1", 2))
    for position in (0, 1, 2):
        four.hear(position, events(2, match="next"), NOW + 1)
    four.hear(3, events(2, match="m"), NOW + 2)
    assert four.load.figures.received == 0
    four.hear(3, events(2, match="next"), NOW + 3)
    assert four.load.figures.latencies == [3.0]


def test_nobody_moves_when_it_is_over(four: Four) -> None:
    four.load.playing = False
    four.hear(1, private(4, "SA"))
    assert four.moves(1) == []
    assert four.load.figures.sent == 0


async def test_the_owner_starts_the_match_and_tries_again_where_the_site_does_not(
    four: Four, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seats, "RECONNECT_AFTER", 0)
    pressed: list[tuple[Seat, str]] = []

    async def press(seat: Seat, button: str) -> bool:
        pressed.append((seat, button))
        return len(pressed) == 2

    monkeypatch.setattr(Seat, "press", press)
    await four.table.start()
    assert pressed == [(four.seats[0], "start")] * 2


def test_moves_of_the_warm_up_do_not_count(four: Four) -> None:
    four.load.counting = False
    four.hear(0, private(4, "SA"))
    four.load.counting = True
    four.hear(0, ack("1", 5))
    four.all_hear(events(5))
    assert four.load.figures.accepted == four.load.figures.received == 0


def test_with_a_pace_the_table_waits_from_one_move_to_the_next(
    four: Four, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []

    class Loop:
        def call_later(self, seconds: float, work: Callable[[], None]) -> None:
            waits.append(seconds)
            work()

    monkeypatch.setattr(asyncio, "get_running_loop", Loop)
    four.load.pace = 1.5
    four.table._slot = 0.25
    for now, position in ((NOW, 0), (NOW + 1.25, 1), (NOW + 9, 2), (NOW + 9, 3)):
        monkeypatch.setattr(seats, "monotonic", lambda now=now: now)
        four.hear(position, private(4 + position, "SA"))
    # 100.75 is the first time of this table's phase, 102.25 the next; then it is late, and then it is not.
    assert waits == [0.75, 1.0, 0, 1.5]
    assert [len(four.moves(position)) for position in range(4)] == [1, 1, 1, 1]


def test_the_wait_for_a_deal_is_counted_apart(four: Four) -> None:
    four.all_hear(events(4, phase="awaiting_deal", turn=None), NOW)
    four.all_hear(events(5), NOW + 0.75)
    four.all_hear(events(6), NOW + 2)
    assert four.load.figures.waits_for_deal == [0.75]
    assert four.load.figures.latencies == []


async def test_when_a_match_ends_each_of_the_four_asks_once_for_another(
    four: Four, monkeypatch: pytest.MonkeyPatch
) -> None:
    pressed: list[tuple[Seat, str]] = []

    async def press(seat: Seat, button: str) -> bool:
        pressed.append((seat, button))
        return True

    monkeypatch.setattr(Seat, "press", press)
    four.all_hear(events(4, phase="ended", turn=None))
    four.hear(0, observation(4, turn=None, phase="ended"))
    await asyncio.gather(*four.load.tasks)
    assert pressed == [(seat, "rematch") for seat in four.seats]
    assert four.load.figures.matches_ended == 1


async def test_a_connection_that_breaks_is_made_again(four: Four, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seats, "RECONNECT_AFTER", 0)
    opened: list[Seat] = []
    tries = iter([OSError, None])

    async def open_again(seat: Seat) -> None:
        opened.append(seat)
        if problem := next(tries):
            raise problem

    monkeypatch.setattr(Seat, "open", open_again)
    four.seats[2]._ended(1006)
    await asyncio.gather(*four.load.tasks)
    assert opened == [four.seats[2]] * 2
    assert four.load.figures.reconnects == {1006: 1}
    four.load.closing = True
    four.seats[2]._ended(1000)
    assert not [task for task in four.load.tasks if not task.done()]


def test_an_error_is_counted_by_its_code(four: Four) -> None:
    four.hear(0, {"type": "error", "code": "bad_frame", "text": ""})
    assert four.load.figures.errors == {"error bad_frame": 1}
