"""The socket's frames, protocol 1: JSON texts to and from moves, events and observations.

Everything that the server sends is built here, from what the engine has already redacted; everything that a
client sends is read here, strictly: an unknown key, a key given twice or a wrong type is refused.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

from games.engine import events as happened
from games.engine.moves import Move
from games.engine.observation import HandView, Observation
from games.engine.results import HandResult, MatchResult
from games.frames import (
    EventPayload,
    HandPayload,
    HandResultPayload,
    MatchResultPayload,
    ObservationPayload,
    ServerFrame,
    TablePayload,
    YouPayload,
)
from games.lobby_frames import LobbyServerFrame

PROTOCOL = 1
# A move is about 150 bytes; nothing that a client may say comes near this.
LONGEST_FRAME = 2048
LONGEST_TEXT = 64


def encode(frame: ServerFrame | LobbyServerFrame) -> str:
    """Gives the text of a frame."""
    return _encode(frame)


_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


# From the engine's values


def you_payload(table: TablePayload, user: str | None) -> YouPayload:
    """Gives what the table is to a user of this public id, or to a visitor (None)."""
    mine = next((seat for seat in table["seats"] if user is not None and seat["user"] == user), None)
    return {
        "seat": mine["position"] if mine else None,
        "owner": user is not None and table["owner"] == user,
        "held_by_bot": mine["held_by_bot"] if mine else False,
        "user": user,
    }


def observation_payload(seen: Observation) -> ObservationPayload:
    """Gives an observation's JSON form."""
    return {
        "variant": seen.variant,
        "options": dict(seen.options),
        "version": seen.version,
        "phase": seen.phase.value,
        "seat": seen.seat,
        "turn": seen.turn,
        "legal": [str(move) for move in seen.legal],
        "hand": None if seen.hand is None else _hand_payload(seen.hand),
        "scores": list(seen.scores),
        "target": seen.target,
        "results": [hand_result_payload(result) for result in seen.results],
        "result": None if seen.result is None else match_result_payload(seen.result),
    }


def _hand_payload(hand: HandView) -> HandPayload:
    return {
        "ordinal": hand.ordinal,
        "number": hand.number,
        "dealer": hand.dealer,
        "cards": None if hand.cards is None else [str(card) for card in hand.cards],
        "counts": list(hand.counts),
        "revealed": text_or_none(hand.revealed),
        "trump": text_or_none(hand.trump),
        "declarer": hand.declarer,
        "contract": text_or_none(hand.contract),
        "doubled": hand.doubled,
        "calls": [(seat, str(call)) for seat, call in hand.calls],
        "plays": [(seat, str(card)) for seat, card in hand.plays],
        "tricks": list(hand.tricks),
    }


def hand_result_payload(result: HandResult) -> HandResultPayload:
    """Gives a hand's result in its JSON form."""
    return {
        "ordinal": result.ordinal,
        "number": result.number,
        "dealer": result.dealer,
        "outcome": str(result.outcome),
        "declarer": result.declarer,
        "contract": result.contract,
        "doubled": result.doubled,
        "trump": result.trump,
        "revealed": result.revealed,
        "bids": list(result.bids),
        "tricks": None if result.tricks is None else list(result.tricks),
        "points": None if result.points is None else list(result.points),
        "scores": list(result.scores),
    }


def match_result_payload(result: MatchResult) -> MatchResultPayload:
    """Gives a match's result in its JSON form."""
    return {"winner": result.winner, "reason": str(result.reason), "scores": list(result.scores)}


