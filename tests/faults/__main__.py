"""The command line: `python -m tests.faults --help`."""

import argparse
import asyncio
import os
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from random import Random

import django

from tests.faults.postgres import Postgres, find_binaries
from tests.faults.services import Site

BOT_PAUSE = 0.05  # seconds


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.faults",
        description="Breaks a site of its own under load, and looks what is lost.",
    )
    parser.add_argument("--tables", type=int, default=12, help="tables, of four sockets each (12)")
    parser.add_argument("--times", type=int, default=20, help="how often each fault happens (20)")
    parser.add_argument("--only", action="append", metavar="NAME", help="this fault alone; may be repeated")
    parser.add_argument("--seed", type=int, default=1, help="of the order, the moments and the moves (1)")
    parser.add_argument("--within", type=float, default=30, help="seconds in which play must go on (30)")
    parser.add_argument("--think", type=float, default=0.1, help="seconds a player thinks, on average (0.1)")
    parser.add_argument("--web-servers", type=int, default=2, help="processes to connect to (2)")
    parser.add_argument("--sqlite", action="store_true", help="keep the site's data in SQLite")
    parser.add_argument("--log", type=Path, help="a file for what the site writes; else it is thrown away")
    return parser.parse_args()


def main() -> int:
    """Run, print the table, and return 1 where anything was wrong, 2 where it could not run."""
    wanted = arguments()
    binaries = None if wanted.sqlite else find_binaries()
    if binaries is None and not wanted.sqlite:
        say("There are no PostgreSQL programs here (initdb, pg_ctl). --sqlite runs without.")
        return 2
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tarneeb-faults-")))
        log = stack.enter_context(open(wanted.log or folder / "log", "wb"))
        postgres = None
        if binaries is not None:
            postgres = Postgres(binaries)
            stack.callback(postgres.close)
            postgres.make()
        site = Site(postgres.url if postgres else None, folder, wanted.web_servers, BOT_PAUSE, log)
        # The checks look at the very database that the site has.
        os.environ.update(site.environment)
        django.setup()
        return asyncio.run(run(wanted, site, postgres))


async def run(wanted: argparse.Namespace, site: Site, postgres: Postgres | None) -> int:
    """Start the site, play and break things; return the exit code."""
    # Only now: these read models, which want the settings.
    from tests.faults.faults import FAULTS, NEED_POSTGRES, Scene
    from tests.faults.load import Load
    from tests.faults.report import table
    from tests.faults.run import Run

    possible = [name for name in FAULTS if postgres is not None or name not in NEED_POSTGRES]
    names: list[str] = wanted.only or possible
    if set(names) - set(possible):
        say(f"--only takes one of: {', '.join(possible)}")
        return 2
    rng = Random(wanted.seed)
    order = names * wanted.times
    rng.shuffle(order)
    load = Load(site.addresses, wanted.tables, rng, wanted.think)
    trial = Run(Scene(site, postgres, load, rng), wanted.within, say)
    begun = time.monotonic()
    try:
        await site.start()
        await load.start()
        await trial.warm_up()
        for name in order:
            await trial.fault(name)
        await trial.end()
    finally:
        await load.stop()
        await site.stop()
    say(table({name: trial.outcomes[name] for name in names}))
    figures = f"{load.journal.acknowledged} moves acknowledged, {load.journal.frames} frames read"
    say(f"{figures}, {len(trial.problems)} problems, {time.monotonic() - begun:.0f} s")
    return 1 if trial.problems else 0


def say(sentence: str) -> None:
    """Write a line at once."""
    sys.stdout.write(sentence + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
