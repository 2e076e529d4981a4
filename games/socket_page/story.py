"""One short session, as it went over the wire; every example on the page is a piece of it.

A guest opens a table, fills it with bots, bids 8 and names clubs, loses the connection in the first trick,
comes back, and leaves after the second.
"""

from typing import Any

Frame = dict[str, Any]

TABLE_ID = "3273dza3fh"
MATCH_ID = "zkmk2ybpa3"
USER_ID = "8n2e6tbknr"
NAME = "Guest 5191"
START = 1796091108471
SESSION = "ea4e7w8r15iduusmhl7po4dk2025gnux"
TOKEN = "TagkpXxOkM0F8FFqU2QYwc4uRhTVzYjs"
NEW_TOKEN = "AvDzvwRnKMeSeTJqNcecWYlpqPy045dk"

BOTS = ("Nour", "Sami", "Rima", "Zaid")
OPTIONS = {
    "target": 31,
    "single_round": False,
    "dealer_must_bid": False,
    "no_trump": False,
    "first_lead_trump": False,
    "egyptian": False,
}
CARDS = ["C5", "C6", "CT", "CJ", "CA", "D5", "D7", "DJ", "DA", "H2", "H9", "HK", "SQ"]
CALLS = [[1, "pass"], [2, "7"], [3, "pass"], [0, "8"], [2, "pass"]]


def table_seat(position: int, filled_by: str) -> Frame:
    """A seat: of the guest ("person"), of a bot, or empty."""
    person = filled_by == "person"
    names = {"person": NAME, "bot": BOTS[position]}
    return {
        "position": position,
        "kind": filled_by,
        "name": names.get(filled_by),
        "user": USER_ID if person else None,
        "held_by_bot": False,
        "ready": False,
        "online": person,
    }


def table(
    status: str = "waiting", others: str = "bot", me: str = "person", match: str | None = None
) -> Frame:
    """The table, with the guest in seat 0 and the three other seats filled alike."""
    return {
        "id": TABLE_ID,
        "variant": "tarneeb",
        "options": OPTIONS,
        "turn_seconds": 30,
        "visibility": "open",
        "status": status,
        "owner": USER_ID,
        "match": match,
        "link": f"/tables/{TABLE_ID}/",
        "watchers": 0,
        "removed": [],
        "seats": [table_seat(place, others if place else me) for place in range(4)],
    }


def you(seat: int | None = 0) -> Frame:
    """What the table is to the guest."""
    return {"seat": seat, "owner": True, "held_by_bot": False, "user": USER_ID}


def hello(seen: Frame, at: int, seat: int | None = 0) -> Frame:
    """The first frame of a connection."""
    return {"type": "hello", "protocol": 1, "table": seen, "you": you(seat), "now": START + at}


def clock(at: int, more: int = 0) -> Frame:
    """Thirty seconds for seat 0."""
    return {"seat": 0, "ends_at": START + at + 30_000 - more, "length_ms": 30_000}


def events(
    version: int,
    at: int,
    happened: list[Frame],
    phase: str,
    turn: int | None,
    actor: str | None = "bot",
    timed: Frame | None = None,
) -> Frame:
    """What happened, as all may know it."""
    return {
        "type": "events",
        "match": MATCH_ID,
        "version": version,
        "actor": actor,
        "events": happened,
        "phase": phase,
        "turn": turn,
        "scores": [0, 0],
        "clock": timed,
        "now": START + at,
    }


def private(version: int, legal: list[str], happened: list[Frame] | None = None) -> Frame:
    """What happened, as seat 0 alone may know it."""
    return {
        "type": "private",
        "match": MATCH_ID,
        "version": version,
        "events": happened or [],
        "legal": legal,
    }


def move(version: int, what: str, client_id: str) -> Frame:
    """A move of the guest's."""
    return {"type": "move", "match": MATCH_ID, "version": version, "move": what, "client_id": client_id}


def ack(version: int, client_id: str) -> Frame:
    """A move of the guest's was kept."""
    return {"type": "ack", "client_id": client_id, "version": version}


def observation(
    version: int,
    at: int,
    plays: list[list[Any]],
    seat: int | None = 0,
    timed: Frame | None = None,
    **changes: Any,
) -> Frame:
    """The whole observation in the play of the first hand; `changes` are of the observation itself."""
    played = [card for place, card in plays if place == 0]
    counts = [13 - sum(place == each for place, _card in plays) for each in range(4)]
    seen = {
        "variant": "tarneeb",
        "options": OPTIONS,
        "version": version,
        "phase": "play",
        "seat": seat,
        "turn": 1,
        "legal": [],
        "hand": {
            "ordinal": 1,
            "number": 1,
            "dealer": 0,
            "cards": None if seat is None else [card for card in CARDS if card not in played],
            "counts": counts,
            "revealed": None,
            "trump": "C",
            "declarer": 0,
            "contract": "8",
            "doubled": False,
            "calls": CALLS,
            "plays": plays,
            "tricks": [0, 0, 0, len(plays) // 4],
        },
        "scores": [0, 0],
        "target": 31,
        "results": [],
        "result": None,
    }
    return {
        "type": "observation",
        "match": MATCH_ID,
        "version": version,
        "observation": {**seen, **changes},
        "clock": timed,
        "now": START + at,
    }


REFUSED = {
    "type": "refused",
    "client_id": "c-4",
    "code": "must_follow_suit",
    "params": {"suit": "H"},
    "text": "You must follow suit: you hold hearts.",
    "version": 12,
}
HAND_RESULT = {
    "ordinal": 1,
    "number": 1,
    "dealer": 0,
    "outcome": "scored",
    "declarer": 0,
    "contract": "8",
    "doubled": False,
    "trump": "C",
    "revealed": None,
    "bids": ["8", None, "7", None],
    "tricks": [5, 2, 4, 2],
    "points": [9, 0],
    "scores": [9, 0],
}
ABANDONED = {"winner": None, "reason": "abandoned", "scores": [0, 0]}
FIRST_TRICK = [[0, "C5"], [1, "C8"], [2, "CQ"], [3, "CK"]]
