"""The AsyncAPI document: well formed, up to date, strict, and of the same frames as the code."""

import copy
import json
from collections.abc import Iterator
from typing import Any, get_args, get_type_hints

import pytest
from django.core.management import call_command
from jsonschema import Draft7Validator

from games import frames as sent
from games import lobby_frames as sent_in_lobby
from games.engine.errors import Code
from games.engine.moves import ALL_MOVES
from games.protocol import SocketCode, parse_frame
from games.services.errors import MoveCode
from games.socket_page import codes, events, transcript
from games.socket_page import frames as told
from games.socket_page.page import all_shapes
from tests.games.schemas import FILE, check, document, message_names, validator

SCHEMAS = document()["components"]["schemas"]
SHAPES = {shape.name: shape for shape in all_shapes()}


def parts(value: Any) -> Iterator[dict[str, Any]]:
    """Every object in a piece of JSON."""
    if isinstance(value, dict):
        yield value
        for part in value.values():
            yield from parts(part)
    elif isinstance(value, list):
        for part in value:
            yield from parts(part)


def found(ref: str) -> Any:
    """What a reference leads to."""
    place: Any = document()
    for step in ref.removeprefix("#/").split("/"):
        place = place[step]
    return place


def test_the_file_is_what_the_code_describes(capsys: pytest.CaptureFixture[str]) -> None:
    """After a change: manage.py asyncapi > games/static/games/asyncapi.json"""
    call_command("asyncapi")
    assert FILE.read_text() == capsys.readouterr().out


def test_the_document_has_what_asyncapi_3_asks_for() -> None:
    whole = document()
    assert whole["asyncapi"] == "3.0.0"
    assert {"title", "version"} <= whole["info"].keys()
    assert set(whole) <= {
        "asyncapi",
        "info",
        "defaultContentType",
        "servers",
        "channels",
        "operations",
        "components",
    }
    for server in whole["servers"].values():
        assert {"host", "protocol"} <= server.keys()
    for channel in whole["channels"].values():
        named = {part.strip("{}") for part in channel["address"].split("/") if part.startswith("{")}
        assert named == set(channel.get("parameters", {}))
    for operation in whole["operations"].values():
        assert operation["action"] in ("send", "receive")
        channel_ref = operation["channel"]["$ref"]
        assert all(ref["$ref"].startswith(f"{channel_ref}/messages/") for ref in operation["messages"])


def test_every_reference_leads_somewhere() -> None:
    refs = [part["$ref"] for part in parts(document()) if isinstance(part.get("$ref"), str)]
    assert refs
    for ref in refs:
        assert isinstance(found(ref), dict), ref


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_schema_is_one_and_is_strict(name: str) -> None:
    Draft7Validator.check_schema(SCHEMAS[name])
    for part in parts(SCHEMAS[name]):
        if part.get("type") == "object" and "properties" in part:
            assert part["additionalProperties"] is False
            assert sorted(part["required"]) == sorted(part["properties"])


def test_every_schema_is_used() -> None:
    used = {part["$ref"].rpartition("/")[2] for part in parts(document()) if "$ref" in part}
    assert set(SCHEMAS) <= used


TYPES = {
    "Hello": sent.HelloFrame,
    "TableChanged": sent.TableFrame,
    "YouChanged": sent.YouFrame,
    "WholeObservation": sent.ObservationFrame,
    "Events": sent.EventsFrame,
    "Private": sent.PrivateFrame,
    "Ack": sent.AckFrame,
    "Refused": sent.RefusedFrame,
    "Error": sent.ErrorFrame,
    "Pong": sent.PongFrame,
    "Table": sent.TablePayload,
    "TableSeat": sent.SeatPayload,
    "You": sent.YouPayload,
    "Clock": sent.ClockPayload,
    "Observation": sent.ObservationPayload,
    "Hand": sent.HandPayload,
    "HandResult": sent.HandResultPayload,
    "MatchResult": sent.MatchResultPayload,
    "LobbyHello": sent_in_lobby.LobbyHelloFrame,
    "LobbyChanged": sent_in_lobby.LobbyFrame,
    "LobbyEntry": sent_in_lobby.LobbyEntry,
    "LobbySeat": sent_in_lobby.LobbySeatPayload,
    "LobbyMore": sent_in_lobby.LobbyMore,
}


