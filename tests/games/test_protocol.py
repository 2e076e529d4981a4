"""The frames: what a client may say, and that every event has its form."""

import json
from typing import get_args

import pytest

from games import protocol
from games.engine import events, rules, shuffle
from games.engine.observation import observe
from games.protocol import BadFrameError, Ping, SubmitMove, Sync, parse_frame

MOVE = {"type": "move", "match": "k3v9qz", "version": 17, "move": "SA", "client_id": "a-1"}


def test_frames_of_a_client_are_read() -> None:
    assert parse_frame('{"type": "sync"}') == Sync()
    assert parse_frame('{"type":"ping"}') == Ping()
    assert parse_frame(json.dumps(MOVE)) == SubmitMove("k3v9qz", 17, "SA", "a-1")


BAD = [
    "",
    "{",
    "null",
    "[]",
    '"sync"',
    "7",
    "NaN",
    '{"type":"sync","more":1}',
    '{"type":"sync","type":"sync"}',
    '{"type":"nothing"}',
    '{"type":["sync"]}',
    '{"typ":"sync"}',
    '{"type":"move"}',
    "[" * 2000,
    json.dumps({**MOVE, "more": 1}),
    json.dumps({**MOVE, "version": "17"}),
    json.dumps({**MOVE, "version": 17.0}),
    json.dumps({**MOVE, "version": True}),
    json.dumps({**MOVE, "version": -1}),
    json.dumps({**MOVE, "version": 2**31}),
    json.dumps({**MOVE, "move": 7}),
    json.dumps({**MOVE, "move": ""}),
    json.dumps({**MOVE, "move": "S" * 65}),
    json.dumps({**MOVE, "match": None}),
    json.dumps({**MOVE, "match": "\ud800"}),
    json.dumps({**MOVE, "match": "k3v\x00"}),
    json.dumps({**MOVE, "move": "S\nA"}),
    json.dumps({**MOVE, "client_id": ""}),
    json.dumps({**MOVE, "client_id": "x" * 65}),
    json.dumps(MOVE).replace("17", "1" * 1500),
    json.dumps(MOVE)[:-1] + ',"version":18}',
]


@pytest.mark.parametrize("text", BAD)
def test_what_is_no_frame_is_refused(text: str) -> None:
    with pytest.raises(BadFrameError) as error:
        parse_frame(text)
    assert error.value.code == "bad_frame"


def test_a_frame_that_is_too_long_is_not_even_read() -> None:
    with pytest.raises(BadFrameError) as error:
        parse_frame('{"type":"sync"}' + " " * protocol.LONGEST_FRAME)
    assert error.value.code == "frame_too_long"


def played() -> tuple[list[events.Event], list[object]]:
    """Every event, and the observations, of a hand of each auction that makes different ones."""
    from games.engine.fallback import fallback
    from games.engine.moves import parse_move

    happened: list[events.Event] = []
    seen: list[object] = []
    for variant, bids in (("tarneeb", ["7"]), ("syrian41", ["3", "3", "3", "3"])):
        state = rules.start(variant, {}, 0)
        state, made = rules.deal(state, shuffle.deal_cards(bytes(32), ("", "", "", ""), 0))
        happened += made
        for bid in bids:
            assert state.turn is not None
            state, made = rules.apply(state, state.turn, parse_move(bid))
            happened += made
        while state.turn is not None:
            seen += [observe(state, seat) for seat in (None, 0, 1, 2, 3)]
            state, made = rules.apply(state, state.turn, fallback(state))
            happened += made
        state, made = rules.abandon(state)
        happened += made
        seen.append(observe(state, None))
    return happened, seen


def test_every_event_and_observation_has_a_json_form() -> None:
    happened, seen = played()
    assert {type(event) for event in happened} == set(get_args(events.Event))
    for event in happened:
        payload = protocol.event_payload(event)
        assert json.loads(json.dumps(payload)) == payload
    for observation in seen:
        text = json.dumps(protocol.observation_payload(observation))  # type: ignore[arg-type]
        assert json.loads(text)["version"] == observation.version  # type: ignore[attr-defined]


def test_what_a_table_is_to_its_reader() -> None:
    seats = [
        {"position": place, "kind": "empty", "name": None, "user": None, "held_by_bot": False, "ready": False}
        for place in range(4)
    ]
    seats[2] |= {"kind": "person", "name": "Alia", "user": "abc", "held_by_bot": True}
    table = {"owner": "abc", "seats": seats}
    mine = protocol.you_payload(table, "abc")  # type: ignore[arg-type]
    assert mine == {"seat": 2, "owner": True, "held_by_bot": True, "user": "abc"}
    visitor = protocol.you_payload(table, None)  # type: ignore[arg-type]
    assert visitor == {"seat": None, "owner": False, "held_by_bot": False, "user": None}
