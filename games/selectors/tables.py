"""Reads of one live table: what the socket and the table page show."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from games.bot_names import BOT_NAMES
from games.database import one_moment
from games.engine.errors import EngineError
from games.engine.observation import observe
from games.engine.state import MatchState
from games.frames import ClockPayload, ObservationFrame, SeatPayload, TablePayload
from games.models import Hand, Match, Move, Seat, Table
from games.protocol import observation_payload

from .states import match_state


def milliseconds(moment: datetime) -> int:
    """Gives a time as milliseconds since 1970, as frames have it."""
    return int(moment.timestamp() * 1000)


def seat_name(seat: Seat) -> str | None:
    """Gives the name shown at a seat, None where it is empty."""
    if seat.user is not None:
        return seat.user.get_username()
    return BOT_NAMES[seat.position] if seat.bot else None


def get_table(table_id: str) -> Table | None:
    """Gives the table of this id. A table by link is found by whoever has its id."""
    return Table.objects.select_related("owner").filter(public_id=table_id).first()


def seats_of(table: Table) -> list[Seat]:
    """Gives a table's four seats by position, with their users."""
    return list(Seat.objects.filter(table=table).select_related("user").order_by("position"))


def latest_match(table: Table) -> Match | None:
    """Gives the match that a table plays, or the last that it played."""
    return Match.objects.filter(table=table).order_by("-created_at", "-pk").first()


def table_payload(table_id: str) -> TablePayload | None:
    """Gives what everyone may know of a table, None where there is no such table."""
    table = get_table(table_id)
    return None if table is None else _table_payload(table, latest_match(table), seats_of(table))


def _table_payload(table: Table, match: Match | None, seats: Sequence[Seat]) -> TablePayload:
    return {
        "id": table.public_id,
        "variant": table.variant,
        "options": table.options,
        "turn_seconds": table.turn_seconds,
        "visibility": table.visibility,
        "status": table.status,
        "owner": None if table.owner is None else table.owner.public_id,
        "match": None if match is None else match.public_id,
        "link": reverse("games:table", args=[table.public_id]),
        "watchers": table.watchers,
        "removed": _removed(table) if table.status == Table.Status.WAITING else [],
        "seats": [_seat_payload(seat) for seat in seats],
    }


def _removed(table: Table) -> list[str]:
    """The people whom the owner removed and who cannot sit here yet, so that they can be told why."""
    still = table.removals.filter(until__gt=timezone.now())
    return list(still.order_by("pk").values_list("user__public_id", flat=True))


def _seat_payload(seat: Seat) -> SeatPayload:
    return {
        "position": seat.position,
        "kind": seat.kind,
        "name": seat_name(seat),
        "user": None if seat.user is None else seat.user.public_id,
        "held_by_bot": seat.held_by_bot,
        "ready": seat.ready,
        "online": seat.online,
    }


def clock_payload(match: Match, seats: Sequence[Seat]) -> ClockPayload | None:
    """Gives the clock of the person in turn; None without a limit, for a bot, and between hands."""
    if match.turn is None or match.due_at is None or match.turn_seconds is None:
        return None
    if seats[match.turn].played_by_bot:
        return None
    return {
        "seat": match.turn,
        "ends_at": milliseconds(match.due_at),
        "length_ms": match.turn_seconds * 1000,
    }


@dataclass(frozen=True)
class StoredMatch:
    """A match as stored at one moment, with the engine's state of it."""

    match: Match
    seats: list[Seat]
    state: MatchState


class LiveVersion(NamedTuple):
    """How far a match is, and where it is played."""

    table_id: str
    version: int


def live_versions(table_ids: Collection[str]) -> dict[str, LiveVersion]:
    """Gives how far the matches of these tables are, by match: those in play, and those just ended."""
    just_ended = Q(ended_at__gte=timezone.now() - _JUST_NOW)
    rows = Match.objects.filter(
        just_ended | Q(status=Match.Status.PLAYING), table__public_id__in=list(table_ids)
    ).values_list("public_id", "table__public_id", "version")
    return {match: LiveVersion(table_id, version) for match, table_id, version in rows}


_JUST_NOW = timedelta(seconds=30)


def read_match(match: Match) -> StoredMatch:
    """Gives a match with its state. Where a move came between the reads the state has another version than
    the row of the match, which was read first; then all is read again, as it is at one moment."""
    try:
        return _read_match(match)
    except (EngineError, RuntimeError):
        with one_moment():
            match.refresh_from_db()
            return _read_match(match)


def _read_match(match: Match) -> StoredMatch:
    seats = seats_of(match.table)
    hands = list(Hand.objects.filter(match=match).order_by("ordinal"))
    live = hands[-1] if hands and hands[-1].ended_at is None else None
    moves = list(Move.objects.filter(hand=live).order_by("place")) if live is not None else []
    return StoredMatch(match, seats, match_state(match, hands, moves))


def observation_frame(table_id: str, user_id: str | None) -> ObservationFrame | None:
    """Gives all that a user of this public id (None: a visitor) may know of the table's match.

    None where the table has had no match. The seat is the one that the user has now, so nobody sees the cards
    of a seat that was left.
    """
    match = (
        Match.objects.filter(table__public_id=table_id)
        .select_related("table")
        .order_by("-created_at", "-pk")
        .first()
    )
    if match is None:
        return None
    return _observation_frame(read_match(match), user_id)


def table_and_observation(
    table_id: str, user_id: str | None
) -> tuple[TablePayload, ObservationFrame | None] | None:
    """Gives what table_payload and observation_frame give, in one reading; None where there is no table."""
    table = get_table(table_id)
    if table is None:
        return None
    match = latest_match(table)
    if match is None:
        return _table_payload(table, None, seats_of(table)), None
    match.table = table
    stored = read_match(match)
    return _table_payload(table, match, stored.seats), _observation_frame(stored, user_id)


def _observation_frame(stored: StoredMatch, user_id: str | None) -> ObservationFrame:
    match = stored.match
    mine = [seat.position for seat in stored.seats if seat.user and seat.user.public_id == user_id]
    return {
        "type": "observation",
        "match": match.public_id,
        "version": match.version,
        "observation": observation_payload(observe(stored.state, mine[0] if mine else None)),
        "clock": clock_payload(match, stored.seats),
        "now": milliseconds(timezone.now()),
    }
