"""``manage.py loadtest``: how many moves the running site takes, how fast, and at what cost."""

from __future__ import annotations

import asyncio
import signal
from types import FrameType
from typing import Any, Final

import uvloop
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from games.load import processes
from games.load.files import TooFewFilesError, allow_open_files
from games.load.plan import Address, Game, Plan, WrongAddressError
from games.load.rows import make_crowd, new_run, remove_crowd
from games.management.wishes import add_seed, at_least_one, options_of, variant_of
from games.models.tables import TURN_LENGTHS

try:
    from games.load.report import as_json, as_text
    from games.load.run import NoSiteError, Result, Run
except ModuleNotFoundError:
    HAS_EXTRA = False
else:
    HAS_EXTRA = True

NO_LIMIT: Final = "none"
DATABASES: Final = {"postgresql": "PostgreSQL", "sqlite": "SQLite"}


class Command(BaseCommand):
    """Makes people and tables, plays, prints the figures, and takes everything away again."""

    help = (
        "Play at many tables of the running site at once and measure. Run it on the site's own machine, with"
        " the site's own environment (DATABASE_URL or TARNEEB_DATA_DIR, SECRET_KEY): it makes people,"
        " sessions and tables in the site's database, and removes them with everything they played. Start the"
        " site with TARNEEB_HAND_PAUSE=0, or most tables wait for a deal most of the time."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--tables", type=int, default=100, metavar="N", help="tables of four people (default: 100)"
        )
        parser.add_argument(
            "--seconds", type=float, default=30, metavar="S", help="that are measured (default: 30)"
        )
        parser.add_argument(
            "--warmup", type=float, default=5, metavar="S", help="played before that (default: 5)"
        )
        parser.add_argument(
            "--pace",
            type=float,
            default=0,
            metavar="S",
            help="seconds from one move of a table to its next; 1.5 is lively people (default: 0, flat out)",
        )
        parser.add_argument(
            "--url",
            action="append",
            help="a web server of the site (default: http://127.0.0.1:8000/); where it is given several"
            " times, the four sockets of each table are spread over them",
        )
        parser.add_argument(
            "--variant",
            action="append",
            help="a game; given several times, the tables take turns (default: tarneeb)",
        )
        parser.add_argument(
            "--option",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help="a house rule or the target of the one game; may be repeated",
        )
        parser.add_argument(
            "--turn",
            default="30",
            choices=[*map(str, TURN_LENGTHS), NO_LIMIT],
            help="seconds that a turn may take (default: 30, as for a new table)",
        )
        parser.add_argument(
            "--spectators", type=int, default=0, metavar="N", help="that watch each table (default: 0)"
        )
        parser.add_argument(
            "--idle",
            type=int,
            default=0,
            metavar="N",
            help="further sockets of people who sit at tables where no match has begun; prints the memory"
            " that each takes of the web server (default: 0)",
        )
        add_seed(parser)
        parser.add_argument(
            "--json", action="store_true", help="print one line of JSON, times in milliseconds"
        )
        parser.add_argument(
            "--clean",
            action="store_true",
            help="play nothing: remove what killed runs of this command left in the database",
        )

    def handle(self, **wishes: Any) -> None:
        if wishes["clean"]:
            self.stdout.write(f"{remove_crowd()} tables removed")
            return
        plan = _plan(wishes)
        if not HAS_EXTRA:
            raise CommandError(
                "The libraries for this are not installed:"
                " .venv/bin/pip install -c constraints.txt -e '.[load]'"
            )
        try:
            allow_open_files(plan.sockets)
        except TooFewFilesError as error:
            raise CommandError(str(error)) from None
        # Asked to end in whatever way, it takes away what it made.
        signal.signal(signal.SIGTERM, _as_interrupt)
        # Who starts it in the background of a shell has it ignore Ctrl-C otherwise.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        database = DATABASES.get(connection.vendor, connection.vendor)
        try:
            result = self._load(plan)
        except NoSiteError as error:
            raise CommandError(_unreachable(plan, error)) from None
        except KeyboardInterrupt:
            raise CommandError("stopped", returncode=130) from None
        self.stdout.write((as_json if wishes["json"] else as_text)(plan, result, database))

    def _load(self, plan: Plan) -> Result:
        run = new_run()
        try:
            self._say("making people and tables")
            crowd = make_crowd(plan, run)
            site = processes.find_site(plan.addresses) if processes.can_look() else None
            with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                return runner.run(Run(plan, crowd, site).measure(self._say))
        finally:
            self._say("removing people and tables")
            remove_crowd(run)

    def _say(self, text: str) -> None:
        self.stderr.write(text, style_func=str)


def _plan(wishes: dict[str, Any]) -> Plan:
    for name in ("spectators", "idle", "pace", "warmup"):
        if wishes[name] < 0:
            raise CommandError(f"--{name} must not be negative")
    if wishes["seconds"] <= 0:
        raise CommandError("--seconds must be more than 0")
    return Plan(
        addresses=tuple(_address(url) for url in wishes["url"] or ["http://127.0.0.1:8000/"]),
        games=_games(wishes["variant"] or ["tarneeb"], wishes["option"]),
        tables=at_least_one("--tables", wishes["tables"]),
        turn_seconds=None if wishes["turn"] == NO_LIMIT else int(wishes["turn"]),
        spectators=wishes["spectators"],
        idle=wishes["idle"],
        pace=wishes["pace"],
        warmup=wishes["warmup"],
        seconds=wishes["seconds"],
        seed=wishes["seed"],
    )


def _games(variants: list[str], options: list[str]) -> tuple[Game, ...]:
    if options and len(variants) > 1:
        raise CommandError("--option belongs to one game: give one --variant with it")
    kinds = [variant_of(key) for key in variants]
    return tuple(Game(kind.key, dict(options_of(kind, options))) for kind in kinds)


def _address(url: str) -> Address:
    try:
        return Address.of(url)
    except WrongAddressError:
        raise CommandError(f"{url!r} is no address of a site: it looks like http://127.0.0.1:8000/") from None


def _unreachable(plan: Plan, error: NoSiteError) -> str:
    where = ", ".join(address.origin for address in plan.addresses)
    return (
        f"The site at {where} opened no socket ({error}). Start it, or say where it is with --url; the"
        " database, SECRET_KEY and TARNEEB_DATA_DIR must be the site's own."
    )


def _as_interrupt(_number: int, _frame: FrameType | None) -> None:
    signal.raise_signal(signal.SIGINT)
