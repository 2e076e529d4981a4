"""The lists of open tables. A table by link is in none of them."""

import datetime
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import User
from games.bot_names import written_bot_name
from games.models import Seat, Table
from games.selectors.paging import Page, page_of
from games.selectors.tables import seat_name
from games.variant_texts import OptionText, VariantText, chosen_house_rules, variant_text

PAGE_SIZE = 20
WAITING, PLAYING = "waiting", "playing"


@dataclass(frozen=True)
class LobbySeat:
    """A seat as the list shows it."""

    kind: str
    name: str


@dataclass(frozen=True)
class LobbyEntry:
    """A table as the list shows it."""

    id: str
    variant: VariantText
    target: int
    turn_seconds: int | None
    house_rules: list[OptionText]
    seats: list[LobbySeat]
    free_seats: int
    created_at: datetime.datetime


def open_tables(show: str = WAITING, after: str = "", size: int = PAGE_SIZE) -> Page[LobbyEntry]:
    """Gives a page of the open tables, newest first: those with a free seat, or those being played.

    Two queries, however many tables there are.
    """
    return page_of(_rows(show), after, size, lambda rows: [_entry(table) for table in rows])


def table_of(user: User) -> Table | None:
    """Gives the table where this person sits, None where there is none."""
    return Table.objects.filter(seats__user=user).first()


def _rows(show: str) -> QuerySet[Table]:
    rows = Table.objects.filter(visibility=Table.Visibility.OPEN).prefetch_related("seats__user")
    if show == PLAYING:
        return rows.filter(status=Table.Status.PLAYING)
    free = Seat.objects.filter(table=OuterRef("pk"), user=None, bot="")
    return rows.filter(Exists(free), status=Table.Status.WAITING)


def _entry(table: Table) -> LobbyEntry:
    seats = [LobbySeat(seat.kind, _written_name(seat)) for seat in table.seats.all()]
    return LobbyEntry(
        id=table.public_id,
        variant=variant_text(table.variant),
        target=table.options.get("target", 41),
        turn_seconds=table.turn_seconds,
        house_rules=chosen_house_rules(table.options),
        seats=seats,
        free_seats=sum(seat.kind == "empty" for seat in seats),
        created_at=table.created_at,
    )


def _written_name(seat: Seat) -> str:
    name = seat_name(seat) or ""
    return written_bot_name(name) if seat.kind == "bot" else name
