"""The options of a variant: names, defaults, allowed values, and what excludes what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from games.engine.errors import Code, InvalidOptions, brief

OptionValue: TypeAlias = int | bool
Options: TypeAlias = Mapping[str, OptionValue]


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """One option: its value unless chosen, every value that it takes, and the options it cannot go with."""

    name: str
    default: OptionValue
    allowed: tuple[OptionValue, ...]
    excludes: tuple[str, ...] = ()

    def takes(self, value: object) -> bool:
        """Whether ``value`` is allowed. Types are exact: 41.0 and True are no 41 and no 1."""
        return type(value) is type(self.default) and value in self.allowed


def switch(name: str, excludes: tuple[str, ...] = ()) -> OptionSpec:
    """A house rule: off unless chosen."""
    return OptionSpec(name, False, (False, True), excludes)


def complete(specs: Iterable[OptionSpec], chosen: Mapping[str, object]) -> dict[str, OptionValue]:
    """Every option with its value: the one chosen, or the default.

    Raises InvalidOptions for a name that is not known, a value that the option does not take, and two options
    that exclude each other.
    """
    by_name = {spec.name: spec for spec in specs}
    values: dict[str, OptionValue] = {name: spec.default for name, spec in by_name.items()}
    for name, value in chosen.items():
        spec = by_name.get(name)
        if spec is None:
            raise InvalidOptions(Code.OPTION_UNKNOWN, {"option": brief(name)})
        if not isinstance(value, int) or not spec.takes(value):
            raise InvalidOptions(Code.OPTION_VALUE, {"option": name, "value": brief(value)})
        values[name] = value
    for spec in by_name.values():
        for other in spec.excludes:
            if values[spec.name] and values[other]:
                raise InvalidOptions(Code.OPTIONS_EXCLUDE, {"option": spec.name, "other": other})
    return values
