"""People who sit down at the same moment, for the database to sort out."""

import pytest

from accounts.models import User
from games.models import Seat
from games.services import tables
from games.services.errors import TableError
from tests.games.together import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def sit(table_id: str, user: User, position: int) -> str:
    """Gives "sits", or why not."""
    try:
        tables.sit(table_id, user, position)
    except TableError as error:
        return error.code
    return "sits"


def test_two_people_who_change_places_do_not_wait_for_each_other(
    alia: User, basim: User, celine: User, dawud: User
) -> None:
    places = [tables.create_table(owner, "tarneeb", {}, 30, "open").public_id for owner in (alia, basim)]
    movers = (celine, dawud)
    for turn in range(6):
        # Each has a position that nobody else wants, at both tables.
        results = at_once(2, lambda who: sit(places[(who + turn) % 2], movers[who], who + 2))  # noqa: B023
        assert results == ["sits", "sits"]
    assert Seat.objects.filter(user__in=movers).count() == 2


def test_a_person_who_asks_for_many_seats_at_once_has_the_last_that_was_given(
    alia: User, basim: User, celine: User
) -> None:
    places = [tables.create_table(owner, "tarneeb", {}, 30, "open").public_id for owner in (alia, basim)]
    results = at_once(6, lambda place: sit(places[place % 2], celine, 1 + place // 2))
    assert results == ["sits"] * 6
    assert Seat.objects.filter(user=celine).count() == 1


def test_of_people_who_want_one_seat_one_gets_it(alia: User, basim: User, celine: User, dawud: User) -> None:
    table = tables.create_table(alia, "tarneeb", {}, 30, "open").public_id
    people = (basim, celine, dawud)
    results = at_once(3, lambda who: sit(table, people[who], 1))
    assert sorted(map(str, results)) == ["seat_taken", "seat_taken", "sits"]
