"""Who is at a table: dots and watchers, as the rows of connections tell."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.models import Connection, Match, Seat, Table, WebProcess
from games.selectors.tables import table_payload
from games.services import presence, tables
from games.services.presence import Held
from tests.games.presence import Site, online, seating_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(site: Site, alia: User, basim: User) -> Table:
    """Alia's open table with Basim; neither has a connection yet."""
    table = tables.create_table(alia, "tarneeb", {}, 30, "open")
    tables.sit(table.public_id, basim, 1)
    return table


def watchers(table: Table) -> int:
    payload = table_payload(table.public_id)
    assert payload is not None
    return payload["watchers"]


# Dots


def test_a_person_is_there_as_soon_as_a_connection_is_open(site: Site, table: Table, alia: User) -> None:
    assert online(table) == [False, False, False, False]
    site.told.clear()
    site.open("a1", table, alia)
    assert online(table) == [True, False, False, False]
    assert site.told == [table.public_id]


def test_who_sits_down_with_a_connection_is_there_at_once(site: Site, table: Table, celine: User) -> None:
    site.open("c1", table, celine)
    tables.sit(table.public_id, celine, 3)
    assert online(table) == [False, False, False, True]


def test_a_connection_to_another_table_does_not_count(
    site: Site, table: Table, alia: User, zed: User
) -> None:
    other = tables.create_table(zed, "tarneeb", {}, 30, "open")
    site.open("a1", other, alia)
    site.look()
    assert online(table) == [False, False, False, False]


def test_a_dot_goes_off_soon_after_the_last_connection_was_closed(
    site: Site,
    table: Table,
    alia: User,
) -> None:
    site.open("a1", table, alia)
    site.open("a2", table, alia)
    site.close("a1")
    site.wait(10)
    assert online(table)[0]
    site.told.clear()
    site.close("a2")
    site.wait(4)
    assert not online(table)[0]
    assert Seat.objects.get(user=alia).away_since is not None
    assert site.told == [table.public_id]


def test_a_page_that_is_loaded_anew_leaves_the_dot_alone(site: Site, table: Table, alia: User) -> None:
    site.open("a1", table, alia)
    site.wait(4)
    site.told.clear()
    site.close("a1")
    site.wait(1, step=1)
    site.open("a2", table, alia)
    site.wait(10)
    assert online(table)[0]
    assert site.told == []


def test_the_bots_and_the_empty_seats_are_never_online(site: Site, table: Table, alia: User) -> None:
    site.open("a1", table, alia)
    tables.fill_with_bots(table.public_id, alia)
    payload = table_payload(table.public_id)
    assert payload is not None
    assert [seat["online"] for seat in payload["seats"]] == [True, False, False, False]


def test_who_goes_away_from_a_waiting_table_is_not_ready_any_more(
    site: Site,
    table: Table,
    alia: User,
) -> None:
    site.open("a1", table, alia)
    tables.ready(table.public_id, alia)
    site.wait(6)
    assert Seat.objects.get(user=alia).ready
    site.close("a1")
    site.wait(6)
    assert not Seat.objects.get(user=alia).ready


