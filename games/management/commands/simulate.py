"""``manage.py simulate``: whole matches between bots, written as records."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.bots import STEADY
from games.engine.record import write_record
from games.management.wishes import (
    PLAYER_NAMES,
    add_game,
    add_seed,
    at_least_one,
    options_of,
    player_of,
    variant_of,
)
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
        add_game(parser)
        parser.add_argument("--matches", type=int, default=1, metavar="N", help="how many (default: 1)")
        add_seed(parser)
        parser.add_argument("--out", default=STANDARD_OUTPUT, metavar="FILE", help="- for standard output")
        parser.add_argument("--player", default=STEADY, help=f"{PLAYER_NAMES} (default: {STEADY})")
        parser.add_argument(
            "--max-hands",
            type=int,
            default=MAX_HANDS,
            metavar="N",
            help=f"abandon a match that has not ended after so many hands (default: {MAX_HANDS})",
        )

    def handle(self, **wishes: Any) -> None:
        variant = variant_of(wishes["variant"])
        simulation = Simulation(
            variant=variant.key,
            options=options_of(variant, wishes["option"]),
            player=player_of(wishes["player"]),
            seed=wishes["seed"],
            max_hands=at_least_one("--max-hands", wishes["max_hands"]),
        )
        matches = at_least_one("--matches", wishes["matches"])
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


def _summary(tally: Tally, seconds: float) -> str:
    return (
        f"{tally.matches} matches ({tally.abandoned} abandoned), mean {tally.mean_hands():.2f} hands a match"
        f" and {tally.mean_not_scored():.2f} passed out or cancelled,"
        f" {tally.share_made():.1%} of {tally.contracts} contracts made,"
        f" {tally.matches / seconds:.1f} matches/s"
    )
