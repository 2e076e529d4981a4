"""What happens when people stay away: from a waiting table, from their turn, from a match."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from accounts.models import User
from games.models import Match, Occupancy, Seat, Table, WebProcess
from games.selectors import presence as reads
from games.services import absence, clock, presence, tables
from games.services.locking import lock_match
from games.services.steps import abandon_match
from tests.games.presence import Site, people, seating_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(site: Site, alia: User, basim: User) -> Table:
    """Alia's open table with Basim, both there."""
    table = tables.create_table(alia, "tarneeb", {}, 30, "open")
    tables.sit(table.public_id, basim, 1)
    site.open("a1", table, alia)
    site.open("b1", table, basim)
    return table


@pytest.fixture
def unhurried(site: Site, alia: User, basim: User, no_pauses: None) -> Match:
    """A match without a limit to a turn: Alia and Basim, both there, with two bots. A person is in turn."""
    table = tables.create_table(alia, "tarneeb", {}, None, "open")
    tables.sit(table.public_id, basim, 1)
    tables.fill_with_bots(table.public_id, alia)
    site.open("a1", table, alia)
    site.open("b1", table, basim)
    match = tables.start_match(table.public_id, alia)
    clock.run_due(site.now)
    match.refresh_from_db()
    assert match.turn in (0, 1)
    return match


def in_turn(match: Match) -> Seat:
    match.refresh_from_db()
    return Seat.objects.get(table=match.table_id, position=match.turn)


def names(match: Match) -> tuple[str, str]:
    """The connections of the person in turn, and of the other one."""
    match.refresh_from_db()
    return ("a1", "b1") if match.turn == 0 else ("b1", "a1")


# Waiting tables


def test_a_seat_of_a_waiting_table_is_kept_for_two_minutes(
    site: Site, table: Table, alia: User, basim: User
) -> None:
    site.close("a1")
    site.wait(118)
    assert people(table) == ["Alia", "Basim", "", ""]
    site.wait(8)
    assert people(table) == ["", "Basim", "", ""]
    table.refresh_from_db()
    assert (table.status, table.owner) == ("waiting", basim)
    assert tables.create_table(alia, "tarneeb", {}, 30, "open").status == "waiting"


def test_who_comes_back_in_time_has_two_minutes_again(site: Site, table: Table, alia: User) -> None:
    site.close("a1")
    site.wait(100)
    site.open("a2", table, alia)
    site.wait(10)
    site.close("a2")
    site.wait(100)
    assert people(table) == ["Alia", "Basim", "", ""]


def test_a_waiting_table_that_all_people_left_closes_with_its_bots(
    site: Site, table: Table, alia: User
) -> None:
    tables.fill_with_bots(table.public_id, alia)
    site.close("a1", "b1")
    site.wait(130, step=10)
    table.refresh_from_db()
    assert table.status == "closed"
    assert people(table) == ["", "", "", ""]


def test_a_table_whose_owner_never_came_closes(site: Site, alia: User) -> None:
    table = tables.create_table(alia, "tarneeb", {}, 30, "open")
    site.wait(130, step=10)
    table.refresh_from_db()
    assert table.status == "closed"


def test_no_absence_counts_while_the_site_was_away_nor_for_a_minute_after(site: Site, table: Table) -> None:
    site.close("a1")
    site.wait(30)
    site.kill()
    site.wait(600, step=60)
    site.start("web2")
    site.wait(50)
    assert people(table) == ["Alia", "Basim", "", ""]
    site.wait(20)
    assert people(table) == ["", "Basim", "", ""]


def test_the_last_who_leaves_the_site_leaves_the_table_too(site: Site, table: Table) -> None:
    """A process without connections has nothing to say, and may be silent."""
    site.close("a1", "b1")
    site.kill()
    site.wait(140, step=10)
    table.refresh_from_db()
    assert table.status == "closed"
    assert not WebProcess.objects.exists()


def test_who_has_a_connection_keeps_the_seat_though_they_are_not_marked_as_back_yet(
    site: Site, table: Table, alia: User
) -> None:
    Seat.objects.filter(user=alia).update(away_since=site.now - timedelta(hours=1))
    absence.free_seats(table.public_id, site.now - timedelta(minutes=2), site.now)
    assert people(table) == ["Alia", "Basim", "", ""]


# Turns without a limit


