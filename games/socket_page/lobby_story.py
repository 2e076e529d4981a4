"""What the lobby shows of the session in ``story``."""

from typing import Any

from games.socket_page import story

Frame = dict[str, Any]


def _seat(position: int, filled_by: str) -> Frame:
    seat = story.table_seat(position, filled_by)
    return {key: seat[key] for key in ("position", "kind", "name", "online")}


def entry(status: str, others: str, scores: list[int] | None = None, hand: int | None = None) -> Frame:
    """The guest's table in the lobby's lists."""
    return {
        "id": story.TABLE_ID,
        "variant": "tarneeb",
        "options": story.OPTIONS,
        "turn_seconds": 30,
        "status": status,
        "seats": [_seat(place, others if place else "person") for place in range(4)],
        "watchers": 0,
        "scores": scores,
        "hand": hand,
        "created_at": story.START - 40,
    }


_COMPLETE = {"waiting": None, "playing": None}

HELLO: Frame = {
    "type": "hello",
    "protocol": 1,
    "now": story.START + 15,
    "waiting": [entry("waiting", "empty")],
    "playing": [],
    "more": _COMPLETE,
}
CHANGED: Frame = {
    "type": "lobby",
    "tables": [entry("playing", "bot", [0, 0], 1)],
    "gone": ["h7wq3m9xkc"],
    "more": _COMPLETE,
}
