"""``manage.py simulate``: whole matches between bots, written as records."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.bots import BOTS, STEADY
from games.engine.errors import InvalidOptions
from games.engine.record import write_record
from games.engine.variants import Options, OptionValue, Variant, get_variant, variants
from games.simulation.matches import MAX_HANDS, Simulation, play_matches
from games.simulation.pipes import until_the_reader_goes
from games.simulation.tally import Tally

STANDARD_OUTPUT = "-"


class Command(BaseCommand):
    """Parses the wishes, writes a record a match, and prints the means to standard error."""

    help = (
        "Play whole matches between bots and write their records, one a line. The same seed, the same bytes."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--variant", required=True, help=", ".join(kind.key for kind in variants()))
        parser.add_argument(
            "--option",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help="a house rule or the target, such as egyptian=true or target=31; may be repeated",
        )
        parser.add_argument("--matches", type=int, default=1, metavar="N", help="how many (default: 1)")
        parser.add_argument("--seed", type=int, default=0, metavar="N", help="a whole number (default: 0)")
        parser.add_argument("--out", default=STANDARD_OUTPUT, metavar="FILE", help="- for standard output")
        parser.add_argument("--player", default=STEADY, help=f"{', '.join(BOTS)} (default: {STEADY})")
        parser.add_argument(
            "--max-hands",
            type=int,
            default=MAX_HANDS,
            metavar="N",
            help=f"abandon a match that has not ended after so many hands (default: {MAX_HANDS})",
        )

    def handle(self, **wishes: Any) -> None:
        variant = _variant(wishes["variant"])
        simulation = Simulation(
            variant=variant.key,
            options=_options(variant, wishes["option"]),
            player=_player(wishes["player"]),
            seed=wishes["seed"],
            max_hands=_at_least_one("--max-hands", wishes["max_hands"]),
        )
        matches = _at_least_one("--matches", wishes["matches"])
        started = time.perf_counter()
        tally = Tally()
        try:
            with self._output(wishes["out"]) as out:
                self._play(simulation, matches, out, tally)
        except KeyboardInterrupt:
            raise CommandError(f"stopped after {tally.matches} matches", returncode=130) from None
        self._say(_summary(tally, time.perf_counter() - started))

    def _play(self, simulation: Simulation, matches: int, out: TextIO, tally: Tally) -> None:
        for recorder in play_matches(simulation, matches):
            out.write(write_record(recorder.record()) + "\n")
            tally.add(recorder.state)
            if self.stderr.isatty():
                self._say(f"{tally.matches}/{matches} matches", ending="\r")

    @contextmanager
    def _output(self, name: str) -> Iterator[TextIO]:
        if name == STANDARD_OUTPUT:
            with until_the_reader_goes():
                yield self.stdout  # type: ignore[misc]  # Django's wrapper writes as a file does
            return
        try:
            with open(name, "w", encoding="utf-8", newline="\n") as file:
                yield file
        except OSError as error:
            raise CommandError(f"cannot write {name}: {error.strerror or error}") from None

    def _say(self, text: str, ending: str = "\n") -> None:
        self.stderr.write(text, style_func=str, ending=ending)


def _variant(key: str) -> type[Variant]:
    try:
        return get_variant(key)
    except InvalidOptions:
        known = ", ".join(kind.key for kind in variants())
        raise CommandError(f"there is no variant {key!r}; there are: {known}") from None


def _options(variant: type[Variant], texts: list[str]) -> Options:
    """The options written NAME=VALUE, and the defaults of the others."""
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


def _player(name: str) -> str:
    if name not in BOTS:
        raise CommandError(f"there is no player {name!r}; there are: {', '.join(BOTS)}")
    return name


def _at_least_one(name: str, number: int) -> int:
    if number < 1:
        raise CommandError(f"{name} must be at least 1, not {number}")
    return number


def _summary(tally: Tally, seconds: float) -> str:
    return (
        f"{tally.matches} matches ({tally.abandoned} abandoned), mean {tally.mean_hands():.2f} hands a match"
        f" and {tally.mean_not_scored():.2f} passed out or cancelled,"
        f" {tally.share_made():.1%} of {tally.contracts} contracts made,"
        f" {tally.matches / seconds:.1f} matches/s"
    )
