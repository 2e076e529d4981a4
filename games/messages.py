"""What is sent to those who listen, and the names of the groups that it is sent to.

One group a table carries what all may see; one for each person in a seat what that person alone may see.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

LOBBY = "lobby"
"""The group that hears which open tables changed."""


class Kind(StrEnum):
    """What a listener is to do with a message."""

    FRAME = "frame"  # pass its text on
    TABLE = "table"  # pass its text on, a table frame, and see whether one's own place changed
    LISTED = "listed"  # something changed at an open table; there is no text
    LOGIN = "login"  # see whether the login still stands; there is no text


@dataclass(frozen=True, slots=True)
class Message:
    """A text for one group. A message that tells of a step of a match has its id and the version after it."""

    group: str
    kind: Kind
    text: str = ""
    match: str = ""
    version: int = 0

    def packed(self) -> list[Any]:
        """Gives what other processes are sent."""
        return [self.group, self.kind, self.text, self.match, self.version]

    @classmethod
    def unpacked(cls, values: list[Any]) -> "Message":
        """Gives the message that another process packed."""
        group, kind, text, match, version = values
        return cls(group, Kind(kind), text, match, version)


def table_group(table_id: str) -> str:
    """The group of all who watch a table."""
    return f"table.{table_id}"


def seat_group(table_id: str, position: int, user_id: str) -> str:
    """The group of one person in one seat. It names the person too, so that whoever had the seat before, and
    is still connected, gets nothing of what its next person may see."""
    return f"seat.{table_id}.{position}.{user_id}"


def user_group(user_id: str) -> str:
    """The group of all connections of one person."""
    return f"user.{user_id}"
