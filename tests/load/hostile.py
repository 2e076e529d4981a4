"""A site under attack through its sockets, while people play: `python -m tests.load.hostile`."""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path

from tests.load.own_site import end_when_told, own_site, say


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.load.hostile",
        description="Attacks a site of its own through its sockets, and looks whether each attack ends as "
        "the page for developers says, and the others play on. On PostgreSQL where DATABASE_URL names a "
        "server, else on SQLite.",
    )
    parser.add_argument("--frames", type=int, default=10_000, help="mangled frames of each attacker (10000)")
    parser.add_argument("--seed", type=int, default=1, help="of all that is drawn by chance (1)")
    parser.add_argument("--log", type=Path, help="a file for what the site writes; else it is thrown away")
    return parser.parse_args()


def main() -> int:
    """Run and print what was found; return 1 where anything was not as it should be."""
    wanted = arguments()
    end_when_told()
    with own_site() as (up, address):
        # Only now: it reads models, which want the settings.
        from tests.load.siege import Siege

        siege = Siege(address, up.parts()["web"], wanted.frames, wanted.seed)
        asyncio.run(siege.run())
        up.end()
        if wanted.log:
            wanted.log.write_text(up.text)
        siege.look_at_logs(up.lines)
        siege.look_for_leaks()
    say(siege.report())
    return 1 if siege.book.faults or siege.scanner.leaks else 0


if __name__ == "__main__":
    sys.exit(main())
