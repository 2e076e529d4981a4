"""The frames of the lobby's socket, protocol 1: their shapes only. Pong and error are those of a table's."""

from typing import Literal, TypeAlias, TypedDict

from games.frames import ErrorFrame, PongFrame


class LobbySeatPayload(TypedDict):
    """Who fills a seat: no account is named, and who is a guest or a friend is not told."""

    position: int
    kind: str
    name: str | None
    online: bool


class LobbyEntry(TypedDict):
    """An open table as the lists show it. `scores` and `hand`, the number of the hand being played, are null
    where no match is played."""

    id: str
    variant: str
    options: dict[str, int | bool]
    turn_seconds: int | None
    status: str
    seats: list[LobbySeatPayload]
    watchers: int
    scores: list[int] | None
    hand: int | None
    created_at: int


class LobbyMore(TypedDict):
    """For each list the key of the tables past its end, as `?after=` of the page takes it; null for none."""

    waiting: str | None
    playing: str | None


class LobbyHelloFrame(TypedDict):
    """Both lists, newest first: after a connection was accepted, and after a sync."""

    type: Literal["hello"]
    protocol: int
    now: int
    waiting: list[LobbyEntry]
    playing: list[LobbyEntry]
    more: LobbyMore


class LobbyFrame(TypedDict):
    """The entries that changed or are new, and the tables that are in neither list any more."""

    type: Literal["lobby"]
    tables: list[LobbyEntry]
    gone: list[str]
    more: LobbyMore


LobbyServerFrame: TypeAlias = LobbyHelloFrame | LobbyFrame | PongFrame | ErrorFrame
