"""The frames of both sockets, from the server and from a client."""

from django.utils.translation import gettext_lazy as _

from games.models import Actor
from games.protocol import PROTOCOL
from games.socket_page import codes, lobby_story, story
from games.socket_page.events import EVENTS
from games.socket_page.shapes import (
    Field,
    Schema,
    Shape,
    Text,
    const,
    list_of,
    one_of,
    or_null,
    ref,
    text,
)

_NOW = Field("now", ref("Time"), _("The server's time when it made the frame."))
_PROTOCOL = Field("protocol", const(PROTOCOL), _("The protocol that is spoken here."))
_MATCH = Field("match", ref("Id"), _("The match."))
_TEXT = Field(
    "text", text(), _("A sentence for the player, in the language of the connection. Never decide by it.")
)
_CLOCK = Field(
    "clock",
    or_null(ref("Clock")),
    _("The clock of the person in turn; null without a limit, for a bot, and between hands."),
)


def _frame(
    kind: str,
    name: str,
    about: Text,
    fields: tuple[Field, ...],
    example: story.Frame,
    also: Schema | None = None,
) -> Shape:
    return Shape(name, about, (Field("type", const(kind), ""), *fields), example, also=also)


def _code(known: tuple[codes.CodeText, ...], *more: tuple[codes.CodeText, ...]) -> Schema:
    return one_of(code.code for group in (known, *more) for code in group)


_PARAMS: Schema = {"type": "object"}

TABLE_FRAMES = (
    _frame(
        "hello",
        "Hello",
        _("The first frame of every connection."),
        (
            _PROTOCOL,
            Field("table", ref("Table"), _("The table as it is now.")),
            Field("you", ref("You"), _("What it is to you.")),
            _NOW,
        ),
        story.hello(story.table(), 0),
    ),
    _frame(
        "table",
        "TableChanged",
        _(
            "Something about the table changed: who sits where, who is there, the owner, the status, or "
            "the match. It has the whole table, and takes the place of what you knew."
        ),
        (Field("table", ref("Table"), _("The table as it is now.")),),
        {"type": "table", "table": story.table("playing", match=story.MATCH_ID)},
    ),
    _frame(
        "you",
        "YouChanged",
        _(
            "What the table is to you: after %(sync)s, and when it changed, as when you sat down, stood "
            "up, or a bot took over. An %(observation)s follows if the table has a match."
        ),
        (Field("you", ref("You"), _("What the table is to you now.")),),
        {"type": "you", "you": story.you()},
    ),
    _frame(
        "observation",
        "WholeObservation",
        _(
            "All that you may know of the match: after %(hello)s if the table has a match, after %(sync)s,"
            " and after %(you)s. It takes the place of everything that you knew of the match, unless you "
            "know a later version of the same match already."
        ),
        (
            _MATCH,
            Field("version", ref("Version"), _("The version that it shows.")),
            Field("observation", ref("Observation"), _("What you may know.")),
            _CLOCK,
            _NOW,
        ),
        story.observation(9, 5000, story.FIRST_TRICK[:2], turn=2),
    ),
    _frame(
        "events",
        "Events",
        _(
            "What happened, as all may know it: one frame for each version, the same for everyone at the "
            "table."
        ),
        (
            _MATCH,
            Field(
                "version", ref("Version"), _("The version that this made: one more than the version before.")
            ),
            Field(
                "actor",
                or_null(one_of(Actor.values)),
                _(
                    "Who made the move. %(clock)s: the time ran out, and the site moved. Null for a deal "
                    "and "
                    "for an early end."
                ),
            ),
            Field("events", list_of(ref("PublicEvent"), 1), _("What happened, in order.")),
            Field("phase", ref("Phase"), _("What the match waits for now.")),
            Field(
                "turn",
                or_null(ref("Seat")),
                _("The seat that is to move now; null between hands and at the end."),
            ),
            Field("scores", ref("Scores"), _("The scores now.")),
            _CLOCK,
            _NOW,
        ),
        story.events(
            11,
            8768,
            [
                {"type": "card_played", "seat": 3, "card": "CK"},
                {"type": "trick_taken", "seat": 3, "trick": 1},
            ],
            "play",
            3,
        ),
    ),
    _frame(
        "private",
        "Private",
        _(
            "The part of a version that is yours alone: your cards at a deal, your legal moves when it is "
            "your turn. No such frame comes for a version in which you get neither, and none to a "
            "spectator."
        ),
        (
            _MATCH,
            Field(
                "version", ref("Version"), _("The version that it belongs to: that of one %(events)s frame.")
            ),
            Field("events", list_of(ref("PrivateEvent"), 0, 1), _("Your cards, at a deal; else empty.")),
            Field(
                "legal",
                list_of(ref("Move")),
                _("Your legal moves in this version, all of them; empty unless it is your turn."),
            ),
        ),
        story.private(12, ["H2", "H9", "HK"]),
    ),
    _frame(
        "ack",
        "Ack",
        _(
            "Your move was kept for good. The same answer comes for the same %(client_id)s however often "
            "you send it."
        ),
        (
            Field("client_id", ref("ClientId"), _("The name that you gave the move.")),
            Field("version", ref("Version"), _("The version that the move made.")),
        ),
        story.ack(5, "c-1"),
    ),
    _frame(
        "refused",
        "Refused",
        _("Your move changed nothing, and here is why."),
        (
            Field("client_id", text(), _("The name that you gave the move.")),
            Field("code", _code(codes.MOVES, codes.RULES), _("Why, for your program.")),
            Field("params", _PARAMS, _("What the code says more; which it has, the list of codes tells.")),
            _TEXT,
            Field(
                "version",
                or_null(ref("Version")),
                _("The version that the match has; null where that was not looked up."),
            ),
        ),
        story.REFUSED,
        codes.params_of_codes(),
    ),
    _frame(
        "error",
        "Error",
        _("A frame of yours could not be taken, or the connection is about to be closed."),
        (Field("code", _code(codes.ERRORS), _("Why, for your program.")), _TEXT),
        {"type": "error", "code": "bad_frame", "text": "The message could not be read."},
    ),
    _frame("pong", "Pong", _("The answer to %(ping)s."), (), {"type": "pong"}),
)
"""What the server says at the socket of a table."""

