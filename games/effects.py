"""The only sender to those who listen, and only after the transaction committed.

Events are redacted for their reader before a frame is built; a frame is encoded once for everyone in its
group.
"""

import logging
from collections.abc import Sequence
from functools import partial

from django.db import transaction
from django.utils import timezone

from games import bus
from games.engine import rules
from games.engine.events import Event, HandEnded, redact
from games.engine.state import MatchState
from games.frames import EventPayload, EventsFrame, PrivateFrame, TableFrame, TablePayload
from games.messages import LOBBY, Kind, Message, seat_group, table_group, user_group
from games.models import Actor, Match, Seat, Table
from games.protocol import encode, event_payload, move_texts
from games.selectors.tables import clock_payload, milliseconds, table_payload
from games.services.errors import place_of

log = logging.getLogger(__name__)

_LISTED = Message(LOBBY, Kind.LISTED)


def match_moved(
    match: Match,
    seats: Sequence[Seat],
    state: MatchState,
    events: Sequence[Event],
    actor: Actor | None = None,
) -> None:
    """Tells everyone at the table of one step of its match, once it is committed. Takes what move_messages
    takes."""
    transaction.on_commit(partial(send, move_messages(match, seats, state, events, actor)))


def table_changed(table_id: str) -> None:
    """Tells everyone at the table who sits where now, and the lobby, once it is committed."""
    transaction.on_commit(partial(_send_table, table_id))


def login_changed(user_id: str) -> None:
    """Lets all connections of a person (by public id) see whether their login still stands."""
    transaction.on_commit(partial(send, [Message(user_group(user_id), Kind.LOGIN)]))


def move_messages(
    match: Match,
    seats: Sequence[Seat],
    state: MatchState,
    events: Sequence[Event],
    actor: Actor | None = None,
) -> list[Message]:
    """Gives what everyone at the table is told of one step of its match.

    Takes the match's row as written with the step, the seats by position, the state after it and its events,
    and who made the move, if the step was one.
    """
    table = match.table
    tell = partial(Message, kind=Kind.FRAME, match=match.public_id, version=state.version)
    public = _events_frame(match, seats, state, events, actor)
    messages = [tell(table_group(table.public_id), text=encode(public))]
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
            group = seat_group(table.public_id, seat.position, seat.user.public_id)
            private = _private_frame(match, own, legal if in_turn else [])
            messages.append(tell(group, text=encode(private)))
    if table.visibility == Table.Visibility.OPEN and any(isinstance(event, HandEnded) for event in events):
        messages.append(_LISTED)
    return messages


def table_message(table: TablePayload) -> Message:
    """Gives what everyone at a table is told of who sits where now."""
    frame: TableFrame = {"type": "table", "table": table}
    return Message(table_group(table["id"]), Kind.TABLE, encode(frame))


def send(messages: Sequence[Message]) -> None:
    """Sends. Nothing that goes wrong reaches whoever committed: clients notice a gap and ask again."""
    if not messages:
        return
    try:
        bus.send(messages)
    except Exception as error:
        log.error("could not send %d messages: %s", len(messages), place_of(error))


def _send_table(table_id: str) -> None:
    try:
        table = table_payload(table_id)
    except Exception as error:
        log.error("could not read a table to send it: %s", place_of(error))
        return
    if table is None:
        return
    messages = [table_message(table)]
    if table["visibility"] == Table.Visibility.OPEN:
        messages.append(_LISTED)
    send(messages)


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
