"""From a MatchRecord to text: sorted keys, no spaces, letters as UTF-8, so that a match has one text only."""

from __future__ import annotations

import json
from typing import Any

from games.engine.record.schema import FORMAT, FairDeal, HandRecord, MatchRecord


def write_record(record: MatchRecord) -> str:
    """The record as one line of JSON, without the line's end."""
    return json.dumps(record_data(record), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def record_data(record: MatchRecord) -> dict[str, Any]:
    """The record as a JSON value."""
    result = record.result
    return {
        "format": FORMAT,
        "match": record.match,
        "variant": record.variant,
        "options": dict(record.options),
        "seats": list(record.seats),
        "hands": [hand_data(hand) for hand in record.hands],
        "result": {
            "winner": result.winner,
            "reason": result.reason.value,
            "scores": list(result.scores),
        },
    }


def hand_data(hand: HandRecord) -> dict[str, Any]:
    """One hand as a JSON value; ``read_hand`` reads it."""
    data: dict[str, Any] = {
        "number": hand.number,
        "dealer": hand.dealer,
        "cards": [" ".join(map(str, cards)) for cards in hand.cards],
        "revealed": str(hand.revealed) if hand.revealed is not None else None,
        "calls": [[seat, str(call)] for seat, call in hand.calls],
        "trump": str(hand.trump) if hand.trump is not None else None,
        "plays": [str(card) for card in hand.plays],
        "tricks": list(hand.tricks) if hand.tricks is not None else None,
        "points": list(hand.points) if hand.points is not None else None,
        "scores": list(hand.scores),
    }
    if hand.fair is not None:
        data["fair"] = _fair_data(hand.fair)
    return data


def _fair_data(fair: FairDeal) -> dict[str, Any]:
    return {
        "method": fair.method,
        "commitment": fair.commitment,
        "seed": fair.seed,
        "player_seeds": list(fair.player_seeds),
    }