def test_a_bot_plays_for_who_is_away_in_turn_while_somebody_waits(site: Site, unhurried: Match) -> None:
    mine, _other = names(unhurried)
    seat = in_turn(unhurried)
    before = seating_of(unhurried)
    site.close(mine)
    site.wait(60)
    assert not in_turn(unhurried).held_by_bot
    site.wait(8)
    unhurried.refresh_from_db()
    held = Seat.objects.get(pk=seat.pk)
    assert held.held_by_bot
    assert held.user == seat.user
    assert seating_of(unhurried) > before
    assert unhurried.due_at is not None
    assert Occupancy.objects.get(match=unhurried, seat=seat.position, to_version=None).bot == "steady"
    clock.run_due(site.now)
    unhurried.refresh_from_db()
    assert unhurried.version > 1


def test_the_seat_is_given_back_at_a_word(site: Site, unhurried: Match) -> None:
    mine, _other = names(unhurried)
    seat = in_turn(unhurried)
    assert seat.user is not None
    site.close(mine)
    site.wait(70)
    site.open("again", unhurried.table, seat.user)
    tables.take_back(unhurried.table.public_id, seat.user)
    site.wait(120, step=10)
    assert not Seat.objects.get(pk=seat.pk).held_by_bot


def test_a_match_waits_while_nobody_is_there(site: Site, unhurried: Match) -> None:
    site.close("a1", "b1")
    site.wait(600, step=60)
    assert not in_turn(unhurried).held_by_bot
    unhurried.refresh_from_db()
    assert unhurried.status == "playing"


def test_who_is_there_may_think_for_as_long_as_they_like(site: Site, unhurried: Match) -> None:
    site.wait(600, step=60)
    assert not in_turn(unhurried).held_by_bot


def test_who_is_away_while_others_are_in_turn_keeps_the_seat(site: Site, unhurried: Match) -> None:
    _mine, other = names(unhurried)
    site.close(other)
    site.wait(600, step=60)
    assert not Seat.objects.filter(table=unhurried.table_id, held_by_bot=True).exists()


def test_with_a_limit_only_time_that_ran_out_counts(site: Site, four: Match, alia: User, basim: User) -> None:
    for user in (alia, basim):
        site.open(user.username, four.table, user)
    assert four.turn is not None
    site.wait(600, step=60)
    assert not Seat.objects.filter(table=four.table_id, held_by_bot=True).exists()


# Matches


def test_a_match_that_everyone_left_is_given_up_after_half_an_hour(site: Site, unhurried: Match) -> None:
    site.close("a1", "b1")
    site.wait(4)
    site.wait(1780, step=60)
    unhurried.refresh_from_db()
    assert unhurried.status == "playing"
    site.wait(60, step=10)
    unhurried.refresh_from_db()
    assert (unhurried.status, unhurried.reason, unhurried.winner) == ("ended", "abandoned", None)
    assert Table.objects.get(pk=unhurried.table_id).status == "closed"
    assert people(unhurried.table) == ["", "", "", ""]
    assert not Occupancy.objects.filter(match=unhurried, to_version=None).exists()


def test_one_who_looks_in_keeps_the_match(site: Site, unhurried: Match, alia: User) -> None:
    site.close("a1", "b1")
    site.wait(1700, step=60)
    site.open("a2", unhurried.table, alia)
    site.wait(4)
    site.close("a2")
    site.wait(1700, step=60)
    unhurried.refresh_from_db()
    assert unhurried.status == "playing"


def test_the_match_of_a_person_among_bots_is_given_up_as_well(site: Site, solo: Match, alia: User) -> None:
    site.open("a1", solo.table, alia)
    site.close("a1")
    site.wait(4)
    site.wait(1810, step=60)
    solo.refresh_from_db()
    assert (solo.status, solo.reason) == ("ended", "abandoned")


def test_a_table_whose_people_were_all_away_when_the_match_ended_closes(site: Site, unhurried: Match) -> None:
    site.close("a1", "b1")
    site.wait(300, step=60)
    abandon_match(lock_match(unhurried.public_id), site.now)
    table = Table.objects.get(pk=unhurried.table_id)
    assert table.status == "waiting"
    site.wait(4)
    table.refresh_from_db()
    assert table.status == "closed"


# A look finds the tables where something follows, and no others: each costs reading a match