def test_who_was_marked_by_another_look_is_told_of_once(
    site: Site, table: Table, alia: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.open("a1", table, alia)
    site.told.clear()
    monkeypatch.setattr(presence.reads, "tables_with_other_people", lambda: [table.public_id])
    site.look()
    assert site.told == []


# Processes


def test_the_people_of_a_process_that_died_are_away_within_fifteen_seconds(
    site: Site,
    table: Table,
    alia: User,
    basim: User,
) -> None:
    site.open("a1", table, alia)
    assert presence.opened("other", Held("b1", table.public_id, basim.pk))
    presence.mark(table.public_id, timezone.now())
    assert online(table)[:2] == [True, True]
    site.wait(12)
    assert online(table)[:2] == [True, False]
    assert list(WebProcess.objects.values_list("public_id", flat=True)) == ["web"]
    assert list(Connection.objects.values_list("public_id", flat=True)) == ["a1"]


def test_nobody_is_marked_while_the_site_itself_is_away(site: Site, table: Table, alia: User) -> None:
    site.open("a1", table, alia)
    site.kill()
    site.told.clear()
    site.wait(600, step=60)
    assert site.told == []
    assert online(table)[0]
    site.start("web2")
    site.look()
    assert not online(table)[0]
    site.open("a2", table, alia)
    assert online(table)[0]


def test_a_process_that_was_taken_for_lost_writes_everything_down_again(
    site: Site,
    table: Table,
    alia: User,
    zed: User,
) -> None:
    site.open("a1", table, alia)
    site.open("z1", table, zed)
    site.open("v1", table)
    site.now += timedelta(seconds=20)
    presence.opened("other", Held("x1", table.public_id, None))
    site.look()
    assert list(Connection.objects.values_list("public_id", flat=True)) == ["x1"]
    site.beat()
    site.look()
    assert set(Connection.objects.values_list("public_id", flat=True)) == {"a1", "z1", "v1", "x1"}
    assert online(table)[0]


def test_a_beat_twice_changes_nothing(site: Site, table: Table, alia: User) -> None:
    site.open("a1", table, alia)
    rows = list(Connection.objects.values())
    site.beat()
    site.beat()
    assert list(Connection.objects.values()) == rows


def test_a_connection_opened_twice_is_one(site: Site, table: Table, alia: User) -> None:
    site.open("a1", table, alia)
    site.open("a1", table, alia)
    assert Connection.objects.count() == 1


def test_a_beat_writes_down_what_the_database_missed(
    site: Site, table: Table, alia: User, basim: User
) -> None:
    site.open("a1", table, alia)
    site.open("b1", table, basim)
    Connection.objects.filter(public_id="a1").delete()
    site.wait(2)
    assert online(table)[:2] == [True, True]


def test_a_beat_closes_what_the_process_does_not_hold_any_more(site: Site, table: Table, alia: User) -> None:
    site.open("a1", table, alia)
    del site.held["a1"]
    site.wait(8)
    assert online(table)[0], "a young row may belong to a connection that is just being opened"
    site.wait(8)
    assert not online(table)[0]


def test_what_is_no_table_or_no_person_any_more_is_not_written_down(site: Site, table: Table) -> None:
    site.held = {
        "n1": Held("n1", "nosuch", None),
        "n2": Held("n2", table.public_id, 987654),
        "v1": Held("v1", table.public_id, None),
    }
    presence.opened("web", site.held["n1"])
    site.beat()
    assert list(Connection.objects.values_list("public_id", flat=True)) == ["v1"]


@pytest.mark.django_db(transaction=True)
def test_a_person_who_is_gone_when_they_connect_harms_nothing(site: Site, table: Table) -> None:
    presence.opened("web", Held("n2", table.public_id, 987654))
    assert not Connection.objects.exists()


# Watchers


def test_watchers_are_people_without_a_seat_and_the_connections_of_visitors(
    site: Site,
    table: Table,
    alia: User,
    zed: User,
) -> None:
    for name, user in [("a1", alia), ("z1", zed), ("z2", zed), ("v1", None), ("v2", None)]:
        site.open(name, table, user)
    site.told.clear()
    site.look()
    assert watchers(table) == 3
    assert site.told == [table.public_id]
    site.look()
    assert site.told == [table.public_id]


def test_watchers_who_sit_down_or_go_are_none(site: Site, table: Table, celine: User, zed: User) -> None:
    site.open("c1", table, celine)
    site.open("z1", table, zed)
    site.wait(2)
    assert watchers(table) == 2
    tables.sit(table.public_id, celine, 2)
    site.wait(2)
    assert watchers(table) == 1
    site.close("z1")
    site.wait(4)
    assert watchers(table) == 0


# In a match


def test_a_match_counts_who_goes_and_who_comes_back(site: Site, four: Match, alia: User) -> None:
    before = seating_of(four)
    site.open("a1", four.table, alia)
    assert seating_of(four) == before + 1
    site.wait(6)
    assert seating_of(four) == before + 1
    site.close("a1")
    site.wait(6)
    assert seating_of(four) == before + 2
    four.refresh_from_db()
    assert four.version == 1


@pytest.mark.parametrize("act", ["leave", "bot holds, taken back", "time ran out"])
def test_a_match_counts_every_change_of_its_seats(
    four: Match, run_out: Callable[[Match], object], play_turn: Callable[..., object], act: str
) -> None:
    seat = Seat.objects.select_related("user").get(table=four.table_id, position=four.turn)
    assert seat.user is not None
    before = seating_of(four)
    if act == "leave":
        tables.leave(four.table.public_id, seat.user)
    elif act == "time ran out":
        run_out(four)
        assert Seat.objects.get(pk=seat.pk).timeouts_in_row == 1
    else:
        Seat.objects.filter(pk=seat.pk).update(held_by_bot=True)
        tables.take_back(four.table.public_id, seat.user)
    assert seating_of(four) > before


def test_a_move_changes_no_seat(four: Match, play_turn: Callable[..., object]) -> None:
    before = seating_of(four)
    play_turn(four)
    assert seating_of(four) == before


# Queries


def queries_of(work: Callable[[], object]) -> int:
    with CaptureQueriesContext(
        connection,
    ) as queries:
        work()
    return len(queries)


def test_a_look_asks_the_same_number_of_questions_however_many_tables_there_are(
    site: Site,
    table: Table,
    alia: User,
) -> None:
    site.open("a1", table, alia)
    site.open("v1", table)
    site.wait(4)
    few = queries_of(site.look)
    for place in range(6):
        host = User.objects.create_user(f"Host {place}")
        other = tables.create_table(host, "tarneeb", {}, None, "open")
        site.open(f"h{place}", other, host)
        site.open(f"w{place}", other)
        if place % 2:
            tables.fill_with_bots(other.public_id, host)
            tables.start_match(other.public_id, host)
    site.wait(4)
    assert queries_of(site.look) == few <= 14
    assert queries_of(site.beat) == 2


def test_a_connection_costs_two_questions_and_a_table_the_same_however_many_watch(
    site: Site,
    table: Table,
) -> None:
    before = queries_of(lambda: table_payload(table.public_id))
    presence.opened("web", Held("v0", table.public_id, None))
    opening = queries_of(lambda: presence.opened("web", Held("v1", table.public_id, None)))
    assert opening <= 4, "one to read, one to write, and the two marks of a transaction in a transaction"
    site.look()
    assert queries_of(lambda: table_payload(table.public_id)) == before