def event_payload(event: happened.Event) -> EventPayload:
    """Gives an event's JSON form. Takes one that was redacted for whoever will read it."""
    match event:
        case happened.HandStarted(ordinal, number, dealer):
            return {"type": "hand_started", "ordinal": ordinal, "number": number, "dealer": dealer}
        case happened.CardsDealt(seat, cards):
            return {"type": "cards_dealt", "seat": seat, "cards": [str(card) for card in cards]}
        case happened.CardRevealed(seat, card):
            return {"type": "card_revealed", "seat": seat, "card": str(card)}
        case happened.TrumpSet(trump, chooser):
            return {"type": "trump_set", "trump": str(trump), "seat": chooser}
        case happened.CallMade(seat, call):
            return {"type": "call_made", "seat": seat, "call": str(call)}
        case happened.AuctionEnded(declarer, contract, doubled):
            text = text_or_none(contract)
            return {"type": "auction_ended", "declarer": declarer, "contract": text, "doubled": doubled}
        case happened.CardPlayed(seat, card):
            return {"type": "card_played", "seat": seat, "card": str(card)}
        case happened.TrickTaken(seat, trick):
            return {"type": "trick_taken", "seat": seat, "trick": trick}
        case happened.HandEnded(hand):
            return {"type": "hand_ended", "result": hand_result_payload(hand)}
        case happened.MatchEnded(result):
            return {"type": "match_ended", "result": match_result_payload(result)}


def text_or_none(value: object | None) -> str | None:
    """Gives the text form of a card, bid or trump, or None where there is none."""
    return None if value is None else str(value)


def move_texts(moves: Sequence[Move]) -> list[str]:
    """Gives the text forms of moves."""
    return [str(move) for move in moves]


# From a client


class SocketCode(StrEnum):
    """The codes of error frames."""

    BAD_FRAME = "bad_frame"
    FRAME_TOO_LONG = "frame_too_long"
    LOGIN_EXPIRED = "login_expired"
    SERVER_ERROR = "server_error"
    TOO_MANY_FRAMES = "too_many_frames"
    TOO_MANY_CONNECTIONS = "too_many_connections"
    UNKNOWN_PROTOCOL = "unknown_protocol"


class BadFrameError(Exception):
    """A client's frame that cannot be taken."""

    def __init__(self, code: SocketCode) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Sync:
    """The client asks for its whole observation."""


@dataclass(frozen=True, slots=True)
class Ping:
    """The client asks whether the connection lives."""


@dataclass(frozen=True, slots=True)
class SubmitMove:
    """The client moves, in answer to a version, under an id of its own."""

    match: str
    version: int
    move: str
    client_id: str


ClientFrame: TypeAlias = Sync | Ping | SubmitMove

_MOVE_KEYS = {"type", "match", "version", "move", "client_id"}
_HIGHEST_VERSION = 2**31 - 1


def parse_frame(text: str) -> ClientFrame:
    """Reads a client's frame. Raises BadFrameError."""
    if len(text) > LONGEST_FRAME:
        raise BadFrameError(SocketCode.FRAME_TOO_LONG)
    try:
        frame = json.loads(text, object_pairs_hook=_without_doubles, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise BadFrameError(SocketCode.BAD_FRAME) from None
    match frame:
        case {"type": "sync", **rest} if not rest:
            return Sync()
        case {"type": "ping", **rest} if not rest:
            return Ping()
        case {"type": "move"} if frame.keys() == _MOVE_KEYS:
            return _submit_move(frame)
    raise BadFrameError(SocketCode.BAD_FRAME)


def _submit_move(frame: dict[str, Any]) -> SubmitMove:
    texts = [frame[key] for key in ("match", "move", "client_id")]
    version = frame["version"]
    if not all(type(text) is str and _is_plain(text) for text in texts):
        raise BadFrameError(SocketCode.BAD_FRAME)
    if type(version) is not int or not 0 <= version <= _HIGHEST_VERSION:
        raise BadFrameError(SocketCode.BAD_FRAME)
    return SubmitMove(frame["match"], version, frame["move"], frame["client_id"])


def _is_plain(text: str) -> bool:
    """True for a short text of printable ASCII: a database refuses some of the other characters."""
    return 0 < len(text) <= LONGEST_TEXT and text.isascii() and text.isprintable()


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key given twice")
    return found


def _no_constant(name: str) -> None:
    raise ValueError(name)
