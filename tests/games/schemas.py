"""The published schemas of the sockets' frames, as the AsyncAPI document has them."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft7Validator

FILE = Path(__file__).resolve().parents[2] / "games/static/games/asyncapi.json"


@cache
def document() -> dict[str, Any]:
    """The document as it is served."""
    return dict(json.loads(FILE.read_text()))


@cache
def message_names(channel: str, action: str) -> dict[str, str]:
    """The messages that the server sends, or receives, at a channel: each frame's type, and its schema."""
    operations = [
        operation
        for operation in document()["operations"].values()
        if operation["action"] == action and operation["channel"]["$ref"] == f"#/channels/{channel}"
    ]
    names = [ref["$ref"].rpartition("/")[2] for operation in operations for ref in operation["messages"]]
    return {document()["components"]["messages"][name]["name"]: name for name in names}


@cache
def validator(schema: str) -> Draft7Validator:
    """A validator of one of the document's schemas."""
    return Draft7Validator({"$ref": f"#/components/schemas/{schema}", "components": document()["components"]})


def check(frame: dict[str, Any], channel: str = "table", action: str = "send") -> None:
    """Fails where a frame is not one that the document says may come."""
    names = message_names(channel, action)
    assert frame["type"] in names, frame["type"]
    faults = [
        f"{'/'.join(map(str, error.absolute_path))}: {error.message}"
        for error in validator(names[frame["type"]]).iter_errors(frame)
    ]
    assert not faults, (faults, frame)