def test_a_look_finds_whose_turn_keeps_somebody_waiting(site: Site, unhurried: Match) -> None:
    match = Match.objects.filter(pk=unhurried.pk)
    people = Seat.objects.filter(table=unhurried.table_id, user__isnull=False)
    people.update(away_since=site.now)
    assert reads.turns_left(site.now) == [], "nobody is there"
    people.exclude(position=unhurried.turn).update(away_since=None)
    assert reads.turns_left(site.now) == [unhurried.table.public_id]
    assert reads.turns_left(site.now - timedelta(seconds=1)) == []
    match.update(turn_seconds=30)
    assert reads.turns_left(site.now) == [], "the turn has a limit"
    match.update(turn_seconds=None, turn=2)
    assert reads.turns_left(site.now) == [], "it is the turn of somebody else"


def test_a_look_finds_matches_that_everyone_left(site: Site, unhurried: Match) -> None:
    seats = Seat.objects.filter(table=unhurried.table_id, user__isnull=False)
    seats.update(away_since=site.now)
    assert reads.matches_left(site.now) == [unhurried.table.public_id]
    assert reads.matches_left(site.now - timedelta(seconds=1)) == []
    assert reads.waiting_tables_left(site.now) == []
    seats.filter(position=0).update(away_since=None)
    assert reads.matches_left(site.now) == []
    seats.filter(position=0).update(away_since=site.now + timedelta(seconds=1))
    assert reads.matches_left(site.now) == []


# What a look found is asked again under the lock: a person or another look may have come first


def hold_after_an_hour(site: Site, match: Match) -> bool:
    """Marks the person in turn as away for an hour, and holds the turn of whoever may not be away."""
    seat = in_turn(match)
    Seat.objects.filter(pk=seat.pk).update(away_since=site.now - timedelta(hours=1))
    absence.hold_turn(match.table.public_id, site.now - timedelta(minutes=1), site.now)
    return Seat.objects.get(pk=seat.pk).held_by_bot


def test_a_turn_is_held(site: Site, unhurried: Match) -> None:
    mine, _other = names(unhurried)
    site.close(mine)
    site.wait(4)
    assert hold_after_an_hour(site, unhurried)
    rows = Occupancy.objects.filter(match=unhurried).count()
    absence.hold_turn(unhurried.table.public_id, site.now, site.now)
    assert Occupancy.objects.filter(match=unhurried).count() == rows, "it is held already"


def test_no_turn_is_held_of_who_is_back(site: Site, unhurried: Match) -> None:
    assert not hold_after_an_hour(site, unhurried)


def test_no_turn_is_held_for_nobody(site: Site, unhurried: Match) -> None:
    site.close("a1", "b1")
    site.wait(4)
    assert not hold_after_an_hour(site, unhurried)


def test_no_turn_with_a_limit_is_held(site: Site, four: Match) -> None:
    seat = in_turn(four)
    other = Seat.objects.select_related("user").filter(table=four.table_id).exclude(pk=seat.pk)[0]
    site.open("other", four.table, other.user)
    assert not hold_after_an_hour(site, four)


def test_no_match_is_given_up_in_which_somebody_is_back(site: Site, unhurried: Match) -> None:
    Seat.objects.filter(table=unhurried.table_id).update(away_since=site.now - timedelta(hours=1))
    absence.give_up_match(unhurried.table.public_id, site.now, site.now)
    unhurried.refresh_from_db()
    assert unhurried.status == "playing"


# Faults


def test_what_fails_at_one_table_stays_with_it(
    site: Site,
    table: Table,
    zed: User,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    other = tables.create_table(zed, "tarneeb", {}, 30, "open")
    real: Callable[..., None] = absence.free_seats

    def fail_at_one(table_id: str, *rest: object) -> None:
        if table_id == table.public_id:
            raise ValueError("SA")
        real(table_id, *rest)

    monkeypatch.setattr(absence, "free_seats", fail_at_one)
    site.close("a1")
    site.wait(140, step=10)
    assert people(table) == ["Alia", "Basim", "", ""]
    other.refresh_from_db()
    assert other.status == "closed"
    assert "ValueError in" in caplog.text
    assert "SA" not in caplog.text


def test_what_does_not_fit_into_one_look_is_done_in_the_next(site: Site, table: Table, zed: User) -> None:
    other = tables.create_table(zed, "tarneeb", {}, 30, "open")
    site.open("z1", other, zed)
    site.close("a1", "z1")
    site.now += timedelta(seconds=4)
    site.beat()
    for left in (1, 0):
        presence.settle(site.now, seconds=0)
        unmarked = Seat.objects.filter(user__in=(table.owner, zed), away_since=None)
        assert unmarked.count() == left
