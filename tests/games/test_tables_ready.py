"""Being ready for a match, and being removed from a seat by the table's owner."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Match, Removal, Seat, Table
from games.selectors.tables import table_payload
from games.services import tables
from games.services.errors import TableError
from tests.games.together import at_once

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(alia: User, basim: User) -> Table:
    """Alia's open table, with Basim on her right and two free seats."""
    table = tables.create_table(alia, "tarneeb", {}, 30, "open")
    tables.sit(table.public_id, basim, 1)
    return table


def refused(code: str, work: Callable[..., object], *args: object) -> TableError:
    with pytest.raises(TableError) as error:
        work(*args)
    assert error.value.code == code
    return error.value


def seat(table: Table, position: int) -> Seat:
    return Seat.objects.get(table=table, position=position)


# Ready


def test_the_first_match_starts_when_the_last_of_four_is_ready(
    table: Table, alia: User, basim: User, celine: User, dawud: User
) -> None:
    assert tables.ready(table.public_id, alia) is None
    tables.sit(table.public_id, celine, 2)
    tables.sit(table.public_id, dawud, 3)
    assert tables.ready(table.public_id, celine) is None
    assert tables.ready(table.public_id, basim) is None
    assert tables.ready(table.public_id, basim) is None
    match = tables.ready(table.public_id, dawud)
    assert match is not None
    assert (match.version, match.status) == (1, "playing")
    assert not Seat.objects.filter(ready=True).exists()


def test_people_may_be_ready_while_seats_are_empty(table: Table, alia: User, basim: User) -> None:
    for user in (alia, basim):
        assert tables.ready(table.public_id, user) is None
    assert not Match.objects.exists()


def test_bots_in_the_last_seats_start_the_match_of_people_who_are_ready(
    table: Table, alia: User, basim: User
) -> None:
    tables.ready(table.public_id, alia)
    tables.ready(table.public_id, basim)
    tables.fill_with_bots(table.public_id, alia)
    assert Match.objects.get(table=table).version == 1


def test_bots_do_not_start_the_match_of_somebody_who_is_not_ready(table: Table, alia: User) -> None:
    tables.ready(table.public_id, alia)
    tables.fill_with_bots(table.public_id, alia)
    assert not Match.objects.exists()


def test_who_moves_over_is_not_ready_there(table: Table, basim: User) -> None:
    tables.ready(table.public_id, basim)
    tables.sit(table.public_id, basim, 3)
    assert not seat(table, 3).ready


def test_the_owner_needs_nobody_to_be_ready(table: Table, alia: User) -> None:
    tables.fill_with_bots(table.public_id, alia)
    assert tables.start_match(table.public_id, alia).version == 1


@pytest.mark.parametrize("action", ["ready", "rematch"])
def test_a_post_says_that_one_is_ready(client: Client, table: Table, basim: User, action: str) -> None:
    client.force_login(basim)
    answer = client.post(f"/tables/{table.public_id}/{action}/")
    assert answer.json() == {"ok": True}
    assert (seat(table, 0).ready, seat(table, 1).ready) == (False, True)


def test_who_is_ready_may_take_it_back(client: Client, table: Table, alia: User, basim: User) -> None:
    tables.ready(table.public_id, alia)
    tables.ready(table.public_id, basim)
    client.force_login(basim)
    assert client.post(f"/tables/{table.public_id}/ready/", {"ready": "0"}).json() == {"ok": True}
    assert not seat(table, 1).ready
    tables.fill_with_bots(table.public_id, alia)
    assert not Match.objects.exists()
    client.post(f"/tables/{table.public_id}/ready/", {"ready": "1"})
    assert Match.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_people_who_are_ready_at_the_same_moment_start_one_match(
    table: Table, alia: User, basim: User
) -> None:
    tables.fill_with_bots(table.public_id, alia)
    results = at_once(2, lambda who: tables.ready(table.public_id, (alia, basim)[who]))
    assert [result is not None for result in results].count(True) == 1
    assert Match.objects.count() == 1


# Remove