@pytest.mark.parametrize("name", TYPES)
def test_the_fields_are_those_of_the_code(name: str) -> None:
    assert set(SCHEMAS[name]["properties"]) == set(get_type_hints(TYPES[name]))


def test_every_frame_of_the_code_is_described() -> None:
    frames = {*get_args(sent.ServerFrame), *get_args(sent_in_lobby.LobbyServerFrame)}
    assert frames <= set(TYPES.values())
    assert set(message_names("table", "send")) == {shape.kind for shape in told.TABLE_FRAMES}
    assert set(message_names("table", "receive")) == {"sync", "ping", "move"}
    assert set(message_names("lobby", "send")) == {"hello", "lobby", "error", "pong"}
    assert set(message_names("lobby", "receive")) == {"sync", "ping"}


def test_the_codes_are_those_of_the_code() -> None:
    refused = set(SCHEMAS["Refused"]["properties"]["code"]["enum"])
    errors = set(SCHEMAS["Error"]["properties"]["code"]["enum"])
    never = {str(code) for code in codes.NEVER_SENT}
    assert {*map(str, Code), *map(str, MoveCode)} - never <= refused
    assert {*map(str, SocketCode)} <= errors
    assert not never & (refused | errors)


def test_every_move_is_a_move_and_nothing_else_is() -> None:
    for move in ALL_MOVES:
        bids_one = str(move).rstrip("CDHSNT") == "1"  # which no game has
        assert validator("Move").is_valid(str(move)) is not bids_one, move
    for text in ("", "07", "14", "1", "8X", "sa", "S1", "SA ", "Pass", "NTS"):
        assert not validator("Move").is_valid(text), text


def examples() -> list[Any]:
    return [
        pytest.param(channel, action, name, id=f"{channel}-{action}-{name}")
        for channel in ("table", "lobby")
        for action in ("send", "receive")
        for name in message_names(channel, action).values()
    ]


@pytest.mark.parametrize(("channel", "action", "name"), examples())
def test_every_example_is_valid(channel: str, action: str, name: str) -> None:
    for example in document()["components"]["messages"][name]["examples"]:
        check(example["payload"], channel, action)
        if action == "receive":
            parse_frame(json.dumps(example["payload"]))


@pytest.mark.parametrize("event", events.EVENTS, ids=lambda event: event.kind)
def test_every_example_of_an_event_is_valid(event: Any) -> None:
    kind = "PublicEvent" if event.audience == events.EVERYONE else "PrivateEvent"
    assert validator(kind).is_valid(event.example)
    other = "PrivateEvent" if kind == "PublicEvent" else "PublicEvent"
    assert not validator(other).is_valid(event.example)


def test_every_frame_of_the_transcript_is_valid() -> None:
    steps = [step for step in transcript.steps() if step.frame is not None]
    assert {step.kind for step in steps} == {"in", "out"}
    for step in steps:
        assert step.frame is not None
        check(step.frame, "table", "send" if step.kind == "in" else "receive")


@pytest.mark.parametrize(("channel", "action", "name"), examples())
def test_a_frame_with_a_field_more_or_less_is_none(channel: str, action: str, name: str) -> None:
    """The schemas would notice a change."""
    payload = document()["components"]["messages"][name]["examples"][0]["payload"]
    for place in parts(payload):
        for key in list(place):
            changed = copy.deepcopy(payload)
            same = next(each for each in parts(changed) if each == place)
            del same[key]
            assert not validator(name).is_valid(changed), key
            same[key] = object()
            assert not validator(name).is_valid(changed), key
    assert not validator(name).is_valid({**payload, "more_than_that": 1})