_MORE = Shape(
    "LobbyMore",
    _(
        "Where the lists go on: what to ask %(lobby_url)s for after the last entry; null where a list is "
        "complete."
    ),
    (
        Field("waiting", or_null(text()), _("For the tables with free seats.")),
        Field("playing", or_null(text()), _("For the tables being played.")),
    ),
)

LOBBY_FRAMES = (
    _frame(
        "hello",
        "LobbyHello",
        _(
            "Both lists as they are now, newest first, fifty tables of each at most: the first frame of "
            "every connection, and the answer to %(sync)s."
        ),
        (
            _PROTOCOL,
            _NOW,
            Field(
                "waiting",
                list_of(ref("LobbyEntry"), 0, 50),
                _("Tables with a free seat, at which no match is played."),
            ),
            Field("playing", list_of(ref("LobbyEntry"), 0, 50), _("Tables at which a match is played.")),
            Field("more", ref("LobbyMore"), _("Where the lists go on.")),
        ),
        lobby_story.HELLO,
    ),
    _frame(
        "lobby",
        "LobbyChanged",
        _("What changed since the frame before, at most once a second."),
        (
            Field(
                "tables",
                list_of(ref("LobbyEntry")),
                _(
                    "Tables that are new or have changed, whole: each takes the place of the entry with "
                    "the same %(id)s. One whose %(status)s changed goes to the other list."
                ),
            ),
            Field("gone", list_of(ref("Id")), _("Tables that are in neither list any more.")),
            Field("more", ref("LobbyMore"), _("Where the lists go on.")),
        ),
        lobby_story.CHANGED,
    ),
)
"""What the server says at the lobby's socket, besides pong and error."""

CLIENT_FRAMES = (
    _frame("sync", "Sync", _("Asks for everything anew."), (), {"type": "sync"}),
    _frame(
        "ping", "Ping", _("Asks whether the connection lives; the answer is %(pong)s."), (), {"type": "ping"}
    ),
    _frame(
        "move",
        "SubmitMove",
        _("Makes a move for your seat."),
        (
            _MATCH,
            Field(
                "version",
                ref("Version"),
                _("The version that the move answers: the one of the %(legal)s that you chose from."),
            ),
            Field("move", ref("Move"), _("The move.")),
            Field("client_id", ref("ClientId"), _("Your own name for it, a new one for every move.")),
        ),
        story.move(4, "8", "c-1"),
    ),
)
"""What a client may say; the lobby takes the first two."""

OTHER_SHAPES = (_MORE, *EVENTS)
