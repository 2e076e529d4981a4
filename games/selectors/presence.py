"""Reads of who is at which table, and of what follows from people being away.

A connection counts while it has a row: `services.presence` takes the rows away of those that are gone.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery

from games.models import Connection, Match, Seat, Table, WebProcess


@dataclass(frozen=True)
class Place:
    """Where a connection belongs: the rows' keys of its process (None: not written down yet) and its table,
    and whether its person has a seat there that is marked as left."""

    process: int | None
    table: int
    was_away: bool


def place_of_connection(process_id: str, table_id: str, user_id: int | None) -> Place | None:
    """Gives where a new connection belongs, None where there is no such table."""
    away = Seat.objects.filter(table=OuterRef("pk"), user=user_id, away_since__isnull=False)
    row = (
        Table.objects.filter(public_id=table_id)
        .values_list(
            "pk",
            Subquery(WebProcess.objects.filter(public_id=process_id).values("pk")),
            Exists(away if user_id is not None else away.none()),
        )
        .first()
    )
    return None if row is None else Place(table=row[0], process=row[1], was_away=row[2])


def connected_users(table: int) -> set[int]:
    """Gives the people who have a connection to a table, by the rows' keys."""
    rows = Connection.objects.filter(table=table, user__isnull=False)
    return {user for user in rows.values_list("user", flat=True).distinct() if user is not None}


def is_connected(table: int, user: int) -> bool:
    """True where a person has a connection to a table."""
    return Connection.objects.filter(table=table, user=user).exists()


def open_connections(process_id: str) -> QuerySet[Connection]:
    """Gives the rows of a process's connections, without those that were closed."""
    return Connection.objects.filter(process__public_id=process_id, closed_at__isnull=True)


def table_keys(table_ids: Iterable[str]) -> dict[str, int]:
    """Gives the rows' keys of tables by their ids."""
    return dict(Table.objects.filter(public_id__in=set(table_ids)).values_list("public_id", "pk"))


def served_since() -> datetime | None:
    """Gives since when a process that is there now has served sockets, None where no process has to."""
    oldest = WebProcess.objects.order_by("started_at").first()
    return None if oldest is None else oldest.started_at


def changed_watchers() -> dict[str, int]:
    """Gives how many watch a table now, by its id, where everyone was told another number."""
    seated = Seat.objects.filter(table=OuterRef("table"), user=OuterRef("user"))
    counted = (
        Connection.objects.filter(~Exists(seated))
        .values("table__public_id")
        .annotate(people=Count("user", distinct=True), visitors=Count("pk", filter=Q(user__isnull=True)))
    )
    now = {row["table__public_id"]: row["people"] + row["visitors"] for row in counted}
    told = dict(Table.objects.filter(watchers__gt=0).values_list("public_id", "watchers"))
    tables = now.keys() | told.keys()
    return {table: now.get(table, 0) for table in tables if now.get(table, 0) != told.get(table, 0)}


def tables_with_other_people() -> list[str]:
    """Gives the tables, by their ids, where a person came back or went away and nobody was told yet."""
    here = Connection.objects.filter(table=OuterRef("table"), user=OuterRef("user"))
    seats = Seat.objects.filter(user__isnull=False).annotate(here=Exists(here))
    return _tables(
        seats.filter(Q(here=True, away_since__isnull=False) | Q(here=False, away_since__isnull=True))
    )


def waiting_tables_left(since: datetime) -> list[str]:
    """Gives the tables without a match, by their ids, where a person has been away since then."""
    return _tables(_away(since).filter(table__status=Table.Status.WAITING))


def matches_left(since: datetime) -> list[str]:
    """Gives the tables in a match, by their ids, whose people have all been away since then."""
    others = Seat.objects.filter(table=OuterRef("table"), user__isnull=False).filter(
        Q(away_since__isnull=True) | Q(away_since__gt=since)
    )
    return _tables(_away(since).filter(~Exists(others), table__status=Table.Status.PLAYING))


def turns_left(since: datetime) -> list[str]:
    """Gives the tables in a match without a limit to a turn, by their ids, where the person in turn has been
    away since then and another person is there, whom they keep waiting."""
    their_turn = Match.objects.filter(
        table=OuterRef("table"),
        status=Match.Status.PLAYING,
        turn=OuterRef("position"),
        turn_seconds__isnull=True,
    )
    someone = Seat.objects.filter(table=OuterRef("table"), user__isnull=False, away_since__isnull=True)
    return _tables(_away(since).filter(Exists(their_turn), Exists(someone), held_by_bot=False))


def _away(since: datetime) -> QuerySet[Seat]:
    return Seat.objects.filter(user__isnull=False, away_since__lte=since)


def _tables(seats: QuerySet[Seat]) -> list[str]:
    return sorted(set(seats.values_list("table__public_id", flat=True)))
