"""The AsyncAPI 3.0 document of the sockets, made from the same shapes as the page."""

from collections.abc import Iterable
from typing import Any, Final

from django.utils import translation

from games.protocol import PROTOCOL
from games.socket_page import frames
from games.socket_page.page import all_shapes, all_values
from games.socket_page.shapes import Shape
from games.socket_page.words import WORDS

DOCUMENT_VERSION: Final = f"{PROTOCOL}.0.0"
_JSON: Final = "application/json"
# Said at both sockets, and described once.
_SHARED: Final = ("Pong", "Error")
_FOR_THE_LOBBY: Final = ("Sync", "Ping")


def document() -> dict[str, Any]:
    """Gives the document, in English."""
    with translation.override("en"):
        return {
            "asyncapi": "3.0.0",
            "info": {
                "title": "Tarneeb: sockets of tables and lobby",
                "version": DOCUMENT_VERSION,
                "description": (
                    "What the page /developers/socket/ of the site says, in a form for programs. "
                    "Operations are "
                    "the server's: it sends the frames of `send`, and takes those of `receive`. Schemas "
                    "are JSON "
                    "Schema draft 7, and strict; a client had better ignore fields that it does not know."
                ),
            },
            "defaultContentType": _JSON,
            "servers": {
                "site": {
                    "host": "{host}",
                    "protocol": "wss",
                    "description": "The site. One without HTTPS speaks ws.",
                    "variables": {
                        "host": {"description": "Its name and port, as in the address of its pages."}
                    },
                    "security": [{"$ref": "#/components/securitySchemes/session"}],
                }
            },
            "channels": _channels(),
            "operations": _operations(),
            "components": {
                "securitySchemes": {
                    "session": {
                        "type": "httpApiKey",
                        "in": "cookie",
                        "name": "sessionid",
                        "description": "Got by logging in or becoming a guest. Without it one watches.",
                    }
                },
                "messages": {shape.name: _message(shape) for shape in _messages()},
                "schemas": _schemas(),
            },
        }


def _from_table() -> tuple[Shape, ...]:
    return frames.TABLE_FRAMES


def _from_lobby() -> tuple[Shape, ...]:
    return (*frames.LOBBY_FRAMES, *(shape for shape in frames.TABLE_FRAMES if shape.name in _SHARED))


def _to_lobby() -> tuple[Shape, ...]:
    return tuple(shape for shape in frames.CLIENT_FRAMES if shape.name in _FOR_THE_LOBBY)


def _messages() -> tuple[Shape, ...]:
    return (*frames.TABLE_FRAMES, *frames.LOBBY_FRAMES, *frames.CLIENT_FRAMES)


def _channels() -> dict[str, Any]:
    return {
        "table": {
            "address": "/ws/tables/{tableId}/",
            "title": "A table",
            "description": "All that one may know of a table and its match, and one's own moves.",
            "parameters": {"tableId": {"description": "The table's id, as in the address of its page."}},
            "messages": _refs((*_from_table(), *frames.CLIENT_FRAMES)),
            "bindings": {"ws": _handshake()},
        },
        "lobby": {
            "address": "/ws/lobby/",
            "title": "The lobby",
            "description": "The open tables of the site, as they change.",
            "messages": _refs((*_from_lobby(), *_to_lobby())),
            "bindings": {"ws": _handshake()},
        },
    }


def _handshake() -> dict[str, Any]:
    return {
        "method": "GET",
        "query": {
            "type": "object",
            "properties": {
                "protocol": {"type": "string", "const": str(PROTOCOL), "description": "The protocol spoken."}
            },
        },
        "headers": {
            "type": "object",
            "required": ["Origin"],
            "properties": {
                "Origin": {"type": "string", "description": "Scheme, host and port of the site itself."},
                "Cookie": {"type": "string", "description": "With `sessionid`; without it one watches."},
                "Accept-Language": {"type": "string", "description": "For the sentences: en or ar."},
            },
        },
        "bindingVersion": "0.1.0",
    }


def _operations() -> dict[str, Any]:
    return {
        "tellTable": _operation("send", "table", "What the server says of a table.", _from_table()),
        "hearTable": _operation("receive", "table", "What a client says at a table.", frames.CLIENT_FRAMES),
        "tellLobby": _operation("send", "lobby", "What the server says of the lobby.", _from_lobby()),
        "hearLobby": _operation("receive", "lobby", "What a client says in the lobby.", _to_lobby()),
    }


def _operation(action: str, channel: str, summary: str, shapes: Iterable[Shape]) -> dict[str, Any]:
    return {
        "action": action,
        "channel": {"$ref": f"#/channels/{channel}"},
        "summary": summary,
        "messages": [{"$ref": f"#/channels/{channel}/messages/{shape.name}"} for shape in shapes],
    }


def _refs(shapes: Iterable[Shape]) -> dict[str, Any]:
    return {shape.name: {"$ref": f"#/components/messages/{shape.name}"} for shape in shapes}


def _message(shape: Shape) -> dict[str, Any]:
    return {
        "name": shape.kind,
        "title": shape.name,
        "summary": str(shape.text) % WORDS,
        "contentType": _JSON,
        "payload": {"$ref": f"#/components/schemas/{shape.name}"},
        "examples": [{"payload": shape.example}],
    }


def _schemas() -> dict[str, Any]:
    return {each.name: each.schema(WORDS) for each in (*all_values(), *all_shapes())}
