"""The web server: Daphne as this site runs it. Takes Daphne's own options.

    python -m tarneeb_site.daphne --bind 127.0.0.1 --port 8000
"""

import asyncio
import gc
import resource
import sys
from collections.abc import Callable, Sequence
from typing import Any

import uvloop

# Before Daphne is imported, which makes its loop at once. Half of what a frame costs is the loop's work.
asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())

from autobahn.twisted import websocket as autobahn_twisted  # noqa: E402
from autobahn.websocket import protocol as autobahn_protocol  # noqa: E402
from daphne import server  # noqa: E402
from daphne.cli import CommandLineInterface  # noqa: E402
from twisted.internet import reactor, task  # noqa: E402

from tarneeb_site.web_options import OPTIONS  # noqa: E402

APPLICATION = "tarneeb_site.asgi:application"
# Seconds for which a thread that reads the database may keep the loop waiting: that does a thousand small
# things a second, and gives way at each. Python's own 5 ms made a frame take ten times as long.
SWITCH_INTERVAL = 0.0005
# A full collection looks at every object there is, and all wait: half a second with two thousand sockets.
# By itself it came every twenty seconds. Nearly all garbage is gone without one, by counting or while young.
FULL_COLLECTION_EVERY = 300.0
YOUNG, MIDDLE, NEVER = 5_000, 20, 1_000_000_000
# Seconds from one look at a connection to the next, and the parts in which all of them are looked at.
LOOK_EVERY, PARTS = 2.0, 40


class Server(server.Server):
    """Daphne's server, which looks after its connections part by part: pings to thousands of sockets at once
    took a tenth of a second, and all moves waited."""

    def timeout_checker(self) -> None:
        """Has every connection looked at once within LOOK_EVERY."""
        call_later: Callable[..., object] = reactor.callLater
        connections = list(self.connections)
        for part in range(PARTS):
            call_later(part * LOOK_EVERY / PARTS, self._check, connections[part::PARTS])
        call_later(LOOK_EVERY, self.timeout_checker)

    def _check(self, connections: Sequence[Any]) -> None:
        for connection in connections:
            if connection in self.connections:
                connection.check_timeouts()


class CommandLine(CommandLineInterface):
    """Daphne's command line, for this server."""

    server_class = Server


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


def collect_rarely() -> None:
    """Has all objects looked through for garbage every few minutes; those of the start, never."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)
    task.LoopingCall(gc.collect).start(FULL_COLLECTION_EVERY, now=False)


def main() -> None:
    """Serves until it is asked to stop."""
    reactor.callWhenRunning(collect_rarely)
    allow_open_files()
    leave_logs_plain()
    sys.setswitchinterval(SWITCH_INTERVAL)
    CommandLine().run([*OPTIONS, *sys.argv[1:], APPLICATION])


if __name__ == "__main__":
    main()
