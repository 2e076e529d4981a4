"""What follows when people stay away from a table; asked again, under the lock, whether they do."""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction

from games.models import Seat, Table
from games.selectors.presence import connected_users
from games.selectors.tables import seats_of

from . import seating
from .live import LiveMatch
from .locking import lock_match_of_table
from .steps import abandon_match, player_changed


def free_seats(table_id: str, since: datetime, now: datetime) -> None:
    """Frees the seats of people who have been away from a waiting table since then; the table closes where
    nobody else sits at it."""
    with transaction.atomic():
        waiting = Table.objects.select_for_update().filter(public_id=table_id, status=Table.Status.WAITING)
        table = waiting.first()
        if table is None:
            return
        seats = seats_of(table)
        gone = _away(seats, since, connected_users(table.pk))
        for seat in gone:
            seating.clear_seat(seat)
        if gone:
            seating.people_left(table, seats, now)


def hold_turn(table_id: str, since: datetime, now: datetime) -> None:
    """Gives the seat in turn to a bot where its person has been away since then, may think without limit, and
    keeps somebody waiting who is there."""
    with transaction.atomic():
        live = lock_match_of_table(table_id)
        if live is None or live.state.turn is None or live.match.turn_seconds is not None:
            return
        seat = live.seats[live.state.turn]
        if seat.held_by_bot or not any(other.online for other in live.seats):
            return
        if _away([seat], since, _here(live)):
            seat.held_by_bot = True
            seat.save(update_fields=["held_by_bot"])
            player_changed(live, seat.position, now)


def give_up_match(table_id: str, since: datetime, now: datetime) -> None:
    """Abandons a match whose people have all been away since then; its table waits after it, and is closed as
    one that all people left."""
    with transaction.atomic():
        live = lock_match_of_table(table_id)
        if live is None:
            return
        people = [seat for seat in live.seats if seat.user_id is not None]
        if len(_away(people, since, _here(live))) == len(people):
            abandon_match(live, now)


def _here(live: LiveMatch) -> set[int]:
    return connected_users(live.match.table_id)


def _away(seats: Iterable[Seat], since: datetime, here: set[int]) -> list[Seat]:
    """Gives the seats whose people have been away since then. One who is back, but not yet marked as back, is
    not away."""
    return [
        seat
        for seat in seats
        if seat.user_id is not None
        and seat.user_id not in here
        and seat.away_since is not None
        and seat.away_since <= since
    ]
