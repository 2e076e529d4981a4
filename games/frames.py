"""The frames of the socket, protocol 1, and the payloads in them: their shapes only."""

from typing import Any, Literal, TypeAlias, TypedDict


class ClockPayload(TypedDict):
    """The limit of the person in turn, in milliseconds since 1970 and of the whole turn."""

    seat: int
    ends_at: int
    length_ms: int


class SeatPayload(TypedDict):
    """Who fills a seat. `ready` is true where a person is ready for the next match, `online` where a person
    has a connection to the table."""

    position: int
    kind: str
    name: str | None
    user: str | None
    held_by_bot: bool
    ready: bool
    online: bool


class TablePayload(TypedDict):
    """What everyone may know of a table. `match` is the one being played, or the last one; `watchers` counts
    the people without a seat here who look on, and the connections of visitors; `removed` has the users whom
    the owner took out of a seat within the last minute."""

    id: str
    variant: str
    options: dict[str, int | bool]
    turn_seconds: int | None
    visibility: str
    status: str
    owner: str | None
    match: str | None
    link: str
    watchers: int
    removed: list[str]
    seats: list[SeatPayload]


class YouPayload(TypedDict):
    """What the table is to the one who reads this."""

    seat: int | None
    owner: bool
    held_by_bot: bool
    user: str | None


class HandResultPayload(TypedDict):
    """How a hand ended; the fields are those of the engine's HandResult."""

    ordinal: int
    number: int | None
    dealer: int
    outcome: str
    declarer: int | None
    contract: str | None
    doubled: bool
    trump: str | None
    revealed: str | None
    bids: list[str | None]
    tricks: list[int] | None
    points: list[int] | None
    scores: list[int]


class MatchResultPayload(TypedDict):
    """How a match ended."""

    winner: int | None
    reason: str
    scores: list[int]


class HandPayload(TypedDict):
    """The hand in play as one seat, or a spectator (`cards` null), may know it."""

    ordinal: int
    number: int | None
    dealer: int
    cards: list[str] | None
    counts: list[int]
    revealed: str | None
    trump: str | None
    declarer: int | None
    contract: str | None
    doubled: bool
    calls: list[tuple[int, str]]
    plays: list[tuple[int, str]]
    tricks: list[int]


class ObservationPayload(TypedDict):
    """All that one seat, or a spectator, may know of a match."""

    variant: str
    options: dict[str, int | bool]
    version: int
    phase: str
    seat: int | None
    turn: int | None
    legal: list[str]
    hand: HandPayload | None
    scores: list[int]
    target: int
    results: list[HandResultPayload]
    result: MatchResultPayload | None


EventPayload: TypeAlias = dict[str, Any]
"""One event; which keys it has depends on its "type"."""


class HelloFrame(TypedDict):
    """The first frame after a connection was accepted."""

    type: Literal["hello"]
    protocol: int
    table: TablePayload
    you: YouPayload
    now: int


class TableFrame(TypedDict):
    """Seats or status changed."""

    type: Literal["table"]
    table: TablePayload


class YouFrame(TypedDict):
    """What the table is to the reader has changed."""

    type: Literal["you"]
    you: YouPayload


class ObservationFrame(TypedDict):
    """The whole observation: after hello, after a sync, and when the reader's seat changed."""

    type: Literal["observation"]
    match: str
    version: int
    observation: ObservationPayload
    clock: ClockPayload | None
    now: int


class EventsFrame(TypedDict):
    """What happened, as all may know it. `actor` says who made the move, "person", "bot" or "clock"; it is
    None for a deal and an early end."""

    type: Literal["events"]
    match: str
    version: int
    actor: str | None
    events: list[EventPayload]
    phase: str
    turn: int | None
    scores: list[int]
    clock: ClockPayload | None
    now: int


class PrivateFrame(TypedDict):
    """What happened, as one seat alone may know it, and its legal moves where it is in turn."""

    type: Literal["private"]
    match: str
    version: int
    events: list[EventPayload]
    legal: list[str]


class AckFrame(TypedDict):
    """The move was kept; it made this version."""

    type: Literal["ack"]
    client_id: str
    version: int


class RefusedFrame(TypedDict):
    """The move changed nothing; `version` is the one that the match has, null where it is not known."""

    type: Literal["refused"]
    client_id: str
    code: str
    params: dict[str, str | int | None]
    text: str
    version: int | None


class ErrorFrame(TypedDict):
    """A frame could not be taken."""

    type: Literal["error"]
    code: str
    text: str


class PongFrame(TypedDict):
    """The answer to a ping."""

    type: Literal["pong"]


ServerFrame: TypeAlias = (
    HelloFrame
    | TableFrame
    | YouFrame
    | ObservationFrame
    | EventsFrame
    | PrivateFrame
    | AckFrame
    | RefusedFrame
    | ErrorFrame
    | PongFrame
)
