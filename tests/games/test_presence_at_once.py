"""Connections that open and close while the clock looks, people act and moves are made."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Connection, Match, Seat, WebProcess
from games.services import presence, tables
from games.services.errors import TableError
from games.services.play import person, submit_move
from games.services.presence import Held
from tests.games.presence import online, seating_of
from tests.games.together import at_once

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = 8
LONG = timedelta(hours=1)


def done(*works: Callable[[], object]) -> list[object]:
    """Does everything at the same moment; gives "done" for each thing that was, or its refusal or error."""

    def run(place: int) -> object:
        try:
            works[place]()
        except TableError as error:
            return error.code
        except Exception as error:
            return repr(error)
        return "done"

    return at_once(len(works), run)


def look(later: float = 0) -> None:
    presence.settle(timezone.now() + timedelta(seconds=later))


def open_one(held: Held) -> None:
    """A socket is opened, and who came back with it is told a moment later."""
    if presence.opened("web", held):
        presence.mark(held.table_id, timezone.now())


def open_all(held: list[Held]) -> None:
    for one in held:
        open_one(one)


def test_looks_moves_and_people_do_not_stop_each_other(
    four: Match,
    alia: User,
    basim: User,
    celine: User,
    dawud: User,
    legal: Callable[[Match], list[str]],
    caplog: pytest.LogCaptureFixture,
) -> None:
    table = four.table.public_id
    for turn in range(ROUNDS):
        four.refresh_from_db()
        seat = Seat.objects.get(table=four.table_id, position=four.turn)
        assert seat.user_id is not None
        Seat.objects.filter(table=four.table_id, user=celine).update(held_by_bot=seat.user_id != celine.pk)
        move = legal(four)[-1]
        by = person(seat.user_id)
        held = [Held(f"{turn}.{user.pk}", table, user.pk) for user in (alia, basim, celine, dawud)]
        results = done(
            partial(look, 3),
            partial(look, 3),
            partial(open_all, held),
            partial(presence.closed, "web", [one.id for one in held[:2]]),
            partial(presence.beat, "web", held),
            partial(tables.take_back, table, celine),
            partial(submit_move, four.public_id, seat.position, move, four.version, by),
        )
        assert set(results) <= {"done", "seat_not_held_by_bot"}, results
        version = Match.objects.values_list("version", flat=True).get(pk=four.pk)
        assert version == four.version + 1
    assert caplog.text == ""


def test_people_who_come_back_while_seats_are_freed_keep_theirs_or_lose_it_for_good(
    alia: User, basim: User, celine: User
) -> None:
    for turn in range(ROUNDS):
        table = tables.create_table(alia, "tarneeb", {}, 30, "open")
        tables.sit(table.public_id, basim, 1)
        presence.beat("web", [])
        WebProcess.objects.update(started_at=timezone.now() - LONG)
        Seat.objects.filter(table=table, user__isnull=False).update(away_since=timezone.now() - LONG)
        results = done(
            look,
            partial(open_one, Held(f"a{turn}", table.public_id, alia.pk)),
            partial(tables.sit, table.public_id, celine, 2),
            look,
        )
        assert set(results) <= {"done", "table_closed"}, results
        seat = Seat.objects.filter(user=alia).first()
        if seat is not None:
            assert online(table)[seat.position]
        for user in (alia, basim, celine):
            tables.leave_any(user)


def test_connections_that_open_while_their_process_is_taken_for_lost_are_written_down_after_all(
    four: Match, alia: User, caplog: pytest.LogCaptureFixture
) -> None:
    for turn in range(ROUNDS):
        presence.beat("web", [])
        WebProcess.objects.update(seen_at=timezone.now() - LONG)
        held = [Held(f"{turn}.{place}", four.table.public_id, alia.pk) for place in range(4)]
        results = done(look, *(partial(open_one, one) for one in held), look)
        assert set(results) == {"done"}, results
        presence.beat("web", held)
        assert set(Connection.objects.values_list("public_id", flat=True)) == {one.id for one in held}
        Connection.objects.all().delete()
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


def test_a_process_that_beats_while_it_is_taken_for_lost_has_its_connections_at_the_next_beat(
    four: Match, alia: User
) -> None:
    held = [Held("a1", four.table.public_id, alia.pk)]
    for _turn in range(ROUNDS):
        presence.beat("web", held)
        WebProcess.objects.update(seen_at=timezone.now() - LONG)
        assert done(look, partial(presence.beat, "web", held)) == ["done", "done"]
        presence.beat("web", held)
        assert Connection.objects.filter(public_id="a1", closed_at=None).count() == 1


def test_people_who_come_at_the_same_moment_are_all_there(four: Match) -> None:
    people = list(User.objects.filter(seats__table=four.table_id).order_by("pk"))
    presence.beat("web", [])
    before = seating_of(four)
    held = [Held(f"h{user.pk}", four.table.public_id, user.pk) for user in people]
    assert set(done(*(partial(open_one, one) for one in held))) == {"done"}
    assert online(four.table) == [True] * 4
    # Fewer than four where one was marked together with another.
    assert before < seating_of(four) <= before + 4
