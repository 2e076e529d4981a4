"""Who sits where: the changes of seats that tables and matches share, made under the table's lock."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db.models import F

from games import effects
from games.models import Match, Occupancy, Seat, Table
from games.selectors.presence import is_connected

# The bot that sits in for people and fills empty seats.
BOT = "steady"


def count_change(match: Match) -> None:
    """Counts, under the lock of a match in play, that a seat of its table or its `due_at` changes without a
    move: what processes keep of the match is no longer good."""
    count_changes([match])


def count_changes(matches: Sequence[Match]) -> None:
    """Counts the same of several matches."""
    Match.objects.filter(pk__in=[match.pk for match in matches]).update(seating=F("seating") + 1)
    for match in matches:
        match.seating += 1


def has_people(seats: Iterable[Seat]) -> bool:
    """True while a person has a seat, one who is away included."""
    return any(seat.user_id is not None for seat in seats)


def clear_seat(seat: Seat, bot: str = "") -> None:
    """Takes the person out of a seat and leaves it to a bot, or empty."""
    seat.user = None
    seat.bot = bot
    seat.held_by_bot = False
    seat.timeouts_in_row = 0
    seat.ready = False
    seat.away_since = None
    seat.save()


def take_seat(seat: Seat, user_id: int, now: datetime) -> None:
    """Puts a person into a seat; they are away until they have a connection to the table."""
    seat.user_id = user_id
    seat.bot = ""
    seat.held_by_bot = False
    seat.timeouts_in_row = 0
    seat.ready = False
    seat.away_since = None if is_connected(seat.table_id, user_id) else now
    seat.save()


def close_table(table: Table, seats: Iterable[Seat], now: datetime) -> None:
    """Closes a table that all people left, its bots with it."""
    for seat in seats:
        if seat.kind != "empty":
            clear_seat(seat)
    table.status = Table.Status.CLOSED
    table.closed_at = now
    table.save(update_fields=["status", "closed_at"])
    effects.table_changed(table.public_id)


def people_left(table: Table, seats: Sequence[Seat], now: datetime) -> None:
    """Leaves a waiting table, of which people just left, to those who are still there, or closes it."""
    if not has_people(seats):
        close_table(table, seats, now)
        return
    pass_ownership(table, seats)
    effects.table_changed(table.public_id)


def pass_ownership(table: Table, seats: Iterable[Seat]) -> None:
    """Gives a table whose owner has no seat at it any more to the first person who has one."""
    people = [seat.user_id for seat in seats if seat.user_id is not None]
    if people and table.owner_id not in people:
        table.owner_id = people[0]
        table.save(update_fields=["owner"])


def change_player(match: Match, seat: Seat) -> None:
    """Writes down that the seat's moves are, from this version on, made by whoever has it now."""
    Occupancy.objects.filter(match=match, seat=seat.position, to_version__isnull=True).update(
        to_version=match.version
    )
    open_occupancy(match, seat)


def open_occupancy(match: Match, seat: Seat) -> None:
    """Writes down who makes a seat's moves from this version on."""
    by_bot = seat.played_by_bot
    Occupancy.objects.create(
        match=match,
        seat=seat.position,
        user_id=None if by_bot else seat.user_id,
        bot=(seat.bot or BOT) if by_bot else "",
        from_version=match.version,
    )


def release_after_match(table: Table, seats: Sequence[Seat], now: datetime) -> None:
    """Readies a table after its match. The bot that held an absent person's seat keeps it for the next match;
    where that leaves no people, the table closes, and so does a ranked one: its players were brought together
    for one match."""
    if table.status == Table.Status.CLOSED:
        return
    for seat in seats:
        if seat.held_by_bot:
            clear_seat(seat, BOT)
        elif seat.timeouts_in_row or seat.ready:
            seat.timeouts_in_row = 0
            seat.ready = False
            seat.save(update_fields=["timeouts_in_row", "ready"])
    if table.ranked or not has_people(seats):
        close_table(table, seats, now)
        return
    pass_ownership(table, seats)
    table.status = Table.Status.WAITING
    table.save(update_fields=["status"])
    effects.table_changed(table.public_id)
