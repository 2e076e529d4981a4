"""Tables: opening, sitting, bots, starting, leaving, playing again."""

from collections.abc import Callable

import pytest
from django.db import IntegrityError, transaction

from accounts.models import User
from games.models import Match, Occupancy, Seat, Table
from games.selectors.tables import table_payload
from games.services import tables
from games.services.errors import TableError
from games.services.ids import UNGUESSABLE

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(alia: User) -> Table:
    """Alia's open table of tarneeb, thirty seconds a turn."""
    return tables.create_table(alia, "tarneeb", {"target": 31}, 30, "open")


def people(table: Table) -> list[str]:
    """Who sits at a table, by position: a person's name, "bot" or an empty string."""
    seats = Seat.objects.filter(table=table).select_related("user").order_by("position")
    return [seat.user.username if seat.user else "bot" if seat.bot else "" for seat in seats]


def refused(code: str, work: Callable[..., object], *args: object) -> TableError:
    with pytest.raises(TableError) as error:
        work(*args)
    assert error.value.code == code
    return error.value


def test_a_new_table_has_its_owner_and_every_option_spelled_out(table: Table, alia: User) -> None:
    assert people(table) == ["Alia", "", "", ""]
    assert (table.owner, table.status, table.turn_seconds) == (alia, "waiting", 30)
    assert table.options["target"] == 31
    assert table.options["egyptian"] is False
    assert len(table.options) == 6


def test_a_table_by_link_has_an_id_that_cannot_be_guessed(alia: User) -> None:
    table = tables.create_table(alia, "syrian41", {}, None, "link")
    assert len(table.public_id) == UNGUESSABLE
    assert table.options == {"target": 41}


def test_what_is_no_game_is_refused(alia: User) -> None:
    refused("unknown_variant", tables.create_table, alia, "whist", {}, 30, "open")
    refused("option_unknown", tables.create_table, alia, "syrian41", {"egyptian": True}, 30, "open")
    refused("option_value", tables.create_table, alia, "tarneeb", {"target": 42}, 30, "open")
    both = {"egyptian": True, "single_round": True}
    refused("options_exclude", tables.create_table, alia, "tarneeb", both, 30, "open")
    refused("unknown_turn_length", tables.create_table, alia, "tarneeb", {}, 15, "open")
    refused("unknown_visibility", tables.create_table, alia, "tarneeb", {}, 30, "secret")
    assert not Table.objects.exists()


def test_people_sit_move_over_and_take_the_place_of_bots(table: Table, alia: User, basim: User) -> None:
    tables.sit(table.public_id, basim, 2)
    tables.sit(table.public_id, basim, 1)
    assert people(table) == ["Alia", "Basim", "", ""]
    refused("seat_taken", tables.sit, table.public_id, basim, 0)
    refused("no_such_seat", tables.sit, table.public_id, basim, 4)
    tables.fill_with_bots(table.public_id, alia)
    assert people(table) == ["Alia", "Basim", "bot", "bot"]
    tables.sit(table.public_id, basim, 3)
    assert people(table) == ["Alia", "", "bot", "Basim"]


def test_a_person_has_one_seat_and_leaves_an_idle_one_for_another(
    table: Table, alia: User, basim: User
) -> None:
    other = tables.create_table(basim, "tarneeb", {}, None, "open")
    tables.sit(table.public_id, basim, 1)
    assert people(table) == ["Alia", "Basim", "", ""]
    other.refresh_from_db()
    assert other.status == Table.Status.CLOSED


def test_a_person_in_a_match_takes_no_seat_elsewhere(table: Table, basim: User) -> None:
    playing = tables.quick_play(basim, "tarneeb")
    error = refused("already_seated", tables.sit, table.public_id, basim, 1)
    assert error.params == {"table": playing.public_id}
    refused("already_seated", tables.quick_play, basim, "syrian41")
    refused("already_seated", tables.create_table, basim, "tarneeb", {}, 30, "open")
    assert people(table) == ["Alia", "", "", ""]
    assert Table.objects.count() == 2


