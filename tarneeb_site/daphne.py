"""The web server: Daphne as this site runs it. Takes Daphne's own options.

    python -m tarneeb_site.daphne --bind 127.0.0.1 --port 8000
"""

import asyncio
import resource
import sys

import uvloop

# Before Daphne is imported, which makes its loop at once. Half of what a frame costs is the loop's work.
asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())

from autobahn.twisted import websocket as autobahn_twisted  # noqa: E402
from autobahn.websocket import protocol as autobahn_protocol  # noqa: E402
from daphne.cli import CommandLineInterface  # noqa: E402

from tarneeb_site.web_options import OPTIONS  # noqa: E402

APPLICATION = "tarneeb_site.asgi:application"
# Seconds for which a thread that reads the database may keep the loop waiting: that does a thousand small
# things a second, and gives way at each. Python's own 5 ms made a frame take ten times as long.
SWITCH_INTERVAL = 0.0005


def leave_logs_plain() -> None:
    """Keeps Autobahn from colouring words of messages that nobody reads, three times a frame: that is a tenth
    of what the frame costs."""
    for module in (autobahn_twisted, autobahn_protocol):
        for colouring in ("hltype", "hlval"):
            setattr(module, colouring, type)


def allow_open_files() -> None:
    """Lets the process have as many sockets as the system lets it ask for."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and soft < hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def main() -> None:
    """Serves until it is asked to stop."""
    allow_open_files()
    leave_logs_plain()
    sys.setswitchinterval(SWITCH_INTERVAL)
    CommandLineInterface().run([*OPTIONS, *sys.argv[1:], APPLICATION])


if __name__ == "__main__":
    main()
