"""Matches under the lock of their row, until the transaction ends."""

from collections.abc import Sequence
from datetime import datetime

from django.db import connection
from django.db.models import QuerySet
from django.db.models.expressions import BaseExpression

from games.models import Match

from .kept import catch_up, kept
from .live import LiveMatch, MatchNotFoundError, read_live


def lock_row(public_id: str, **also: BaseExpression) -> Match:
    """Locks a match's row and gives it, with what else is asked for. Raises MatchNotFoundError."""
    match = _locked().filter(public_id=public_id).annotate(**also).first()
    if match is None:
        raise MatchNotFoundError
    return match


def lock_match(public_id: str) -> LiveMatch:
    """Locks a match and gives it. Raises MatchNotFoundError."""
    return live_of(lock_row(public_id))


def lock_due_match(pk: int, now: datetime) -> LiveMatch | None:
    """Locks a match if it is still due and nobody else has it in hand; else gives None at once."""
    match = _locked(skip=True).filter(pk=pk, due_at__lte=now).first()
    return None if match is None else live_of(match)


def lock_due_matches(pks: Sequence[int], now: datetime) -> list[LiveMatch]:
    """Locks those of the matches that are still due and that nobody else has in hand, without waiting."""
    due = _locked(skip=True).filter(pk__in=pks, due_at__lte=now).order_by("due_at", "pk")
    return [live_of(match) for match in due]


def lock_match_of_table(table_id: str) -> LiveMatch | None:
    """Locks the match that a table is playing, if there is one."""
    match = _locked().filter(table__public_id=table_id, status=Match.Status.PLAYING).first()
    return None if match is None else live_of(match)


def _locked(skip: bool = False) -> QuerySet[Match]:
    skip = skip and connection.features.has_select_for_update_skip_locked
    return Match.objects.select_for_update(of=("self",), skip_locked=skip).select_related("table")


def live_of(match: Match) -> LiveMatch:
    """Gives a match whose row is locked: as this process kept it, brought up to its row, or else read anew.
    What the transaction makes of it is kept if it commits."""
    live = kept.take(match.public_id)
    if live is None or not catch_up(live, match):
        live = read_live(match)
    kept.put_on_commit(live)
    return live
