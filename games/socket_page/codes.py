"""Every code that a client may meet, from the enumerations of the code itself."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from games.engine.errors import Code
from games.protocol import SocketCode
from games.services.errors import MoveCode, TableCode
from games.socket_page.shapes import Field, Schema, Text, integer, one_of, ref, text
from games.views.table_actions import LOG_IN, STATUSES

PARAMETERS: Mapping[str, tuple[str, ...]] = {
    Code.NOT_A_MOVE: ("text",),
    Code.NOT_YOUR_TURN: ("seat", "turn"),
    Code.WRONG_PHASE: ("phase",),
    Code.BID_TOO_LOW: ("bid", "high"),
    Code.BID_OUT_OF_RANGE: ("bid", "lowest", "highest"),
    Code.BID_NEEDS_SUIT: ("bid",),
    Code.BID_TAKES_NO_SUIT: ("bid",),
    Code.CARD_NOT_HELD: ("card",),
    Code.MUST_FOLLOW_SUIT: ("suit",),
    Code.MUST_LEAD_TRUMP: ("suit",),
    MoveCode.STALE_VERSION: ("version",),
}
"""The parameters of the codes that frames carry; the others have none."""


PARAMETER_FIELDS = (
    Field("text", text(most=40), _("what was sent as a move, cut to forty characters")),
    Field("seat", ref("Seat"), _("your seat")),
    Field("turn", ref("Seat"), _("the seat in turn")),
    Field("phase", ref("Phase"), _("the phase of the match")),
    Field("bid", text("^([1-9]|1[0-3])(C|D|H|S|NT)?$"), _("the bid that you made")),
    Field("high", ref("Bid"), _("the highest bid so far")),
    Field("lowest", integer(2, 7), _("the lowest bid that there is")),
    Field("highest", integer(13, 13), _("the highest bid that there is")),
    Field("card", ref("Card"), _("the card that you tried to play")),
    Field("suit", one_of("CDHS"), _("the suit that has to be played")),
    Field("version", ref("Version"), _("the version that the match has")),
)
PARAMETER_TEXTS: Mapping[str, Text] = {field.name: field.text for field in PARAMETER_FIELDS}

NEVER_SENT = (
    Code.NOT_A_SEAT,
    Code.NOT_A_TEAM,
    Code.DEAL_NOT_AWAITED,
    Code.NOT_A_FULL_DEAL,
    Code.UNKNOWN_VARIANT,
    Code.OPTION_UNKNOWN,
    Code.OPTION_VALUE,
    Code.OPTION_MISSING,
    Code.OPTIONS_EXCLUDE,
    MoveCode.NOT_DUE,
    TableCode.UNKNOWN_TURN_LENGTH,
    TableCode.UNKNOWN_VISIBILITY,
)
"""Codes between parts of the site. Those of options are told on the page of the form that opens a table."""

_REFUSED_BY_SOCKET = (SocketCode.LOGIN_EXPIRED,)
_ERRORS_OF_TABLES = (TableCode.TABLE_NOT_FOUND,)

_TODO: Mapping[str, Text] = {
    SocketCode.BAD_FRAME: _("A fault of the client: mend it. The fifth such frame closes the connection."),
    SocketCode.FRAME_TOO_LONG: _("The same."),
    SocketCode.LOGIN_EXPIRED: _("Log in again, then connect again."),
    SocketCode.SERVER_ERROR: _(
        "Send the frame once more after a moment, a move with the same %(client_id)s."
    ),
    SocketCode.TOO_MANY_FRAMES: _("Send less: close 4429 follows."),
    SocketCode.TOO_MANY_CONNECTIONS: _("Close some of yours: close 4429 follows."),
    SocketCode.UNKNOWN_PROTOCOL: _("Ask for %(protocol_query)s: close 4406 follows."),
    TableCode.TABLE_NOT_FOUND: _("Stop: there is nothing to come back to."),
    MoveCode.STALE_VERSION: _(
        "Forget the move, ask with %(sync)s, and choose again if it is still your turn."
    ),
    MoveCode.MATCH_NOT_FOUND: _("Ask with %(sync)s: the table plays another match."),
    MoveCode.NOT_YOUR_SEAT: _("Ask with %(sync)s: you watch, or the match is another one."),
    MoveCode.SEAT_HELD_BY_BOT: _("Take the seat back with %(return_url)s, then move."),
    MoveCode.BAD_CLIENT_ID: _("A fault of the client: %(client_id)s has 1 to 64 characters and no space."),
}


OTHER_SENTENCES: Mapping[str, Text] = {LOG_IN: _("Log in, or sit down as a guest, to do this.")}
"""What codes say that have no sentence in the list of all."""


@dataclass(frozen=True)
class CodeText:
    """One code as the page explains it. `status` is that of the HTTP answer, where it comes in one."""

    code: str
    parameters: tuple[str, ...]
    todo: Text
    status: int | None = None


def _texts(*codes: str) -> tuple[CodeText, ...]:
    return tuple(CodeText(str(code), PARAMETERS.get(code, ()), _TODO.get(code, "")) for code in codes)


ERRORS = _texts(*SocketCode, *_ERRORS_OF_TABLES)
"""Codes of error frames."""
MOVES = _texts(*(code for code in MoveCode if code not in NEVER_SENT), *_REFUSED_BY_SOCKET)
"""Codes of refused moves, before the rules are asked."""
RULES = _texts(*(code for code in Code if code not in NEVER_SENT))
"""Codes of moves that are against the rules."""
TABLES = (
    *(CodeText(str(code), (), "", STATUSES.get(code, 409)) for code in TableCode if code not in NEVER_SENT),
    CodeText(LOG_IN, (), "", 403),
)
"""Codes of HTTP answers."""
INTERNAL = _texts(*NEVER_SENT)


def params_of_codes() -> Schema:
    """Gives the JSON Schema that says which parameters go with which code of a refused move."""
    schemas = {field.name: field.schema for field in PARAMETER_FIELDS}
    bare = [each.code for each in (*MOVES, *RULES) if not each.parameters]
    rules = [
        _params_of(one_code, {name: schemas[name] for name in names})
        for one_code, names in PARAMETERS.items()
    ]
    return {"allOf": [{"if": _code_is({"enum": bare}), "then": _params({})}, *rules]}


def _params_of(one_code: str, schemas: Mapping[str, Schema]) -> Schema:
    return {"if": _code_is({"const": str(one_code)}), "then": _params(schemas)}


def _code_is(schema: Schema) -> Schema:
    return {"properties": {"code": schema}}


def _params(schemas: Mapping[str, Schema]) -> Schema:
    closed = {"required": [*schemas], "properties": {**schemas}, "additionalProperties": False}
    return {"properties": {"params": closed}}
