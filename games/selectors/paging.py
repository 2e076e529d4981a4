"""Keyset paging: newest first, each page found by the key of the last row of the one before.

A page costs the same however far down the list it is, and rows that arrive meanwhile shift nothing.
"""

import datetime
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.db.models import Q, QuerySet

from games.models import Match, Table

Row = TypeVar("Row", Table, Match)
Entry = TypeVar("Entry")


@dataclass(frozen=True)
class Page(Generic[Entry]):
    """One page of a list, and the key of the next one, None on the last."""

    entries: list[Entry]
    next_key: str | None


def key_of(row: Table | Match) -> str:
    """Takes a row, gives the key that stands for its place in the list: microseconds and primary key."""
    micros = (row.created_at - _EPOCH) // datetime.timedelta(microseconds=1)
    return f"{micros:x}-{row.pk:x}"


def page_of(
    rows: QuerySet[Row], after: str, size: int, present: Callable[[list[Row]], list[Entry]]
) -> Page[Entry]:
    """Gives the page that follows `after` (the first where it is empty or not a key that was handed out).

    Takes rows without an order; `present` turns the page's rows into what is shown.
    """
    place = _parse(after)
    if place is not None:
        moment, pk = place
        rows = rows.filter(Q(created_at__lt=moment) | Q(created_at=moment, pk__lt=pk))
    found = list(rows.order_by("-created_at", "-pk")[: size + 1])
    shown = found[:size]
    return Page(present(shown), key_of(shown[-1]) if len(found) > size else None)


_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)


def _parse(key: str) -> tuple[datetime.datetime, int] | None:
    micros, dash, pk = key.partition("-")
    if not dash or len(key) > 40:
        return None
    try:
        number = int(pk, 16)
        moment = _EPOCH + datetime.timedelta(microseconds=int(micros, 16))
    except (ValueError, OverflowError):
        return None
    return (moment, number) if 0 <= number < 2**63 else None
