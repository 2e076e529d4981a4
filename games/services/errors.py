"""What the services refuse, as stable codes; the sentences are in games.sentences."""

from collections.abc import Mapping
from enum import StrEnum


class TableCode(StrEnum):
    """Why something at a table was refused."""

    TABLE_NOT_FOUND = "table_not_found"
    TABLE_CLOSED = "table_closed"
    MATCH_RUNNING = "match_running"
    NO_MATCH_RUNNING = "no_match_running"
    NO_MATCH_PLAYED = "no_match_played"
    NO_SUCH_SEAT = "no_such_seat"
    SEAT_TAKEN = "seat_taken"
    SEATS_EMPTY = "seats_empty"
    ALREADY_SEATED = "already_seated"
    NOT_SEATED = "not_seated"
    NOT_OWNER = "not_owner"
    SEAT_NOT_HELD_BY_BOT = "seat_not_held_by_bot"
    UNKNOWN_VARIANT = "unknown_variant"
    UNKNOWN_TURN_LENGTH = "unknown_turn_length"
    UNKNOWN_VISIBILITY = "unknown_visibility"


class MoveCode(StrEnum):
    """Why a move was refused before the rules were asked."""

    STALE_VERSION = "stale_version"
    MATCH_NOT_FOUND = "match_not_found"
    NOT_YOUR_SEAT = "not_your_seat"
    SEAT_HELD_BY_BOT = "seat_held_by_bot"
    BAD_CLIENT_ID = "bad_client_id"


class TableError(Exception):
    """A request at a table that was refused; nothing was changed."""

    def __init__(self, code: TableCode, **params: str | int) -> None:
        super().__init__(code.value)
        self.code = code
        self.params: Mapping[str, str | int] = params
