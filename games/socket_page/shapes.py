from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from django.utils.functional import Promise

Text: TypeAlias = str | Promise
Schema: TypeAlias = dict[str, Any]

_REFERENCE: Final = "#/components/schemas/"


@dataclass(frozen=True)
class Field:
    """One field of an object; every one is always there, with null where it has no value."""

    name: str
    schema: Schema
    text: Text


@dataclass(frozen=True)
class Shape:
    """An object that has exactly these fields. `audience` is who gets an event, where the shape is one."""

    name: str
    text: Text
    fields: tuple[Field, ...]
    example: Mapping[str, Any] | None = None
    audience: str = ""
    also: Schema | None = None
    """More of the JSON Schema: what the fields have to do with each other."""

    @property
    def kind(self) -> str:
        """Gives the value of the field "type", "" for a shape that has none."""
        return next((str(field.schema["const"]) for field in self.fields if field.name == "type"), "")

    def schema(self, words: Mapping[str, str]) -> Schema:
        """Gives the JSON Schema; `words` fills the gaps in the texts."""
        return {
            "type": "object",
            "description": str(self.text) % words,
            "required": [field.name for field in self.fields],
            "additionalProperties": False,
            "properties": {field.name: _described(field, words) for field in self.fields},
            **(self.also or {}),
        }


def _described(field: Field, words: Mapping[str, str]) -> Schema:
    text = str(field.text) % words
    # JSON Schema draft 7 reads nothing that stands beside a reference.
    inner = {"allOf": [field.schema]} if "$ref" in field.schema else field.schema
    return {"description": text, **inner} if text else inner


@dataclass(frozen=True)
class Simple:
    """A value that is no object and has a name of its own: a card, a seat, a time."""

    name: str
    text: Text
    body: Schema
    written: str  # on the page, as the type of a field

    def schema(self, words: Mapping[str, str]) -> Schema:
        """Gives the JSON Schema; `words` fills the gaps in the text."""
        return {"description": str(self.text) % words, **self.body}


@dataclass(frozen=True)
class Choice:
    """One of several shapes."""

    name: str
    text: Text
    names: tuple[str, ...]

    def schema(self, words: Mapping[str, str]) -> Schema:
        """Gives the JSON Schema; `words` fills the gaps in the text."""
        return {"description": str(self.text) % words, "oneOf": [ref(name) for name in self.names]}


# The schemas of fields


def ref(name: str) -> Schema:
    """A value described elsewhere under this name."""
    return {"$ref": _REFERENCE + name}


def const(value: str | int) -> Schema:
    """This value and no other."""
    return {"const": value}


def one_of(values: Iterable[str | int]) -> Schema:
    """One of these values."""
    return {"enum": list(values)}


def integer(least: int | None = None, most: int | None = None) -> Schema:
    """A whole number within these limits."""
    limits = {"minimum": least, "maximum": most}
    return {"type": "integer", **{key: value for key, value in limits.items() if value is not None}}


def text(pattern: str = "", least: int = 0, most: int | None = None) -> Schema:
    """A text."""
    rest: Schema = {"pattern": pattern} if pattern else {}
    if least:
        rest["minLength"] = least
    if most is not None:
        rest["maxLength"] = most
    return {"type": "string", **rest}


def flag() -> Schema:
    """True or false."""
    return {"type": "boolean"}


def or_null(schema: Schema) -> Schema:
    """The same, or null."""
    return {"anyOf": [schema, {"type": "null"}]}


def list_of(schema: Schema, least: int = 0, most: int | None = None) -> Schema:
    """An array of such values."""
    found: Schema = {"type": "array", "items": schema}
    if least:
        found["minItems"] = least
    if most is not None:
        found["maxItems"] = most
    return found


def four(schema: Schema) -> Schema:
    """Four such values, by seat."""
    return list_of(schema, 4, 4)


def pair(first: Schema, second: Schema) -> Schema:
    """An array of two values."""
    return {
        "type": "array",
        "items": [first, second],
        "additionalItems": False,
        "minItems": 2,
        "maxItems": 2,
    }


# How a page writes them, in the notation of TypeScript, which has no language


@dataclass(frozen=True)
class Part:
    """A piece of a written type; `name` is the description that it leads to, if any."""

    written: str
    name: str = ""


def written_type(schema: Schema) -> list[Part]:
    """Gives the pieces of a type as it is written."""
    if "$ref" in schema:
        name = schema["$ref"].removeprefix(_REFERENCE)
        return [Part(name, name)]
    if "const" in schema:
        return [Part(_quoted(schema["const"]))]
    if "enum" in schema:
        return [Part(" | ".join(map(_quoted, schema["enum"])))]
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return _joined([written_type(each) for each in schema[key]], " | ")
    if schema.get("type") == "array":
        return _written_array(schema["items"])
    return [Part(str(schema["type"]))]


def _written_array(items: Schema | list[Schema]) -> list[Part]:
    if isinstance(items, list):
        inner = _joined([written_type(each) for each in items], ", ")
        return [Part("["), *inner, Part("]")]
    inner = written_type(items)
    whole = [*inner] if len(inner) == 1 and " | " not in inner[0].written else [Part("("), *inner, Part(")")]
    return [*whole, Part("[]")]


def _joined(parts: list[list[Part]], between: str) -> list[Part]:
    found: list[Part] = []
    for place, part in enumerate(parts):
        found += [*([Part(between)] if place else []), *part]
    return found


def _quoted(value: str | int) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)