def test_the_database_keeps_seats_single(table: Table, alia: User) -> None:
    for fields in ({"user": alia}, {"bot": "steady", "user": alia}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Seat.objects.filter(table=table, position=1).update(**fields)
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.filter(table=table, position=0).update(bot="steady")
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.create(table=table, position=4)


def test_only_the_owner_fills_and_starts(table: Table, alia: User, basim: User) -> None:
    tables.sit(table.public_id, basim, 1)
    refused("not_owner", tables.fill_with_bots, table.public_id, basim)
    refused("seats_empty", tables.start_match, table.public_id, alia)
    tables.fill_with_bots(table.public_id, alia)
    refused("not_owner", tables.start_match, table.public_id, basim)
    match = tables.start_match(table.public_id, alia)
    assert match.seat_names == ["Alia", "Basim", "Rima", "Zaid"]
    assert (match.version, match.phase) == (1, "auction")
    refused("match_running", tables.start_match, table.public_id, alia)
    refused("match_running", tables.stand, table.public_id, basim)
    refused("match_running", tables.ready, table.public_id, basim)
    refused("match_running", tables.remove, table.public_id, alia, 1)
    refused("match_running", tables.fill_with_bots, table.public_id, alia)


def test_a_match_has_a_row_for_whoever_plays_each_seat(four: Match, alia: User) -> None:
    rows = Occupancy.objects.filter(match=four).order_by("seat")
    assert [(row.seat, row.from_version, row.to_version) for row in rows] == [
        (seat, 0, None) for seat in range(4)
    ]
    assert rows[0].user == alia


def test_what_is_not_there_is_refused(table: Table, alia: User, basim: User) -> None:
    refused("table_not_found", tables.sit, "nosuch", alia, 1)
    refused("table_not_found", tables.leave, "nosuch", alia)
    refused("not_seated", tables.stand, table.public_id, basim)
    refused("not_seated", tables.leave, table.public_id, basim)
    refused("no_match_running", tables.take_back, table.public_id, alia)
    tables.stand(table.public_id, alia)
    refused("table_closed", tables.sit, table.public_id, alia, 0)
    refused("table_closed", tables.leave, table.public_id, alia)


def test_a_waiting_table_that_all_people_left_closes_with_its_bots(
    table: Table, alia: User, basim: User
) -> None:
    tables.sit(table.public_id, basim, 1)
    tables.fill_with_bots(table.public_id, alia)
    tables.leave(table.public_id, alia)
    table.refresh_from_db()
    assert (table.status, table.owner) == ("waiting", basim)
    tables.stand(table.public_id, basim)
    table.refresh_from_db()
    assert table.status == "closed"
    assert people(table) == ["", "", "", ""]


def test_a_bot_takes_the_seat_of_who_leaves_for_good(four: Match, alia: User, basim: User) -> None:
    table = four.table
    tables.leave(table.public_id, alia)
    table.refresh_from_db()
    assert people(table) == ["bot", "Basim", "Celine", "Dawud"]
    assert (table.status, table.owner) == ("playing", basim)
    rows = Occupancy.objects.filter(match=four, seat=0).order_by("pk")
    assert [(row.user, row.bot, row.from_version, row.to_version) for row in rows] == [
        (alia, "", 0, 1),
        (None, "steady", 1, None),
    ]
    refused("not_seated", tables.take_back, table.public_id, alia)
    assert tables.quick_play(alia, "tarneeb").status == "playing"


def test_the_bot_that_took_a_seat_in_turn_moves_soon(four: Match) -> None:
    seat = Seat.objects.get(table=four.table_id, position=four.turn)
    assert seat.user is not None
    before = four.due_at
    tables.leave(four.table.public_id, seat.user)
    four.refresh_from_db()
    assert before is not None
    assert four.due_at is not None
    assert four.due_at < before


def test_a_match_that_all_people_left_is_abandoned_and_its_table_closed(
    four: Match, alia: User, basim: User, celine: User, dawud: User
) -> None:
    for user in (alia, basim, celine):
        tables.leave(four.table.public_id, user)
    four.refresh_from_db()
    assert four.status == "playing"
    tables.leave(four.table.public_id, dawud)
    four.refresh_from_db()
    four.table.refresh_from_db()
    assert (four.status, four.reason, four.version) == ("ended", "abandoned", 2)
    assert four.table.status == "closed"


def end(match: Match) -> None:
    """Ends a match where it stands, as a fourth hand that nobody called in does."""
    from django.utils import timezone

    from games.services.locking import lock_match
    from games.services.steps import abandon_match

    with transaction.atomic():
        abandon_match(lock_match(match.public_id), timezone.now())


def test_a_rematch_begins_when_every_person_is_ready_for_it(
    four: Match, alia: User, basim: User, celine: User, dawud: User, zed: User
) -> None:
    end(four)
    table = four.table
    table.refresh_from_db()
    assert table.status == "waiting"
    for user in (alia, basim, alia, celine):
        assert tables.ready(table.public_id, user) is None
    refused("not_seated", tables.ready, table.public_id, zed)
    payload = table_payload(table.public_id)
    assert payload is not None
    assert [seat["ready"] for seat in payload["seats"]] == [True, True, True, False]
    again = tables.ready(table.public_id, dawud)
    assert again is not None
    assert again.pk != four.pk
    assert (again.version, again.options) == (1, four.options)
    assert not Seat.objects.filter(ready=True).exists()


def test_bots_are_always_ready_for_a_rematch(solo: Match, alia: User) -> None:
    end(solo)
    assert tables.ready(solo.table.public_id, alia) is not None


def test_quick_play_deals_at_once_to_a_person_and_three_bots(alia: User) -> None:
    table = tables.quick_play(alia, "syrian41")
    table.refresh_from_db()
    assert (table.status, table.visibility, table.turn_seconds) == ("playing", "link", None)
    assert people(table) == ["Alia", "bot", "bot", "bot"]
    assert Match.objects.get(table=table).version == 1


def test_the_table_as_everyone_may_know_it(table: Table, alia: User) -> None:
    payload = table_payload(table.public_id)
    assert payload is not None
    assert payload["link"] == f"/tables/{table.public_id}/"
    assert payload["seats"][0] == {
        "position": 0,
        "kind": "person",
        "name": "Alia",
        "user": alia.public_id,
        "held_by_bot": False,
        "ready": False,
        "online": False,
    }
    assert payload["watchers"] == 0
    assert payload["seats"][1]["kind"] == "empty"
    assert table_payload("nosuch") is None


def test_a_person_takes_one_seat_when_two_are_asked_for_at_once(
    table: Table, basim: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The check that comes first has not seen the other seat yet; the database has."""
    other = tables.create_table(User.objects.create_user("Hala"), "tarneeb", {}, 30, "open")
    tables.sit(other.public_id, basim, 1)
    monkeypatch.setattr(tables, "_free", lambda *_args, **_kwargs: None)
    refused("already_seated", tables.sit, table.public_id, basim, 1)
    assert people(table) == ["Alia", "", "", ""]