def test_the_owner_removes_somebody_who_cannot_sit_there_again_for_a_minute(
    table: Table, alia: User, basim: User
) -> None:
    tables.remove(table.public_id, alia, 1)
    assert seat(table, 1).kind == "empty"
    error = refused("removed_from_table", tables.sit, table.public_id, basim, 1)
    assert 59 <= int(error.params["seconds"] or 0) <= 60
    elsewhere = tables.create_table(basim, "tarneeb", {}, 30, "open")
    assert elsewhere.status == "waiting"
    Removal.objects.update(until=timezone.now() - timedelta(seconds=1))
    tables.sit(table.public_id, basim, 3)
    assert seat(table, 3).user == basim


def test_the_table_says_who_was_removed_as_long_as_they_cannot_sit_there(
    table: Table, alia: User, basim: User
) -> None:
    def removed() -> list[str]:
        payload = table_payload(table.public_id)
        assert payload is not None
        return payload["removed"]

    assert removed() == []
    tables.remove(table.public_id, alia, 1)
    assert removed() == [basim.public_id]
    Removal.objects.update(until=timezone.now() - timedelta(seconds=1))
    assert removed() == []


def test_others_may_take_the_seat_of_who_was_removed(table: Table, alia: User, celine: User) -> None:
    tables.remove(table.public_id, alia, 1)
    tables.sit(table.public_id, celine, 1)
    assert seat(table, 1).user == celine


def test_who_is_removed_again_waits_anew(table: Table, alia: User, basim: User) -> None:
    tables.remove(table.public_id, alia, 1)
    Removal.objects.update(until=timezone.now() - timedelta(days=1))
    tables.sit(table.public_id, basim, 1)
    tables.remove(table.public_id, alia, 1)
    refused("removed_from_table", tables.sit, table.public_id, basim, 1)
    assert Removal.objects.count() == 1


def test_removals_that_are_over_are_forgotten(table: Table, alia: User, celine: User) -> None:
    tables.remove(table.public_id, alia, 1)
    Removal.objects.update(until=timezone.now() - timedelta(seconds=1))
    tables.sit(table.public_id, celine, 1)
    tables.remove(table.public_id, alia, 1)
    assert [removal.user for removal in Removal.objects.all()] == [celine]


def test_who_is_ready_keeps_their_seat(table: Table, alia: User, basim: User) -> None:
    tables.ready(table.public_id, basim)
    refused("player_ready", tables.remove, table.public_id, alia, 1)
    assert seat(table, 1).user == basim


def test_what_cannot_be_removed_is_refused(table: Table, alia: User, basim: User) -> None:
    refused("not_owner", tables.remove, table.public_id, basim, 0)
    refused("own_seat", tables.remove, table.public_id, alia, 0)
    refused("seat_not_taken", tables.remove, table.public_id, alia, 2)
    refused("no_such_seat", tables.remove, table.public_id, alia, 4)
    refused("no_such_seat", tables.remove, table.public_id, alia, -1)
    refused("table_not_found", tables.remove, "nosuch", alia, 1)
    tables.fill_with_bots(table.public_id, alia)
    refused("seat_not_taken", tables.remove, table.public_id, alia, 2)
    assert [seat(table, place).kind for place in range(4)] == ["person", "person", "bot", "bot"]


def test_nobody_is_removed_from_a_match(four: Match, alia: User) -> None:
    refused("match_running", tables.remove, four.table.public_id, alia, 1)


@pytest.mark.parametrize(
    ("position", "status", "code"),
    [("1", 200, None), ("0", 409, "own_seat"), ("2", 409, "seat_not_taken"), ("x", 404, "no_such_seat")],
)
def test_a_post_removes(
    client: Client, table: Table, alia: User, position: str, status: int, code: str | None
) -> None:
    client.force_login(alia)
    answer = client.post(f"/tables/{table.public_id}/remove/", {"position": position})
    assert (answer.status_code, answer.json().get("code")) == (status, code)
    assert (seat(table, 1).user is None) is (code is None)
