"""Matches under the lock of their row, until the transaction ends."""

from collections.abc import Sequence
from datetime import datetime

from django.db import connection
from django.db.models import QuerySet

from games.models import Match

from .kept import catch_up, kept
from .live import LiveMatch, MatchNotFoundError, read_live


def lock_match(public_id: str) -> LiveMatch:
    """Locks a match and gives it. Raises MatchNotFoundError."""
    match = _locked().filter(public_id=public_id).first()
    if match is None:
        raise MatchNotFoundError
    return _live(match)


def lock_due_match(pk: int, now: datetime) -> LiveMatch | None:
    """Locks a match if it is still due and nobody else has it in hand; else gives None at once."""
    match = _locked(skip=True).filter(pk=pk, due_at__lte=now).first()
    return None if match is None else _live(match)


def lock_due_matches(pks: Sequence[int], now: datetime) -> list[LiveMatch]:
    """Locks those of the matches that are still due and that nobody else has in hand, without waiting."""
    due = _locked(skip=True).filter(pk__in=pks, due_at__lte=now).order_by("due_at", "pk")
    return [_live(match) for match in due]


def lock_match_of_table(table_id: str) -> LiveMatch | None:
    """Locks the match that a table is playing, if there is one."""
    match = _locked().filter(table__public_id=table_id, status=Match.Status.PLAYING).first()
    return None if match is None else _live(match)


def _locked(skip: bool = False) -> QuerySet[Match]:
    skip = skip and connection.features.has_select_for_update_skip_locked
    return Match.objects.select_for_update(of=("self",), skip_locked=skip).select_related("table")


def _live(match: Match) -> LiveMatch:
    """Gives the match as this process kept it, brought up to its row, or else reads it. What the transaction
    makes of it is kept if it commits."""
    live = kept.take(match.public_id)
    if live is None or not catch_up(live, match):
        live = read_live(match)
    kept.put_on_commit(live)
    return live
