"""Whole matches over real sockets, and a search for cards in every word: `python -m tests.load.matches`."""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path

from tests.load.own_site import end_when_told, own_site, say


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.load.matches",
        description="Plays whole matches on a site of its own, and looks for cards that somebody was told "
        "of and must not know. On PostgreSQL where DATABASE_URL names a server, else on SQLite.",
    )
    parser.add_argument("--matches", type=int, default=200, help="how many, all house rules in turn (200)")
    parser.add_argument("--at-once", type=int, default=4, help="how many of them at the same time (4)")
    parser.add_argument("--seed", type=int, default=1, help="of what the players choose (1)")
    parser.add_argument("--within", type=float, default=1800, help="seconds that one match may take (1800)")
    parser.add_argument("--log-level", default="INFO", help="of the site; DEBUG writes much more (INFO)")
    parser.add_argument("--log", type=Path, help="a file for what the site writes; else it is thrown away")
    return parser.parse_args()


def main() -> int:
    """Run and print what was found; return 1 where a card leaked, or anything else was wrong."""
    wanted = arguments()
    end_when_told()
    with own_site(LOG_LEVEL=wanted.log_level) as (up, address):
        # Only now: it reads models, which want the settings.
        from tests.load.trial import Trial

        trial = Trial(address, wanted)
        asyncio.run(trial.run())
        up.end()
        if wanted.log:
            wanted.log.write_text(up.text)
        trial.look_at_logs(up.lines)
        trial.look_for_seeds()
        trial.replay()
    say(trial.report())
    return 1 if trial.faults or trial.scanner.leaks else 0


if __name__ == "__main__":
    sys.exit(main())
