"""What the page shows of the shapes: tables of fields, types that lead to each other, examples."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from games.engine.variants import get_variant
from games.models.tables import TURN_LENGTHS
from games.sentences import SENTENCES
from games.socket_page import actions, codes, events, frames, limits, payloads, story, transcript, values
from games.socket_page.shapes import Choice, Shape, Simple, written_type
from games.socket_page.words import code_words

LINE_LENGTH = 88


@dataclass(frozen=True)
class FieldRow:
    """One field in a table of fields."""

    name: str
    type: SafeString
    text: SafeString


@dataclass(frozen=True)
class ShapeView:
    """A shape as the page shows it."""

    name: str
    kind: str
    audience: str
    text: SafeString
    rows: list[FieldRow]
    example: str


@dataclass(frozen=True)
class CodeRow:
    """A code as the page shows it; `parameters` has each name with its meaning."""

    code: str
    sentence: SafeString
    parameters: list[tuple[str, SafeString]]
    todo: SafeString
    status: int | None


@dataclass(frozen=True)
class StepView:
    """A step of the transcript."""

    kind: str
    code: str
    text: SafeString


# What stands in the frames of each socket, in the order in which a reader meets it.
TABLE_OBJECTS = ("Table", "TableSeat", "You", "Observation", "Hand", "HandResult", "MatchResult", "Clock")
LOBBY_OBJECTS = ("LobbyEntry", "LobbySeat", "LobbyMore")


def page_context() -> dict[str, Any]:
    """Gives everything that the page shows, in the active language."""
    words = code_words()
    shapes = {shape.name: _shape_view(shape, words) for shape in all_shapes()}
    return {
        **words,
        **limits.limits_context(),
        "shapes": shapes,
        "simple": [
            {"name": simple.name, "written": simple.written, "text": _filled(simple.text, words)}
            for simple in values.SIMPLE
        ],
        "shown_frames": [shapes[shape.name] for shape in frames.TABLE_FRAMES],
        "shown_events": [shapes[shape.name] for shape in events.EVENTS],
        "client_frames": [shapes[shape.name] for shape in frames.CLIENT_FRAMES],
        "table_objects": [shapes[name] for name in TABLE_OBJECTS],
        "lobby_objects": [shapes[name] for name in LOBBY_OBJECTS],
        "lobby_frames": [shapes[shape.name] for shape in frames.LOBBY_FRAMES],
        "error_codes": _code_rows(codes.ERRORS, words),
        "move_codes": _code_rows(codes.MOVES, words),
        "rule_codes": _code_rows(codes.RULES, words),
        "table_codes": _code_rows(codes.TABLES, words),
        "internal_codes": _code_rows(codes.INTERNAL, words),
        "shown_actions": actions.ACTIONS,
        "closes": limits.CLOSES,
        "house_rule_keys": [
            spec.name for spec in get_variant("tarneeb").option_specs if spec.name != "target"
        ],
        "turn_lengths": TURN_LENGTHS,
        "token": story.TOKEN,
        "new_token": story.NEW_TOKEN,
        "session": story.SESSION,
        "table_id": story.TABLE_ID,
        "steps": [
            StepView(step.kind, step.written, _filled(step.text, words)) for step in transcript.steps()
        ],
    }


@cache
def all_shapes() -> tuple[Shape, ...]:
    """Every shape that the page and the document describe."""
    return (
        *payloads.SHAPES,
        *frames.OTHER_SHAPES,
        *frames.TABLE_FRAMES,
        *frames.LOBBY_FRAMES,
        *frames.CLIENT_FRAMES,
    )


def all_values() -> tuple[Simple | Choice, ...]:
    """Every value that has a name and is no object."""
    return (*values.SIMPLE, *payloads.CHOICES, *events.CHOICES)


def pretty(value: object, indent: int = 0, before: int = 0) -> str:
    """Gives JSON to be read: what fits into a line, in which `before` is taken, stands in one."""
    flat = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, (dict, list)) or not value or indent + before + len(flat) <= LINE_LENGTH:
        return flat
    inner = indent + 2
    if isinstance(value, list):
        parts = [pretty(part, inner) for part in value]
    else:
        keys = {key: f"{json.dumps(key)}: " for key in value}
        parts = [keys[key] + pretty(part, inner, len(keys[key])) for key, part in value.items()]
    lines = f",\n{' ' * inner}".join(parts)
    start, end = "[]" if isinstance(value, list) else "{}"
    return f"{start}\n{' ' * inner}{lines}\n{' ' * indent}{end}"


def _shape_view(shape: Shape, words: Mapping[str, SafeString]) -> ShapeView:
    rows = [
        FieldRow(field.name, _type_html(field.schema), _filled(field.text, words)) for field in shape.fields
    ]
    example = "" if shape.example is None else pretty(shape.example)
    return ShapeView(shape.name, shape.kind, shape.audience, _filled(shape.text, words), rows, example)


def _type_html(schema: dict[str, Any]) -> SafeString:
    pieces = (
        format_html('<a href="#{}">{}</a>', part.name, part.written)
        if part.name
        else format_html("{}", part.written)
        for part in written_type(schema)
    )
    return format_html_join("", "{}", ((piece,) for piece in pieces))


def _code_rows(found: Sequence[codes.CodeText], words: Mapping[str, SafeString]) -> list[CodeRow]:
    return [
        CodeRow(
            code=each.code,
            sentence=_filled(SENTENCES.get(each.code, codes.OTHER_SENTENCES.get(each.code, "")), words),
            parameters=[(name, _filled(codes.PARAMETER_TEXTS[name], words)) for name in each.parameters],
            todo=_filled(each.todo, words),
            status=each.status,
        )
        for each in found
    ]


def _filled(text: object, words: Mapping[str, SafeString]) -> SafeString:
    """Fills the gaps. The sentences are ours, and so is what fills them."""
    return mark_safe(str(text).replace("<", "&lt;") % words)
