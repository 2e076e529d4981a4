"""``manage.py replay``: checks match records by playing every match again."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandParser

from games.simulation.pipes import until_the_reader_goes
from games.simulation.record_files import Checked, check_records

STANDARD_INPUT = "-"


class Command(BaseCommand):
    """Prints a line a fault and the totals; exits 1 when anything is wrong."""

    help = "Check match records by playing every match again."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "files", nargs="+", metavar="FILE", help="records, one match a line; - for standard input"
        )

    def handle(self, **wishes: Any) -> None:
        matches = hands = wrong = 0
        with until_the_reader_goes():
            for name in wishes["files"]:
                for checked in _checked(name):
                    matches += checked.matches
                    hands += checked.hands
                    if checked.fault is not None:
                        wrong += 1
                        self.stdout.write(f"{_shown(name)}: {checked.fault}")
            self.stdout.write(f"{matches} matches, {hands} hands, {wrong} wrong")
        if wrong:
            raise SystemExit(1)


def _shown(name: str) -> str:
    """The name of a file as it can be printed, whatever bytes it has."""
    return os.fsencode(name).decode("utf-8", "replace")


def _checked(name: str) -> Iterator[Checked]:
    """What was found in a file; a file that cannot be read is a fault of no match."""
    try:
        with _opened(name) as stream:
            yield from check_records(stream)
    except OSError as error:
        yield Checked(matches=0, hands=0, fault=f"cannot be read: {error.strerror or error}")


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    if name == STANDARD_INPUT:
        yield sys.stdin.buffer
    else:
        with open(name, "rb") as stream:
            yield stream
