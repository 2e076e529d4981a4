"""What the commands that play by themselves ask for alike, with clear answers to what cannot be had."""

from __future__ import annotations

from typing import Final

from django.core.management.base import CommandError, CommandParser

from games.engine.errors import InvalidOptions
from games.engine.variants import Options, OptionValue, Variant, get_variant, variants
from games.simulation.players import PLAYERS

PLAYER_NAMES: Final = ", ".join(PLAYERS)


def add_game(parser: CommandParser) -> None:
    """The arguments that say which game is played."""
    parser.add_argument("--variant", required=True, help=", ".join(kind.key for kind in variants()))
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a house rule or the target, such as egyptian=true or target=31; may be repeated",
    )


def add_seed(parser: CommandParser) -> None:
    """The argument that everything left to luck follows from."""
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="a whole number (default: 0)")


def variant_of(key: str) -> type[Variant]:
    """The variant with this key. Raises CommandError when there is none."""
    try:
        return get_variant(key)
    except InvalidOptions:
        known = ", ".join(kind.key for kind in variants())
        raise CommandError(f"there is no variant {key!r}; there are: {known}") from None


def options_of(variant: type[Variant], texts: list[str]) -> Options:
    """The options written NAME=VALUE, and the defaults of the others. Raises CommandError for wrong ones."""
    chosen: dict[str, OptionValue] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise CommandError(f"--option {text!r} is not written NAME=VALUE")
        if name in chosen:
            raise CommandError(f"the option {name} is given twice")
        chosen[name] = _value(variant, name, value)
    try:
        return variant(chosen).options
    except InvalidOptions as error:
        both = f"{error.params['option']} and {error.params['other']}"
        raise CommandError(f"the options {both} exclude each other") from None


def _value(variant: type[Variant], name: str, text: str) -> OptionValue:
    for spec in variant.option_specs:
        if spec.name == name:
            values = {str(value).lower(): value for value in spec.allowed}
            if text not in values:
                raise CommandError(f"the option {name} takes {', '.join(values)}, not {text!r}")
            return values[text]
    known = ", ".join(spec.name for spec in variant.option_specs)
    raise CommandError(f"{variant.key} has no option {name!r}; it has: {known}")


def player_of(name: str) -> str:
    """The name, if a player has it. Raises CommandError when none has."""
    if name not in PLAYERS:
        raise CommandError(f"there is no player {name!r}; there are: {PLAYER_NAMES}")
    return name


def at_least_one(name: str, number: int) -> int:
    """The number. Raises CommandError, which names the argument, when it is below 1."""
    if number < 1:
        raise CommandError(f"{name} must be at least 1, not {number}")
    return number
