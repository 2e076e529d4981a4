"""What the services refuse, as stable codes; the sentences are in games.sentences."""

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeAlias

from games.engine.errors import InvalidOptions

Params: TypeAlias = Mapping[str, str | int | None]


class TableCode(StrEnum):
    """Why something at a table was refused. The comment gives the parameters."""

    TABLE_NOT_FOUND = "table_not_found"
    TABLE_CLOSED = "table_closed"
    MATCH_RUNNING = "match_running"
    NO_MATCH_RUNNING = "no_match_running"
    NO_SUCH_SEAT = "no_such_seat"
    SEAT_TAKEN = "seat_taken"
    SEAT_NOT_TAKEN = "seat_not_taken"
    SEATS_EMPTY = "seats_empty"
    OWN_SEAT = "own_seat"
    PLAYER_READY = "player_ready"
    REMOVED_FROM_TABLE = "removed_from_table"  # seconds: how long it lasts still
    ALREADY_SEATED = "already_seated"  # table: the id of the other table, or empty where it is not known
    NOT_SEATED = "not_seated"
    NOT_OWNER = "not_owner"
    SEAT_NOT_HELD_BY_BOT = "seat_not_held_by_bot"
    UNKNOWN_TURN_LENGTH = "unknown_turn_length"
    UNKNOWN_VISIBILITY = "unknown_visibility"


class MoveCode(StrEnum):
    """Why a move was refused before the rules were asked. The comment gives the parameters."""

    STALE_VERSION = "stale_version"  # version: the one that the match has
    MATCH_NOT_FOUND = "match_not_found"
    NOT_YOUR_SEAT = "not_your_seat"
    SEAT_HELD_BY_BOT = "seat_held_by_bot"
    NOT_DUE = "not_due"
    BAD_CLIENT_ID = "bad_client_id"


class TableError(Exception):
    """A request at a table that was refused; nothing was changed.

    `code` is a TableCode, or the engine's code where the game or its options are not known to it.
    """

    def __init__(self, code: str, **params: str | int | None) -> None:
        super().__init__(str(code))
        self.code = str(code)
        self.params: Params = params

    @classmethod
    def of_options(cls, error: InvalidOptions) -> "TableError":
        """The engine's refusal of a game or its options, as this table's."""
        return cls(error.code, **error.params)


def place_of(error: BaseException) -> str:
    """Gives the file and line where an error came from, for a log: its message may name a card."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = "?" if trace is None else f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"
    return f"{type(error).__name__} in {where}"
