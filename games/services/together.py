"""Moves that only add themselves: those of several matches are kept with one statement and one commit.

Nine moves in ten are of this kind. Each changes its match's row, if that still has the version and the
seating that the move was worked out from, and adds its own; where the row has changed, nothing is kept of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.db import connection, transaction

from games import effects
from games.engine import rules
from games.engine.events import Event, HandEnded, TrickTaken
from games.engine.moves import Move as EngineMove
from games.engine.state import MatchState
from games.messages import Message
from games.models import Actor, Match, Move

from .deadlines import due_at
from .live import LiveMatch


@dataclass(frozen=True, slots=True)
class PlainMove:
    """A move as worked out, not kept yet: the state after it, what happened, its row, what is due then."""

    live: LiveMatch
    state: MatchState
    events: Sequence[Event]
    row: Move
    due_at: datetime | None


def plain_move(
    live: LiveMatch, seat: int, move: EngineMove, actor: Actor, client_id: str, now: datetime
) -> PlainMove | None:
    """Works a move out. None where it ends a hand, which changes more than two rows. Raises IllegalMove."""
    state, events = rules.apply(live.state, seat, move)
    if any(isinstance(event, HandEnded) for event in events):
        return None
    row = live.next_move(seat, move, actor, client_id, now)
    trick_taken = any(isinstance(event, TrickTaken) for event in events)
    due = due_at(state, live.seats, live.match.turn_seconds, now, trick_taken)
    return PlainMove(live, state, events, row, due)


def keep_together(moves: Sequence[PlainMove]) -> list[bool]:
    """Keeps moves of different matches, and announces them. Says of each whether it was kept; not where
    another change came first."""
    if not moves:
        return []
    kept = _keep_in_postgresql(moves) if connection.vendor == "postgresql" else _keep_one_by_one(moves)
    messages: list[Message] = []
    for move, was_kept in zip(moves, kept, strict=True):
        if was_kept:
            _take_over(move)
            live = move.live
            messages += effects.move_messages(
                live.match, live.seats, move.state, move.events, Actor(move.row.actor)
            )
    transaction.on_commit(partial(effects.send, messages))
    return kept


def _take_over(move: PlainMove) -> None:
    """Gives the kept match what was written."""
    live, state = move.live, move.state
    live.state = state
    live.add_move(move.row)
    live.match.version = state.version
    live.match.phase = state.phase.value
    live.match.turn = state.turn
    live.match.due_at = move.due_at


def _keep_one_by_one(moves: Sequence[PlainMove]) -> list[bool]:
    kept = []
    with transaction.atomic():
        for move in moves:
            updated = move.live.as_stored().update(
                version=move.state.version,
                phase=move.state.phase.value,
                turn=move.state.turn,
                due_at=move.due_at,
            )
            if updated:
                move.row.save(force_insert=True)
            kept.append(bool(updated))
    return kept


# One statement is one round trip, and commits by itself.
_KEEP = f"""
WITH wanted AS (
    SELECT * FROM unnest(
        %s::bigint[], %s::integer[], %s::integer[], %s::integer[], %s::text[], %s::smallint[],
        %s::timestamptz[], %s::bigint[], %s::smallint[], %s::smallint[], %s::text[], %s::text[],
        %s::timestamptz[], %s::text[]
    ) AS w (match_id, version, seating, next_version, phase, turn, due_at,
            hand_id, place, seat, text, actor, at, client_id)
), moved AS (
    UPDATE {Match._meta.db_table} AS m
    SET version = w.next_version, phase = w.phase, turn = w.turn, due_at = w.due_at
    FROM wanted AS w
    WHERE m.id = w.match_id AND m.version = w.version AND m.seating = w.seating AND m.status = 'playing'
    RETURNING m.id
)
INSERT INTO {Move._meta.db_table} (hand_id, place, seat, text, actor, at, client_id)
SELECT w.hand_id, w.place, w.seat, w.text, w.actor, w.at, w.client_id
FROM wanted AS w JOIN moved ON moved.id = w.match_id
RETURNING hand_id
"""


def _keep_in_postgresql(moves: Sequence[PlainMove]) -> list[bool]:
    columns = zip(*map(_values, moves), strict=True)
    with connection.cursor() as cursor:
        cursor.execute(_KEEP, [list(column) for column in columns])
        hands = {hand_id for (hand_id,) in cursor.fetchall()}
    return [move.row.hand_id in hands for move in moves]


def _values(move: PlainMove) -> tuple[object, ...]:
    match, state, row = move.live.match, move.state, move.row
    return (
        match.pk,
        match.version,
        match.seating,
        state.version,
        state.phase.value,
        state.turn,
        move.due_at,
        row.hand_id,
        row.place,
        row.seat,
        row.text,
        str(row.actor),
        row.at,
        row.client_id,
    )
