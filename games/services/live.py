"""A match read under its lock, with everything that a change to it needs."""

from dataclasses import dataclass
from datetime import datetime

from django.db import connection
from django.db.models import QuerySet

from games.engine.state import MatchState
from games.models import Hand, Match, Move, Seat
from games.selectors.states import match_state


class MatchNotFoundError(Exception):
    """There is no such match."""


class StaleError(Exception):
    """Another change came first; nothing was written."""


@dataclass
class LiveMatch:
    """A match and what belongs to it: seats by position, hands, the moves of the hand in play, the state.

    Whoever changes a match locks its row before its table and its table before seats, so that two never wait
    for each other.
    """

    match: Match
    seats: list[Seat]
    hands: list[Hand]
    moves: list[Move]
    state: MatchState


def lock_match(public_id: str) -> LiveMatch:
    """Locks the row of a match until the transaction ends, and reads it. Raises MatchNotFoundError."""
    match = _locked().filter(public_id=public_id).first()
    if match is None:
        raise MatchNotFoundError
    return read_live(match)


def lock_due_match(pk: int, now: datetime) -> LiveMatch | None:
    """Locks a match if it is still due and nobody else has it in hand; else gives None at once."""
    match = _locked(skip=True).filter(pk=pk, due_at__lte=now).first()
    return None if match is None else read_live(match)


def lock_match_of_table(table_id: str) -> LiveMatch | None:
    """Locks the match that a table is playing, if there is one."""
    match = _locked().filter(table__public_id=table_id, status=Match.Status.PLAYING).first()
    return None if match is None else read_live(match)


def read_live(match: Match) -> LiveMatch:
    """Reads what belongs to a match whose row is locked."""
    seats = list(Seat.objects.filter(table=match.table_id).select_related("user").order_by("position"))
    hands = list(Hand.objects.filter(match=match).order_by("ordinal"))
    live_hand = hands[-1] if hands and hands[-1].ended_at is None else None
    moves = [] if live_hand is None else list(Move.objects.filter(hand=live_hand).order_by("place"))
    return LiveMatch(match, seats, hands, moves, match_state(match, hands, moves))


def _locked(skip: bool = False) -> QuerySet[Match]:
    skip = skip and connection.features.has_select_for_update_skip_locked
    return Match.objects.select_for_update(of=("self",), skip_locked=skip).select_related("table")
