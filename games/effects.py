"""The only sender to the channel layer, and only after the transaction committed.

One group a table carries what all may see, one a seat what its person alone may see. Events are redacted for
their reader before a frame is built; a frame is encoded once for everyone in its group. The lobby's group is
told only that something changed at an open table; each process that shows the lists reads them.
"""

import logging
from collections.abc import Sequence
from functools import partial

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction
from django.utils import timezone

from games.engine import rules
from games.engine.events import Event, HandEnded, redact
from games.engine.state import MatchState
from games.frames import EventPayload, EventsFrame, PrivateFrame, TableFrame
from games.models import Actor, Match, Seat, Table
from games.protocol import encode, event_payload, move_texts
from games.selectors.tables import clock_payload, milliseconds, table_payload
from games.services.errors import place_of

log = logging.getLogger(__name__)

Message = tuple[str, dict[str, str]]
"""A group, and what it is sent."""


LOBBY_GROUP = "lobby"
"""The group of those who show the lists of open tables."""

_LOBBY_CHANGED: Message = (LOBBY_GROUP, {"type": "lobby.changed"})


def table_group(table_id: str) -> str:
    """The group of all who watch a table."""
    return f"table.{table_id}"


def seat_group(table_id: str, position: int, user_id: str) -> str:
    """The group of one person in one seat. It names the person too, so that whoever had the seat before, and
    is still connected, gets nothing of what its next person may see."""
    return f"seat.{table_id}.{position}.{user_id}"


def match_moved(
    match: Match,
    seats: Sequence[Seat],
    state: MatchState,
    events: Sequence[Event],
    actor: Actor | None = None,
) -> None:
    """Tells everyone at the table of one step of its match, once it is committed.

    Takes the match's row as written with the step, the seats by position, the state after it and its events,
    and who made the move, if the step was one.
    """
    table_id = match.table.public_id
    messages = [_frame_message(table_group(table_id), _events_frame(match, seats, state, events, actor))]
    legal = move_texts(rules.legal_moves(state)) if state.turn is not None else []
    for seat in seats:
        if seat.user is None:
            continue
        own = [
            event_payload(event)
            for event in events
            if event.audience is not None and redact(event, seat.position) is not None
        ]
        in_turn = state.turn == seat.position
        if own or in_turn:
            group = seat_group(table_id, seat.position, seat.user.public_id)
            messages.append(_frame_message(group, _private_frame(match, own, legal if in_turn else [])))
    hand_ended = any(isinstance(event, HandEnded) for event in events)
    if hand_ended and match.table.visibility == Table.Visibility.OPEN:
        messages.append(_LOBBY_CHANGED)
    transaction.on_commit(partial(_send, messages))


def table_changed(table_id: str) -> None:
    """Tells everyone at the table who sits where now, once it is committed."""
    transaction.on_commit(partial(_send_table, table_id))


def _events_frame(
    match: Match, seats: Sequence[Seat], state: MatchState, events: Sequence[Event], actor: Actor | None
) -> EventsFrame:
    public: list[EventPayload] = []
    for event in events:
        seen = redact(event, None)
        if seen is not None:
            public.append(event_payload(seen))
    return {
        "type": "events",
        "match": match.public_id,
        "version": state.version,
        "actor": None if actor is None else actor.value,
        "events": public,
        "phase": state.phase.value,
        "turn": state.turn,
        "scores": list(state.scores),
        "clock": clock_payload(match, seats),
        "now": milliseconds(timezone.now()),
    }


def _private_frame(match: Match, events: list[EventPayload], legal: list[str]) -> PrivateFrame:
    return {
        "type": "private",
        "match": match.public_id,
        "version": match.version,
        "events": events,
        "legal": legal,
    }


def _frame_message(group: str, frame: EventsFrame | PrivateFrame) -> Message:
    return group, {"type": "frame", "text": encode(frame)}


def _send_table(table_id: str) -> None:
    try:
        table = table_payload(table_id)
    except Exception as error:
        log.error("could not read a table to send it: %s", place_of(error))
        return
    if table is not None:
        frame: TableFrame = {"type": "table", "table": table}
        messages: list[Message] = [(table_group(table_id), {"type": "table.frame", "text": encode(frame)})]
        if table["visibility"] == Table.Visibility.OPEN:
            messages.append(_LOBBY_CHANGED)
        _send(messages)


def _send(messages: Sequence[Message]) -> None:
    """Sends. Nothing that goes wrong reaches whoever committed: clients notice a gap and ask again."""
    try:
        async_to_sync(_send_all)(messages)
    except Exception as error:
        log.error("could not send %d frames: %s", len(messages), place_of(error))


async def _send_all(messages: Sequence[Message]) -> None:
    layer = get_channel_layer()
    for group, message in messages:
        await layer.group_send(group, message)
