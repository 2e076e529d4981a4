"""The faults: each breaks something of a running site or of the connections to it, and holds nothing down."""

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from random import Random

from tests.faults.load import Load
from tests.faults.player import Player
from tests.faults.postgres import Postgres
from tests.faults.services import BEAT, REDIS, WORKER, Service, Site

LONGEST_OUTAGE = 2.0  # seconds that something is held down
HOUR = 3600.0
LONGEST_TURN = 60.0
LOOK_EVERY = 0.1


@dataclass
class Scene:
    """What there is to break. ``postgres`` is None where the site keeps its data in SQLite."""

    site: Site
    postgres: Postgres | None
    load: Load
    rng: Random
    crash_next: bool = True

    def outage(self) -> float:
        """A length by chance."""
        return self.rng.uniform(0, LONGEST_OUTAGE)

    def some_players(self, share: float) -> list[Player]:
        """A part of everyone, by chance, and at least one."""
        players = self.load.players
        return self.rng.sample(players, max(1, round(share * len(players))))


Inject = Callable[[Scene], Awaitable[None]]


async def _web_server_killed(scene: Scene) -> None:
    scene.rng.choice(scene.site.web_servers).kill()


async def _worker_killed(scene: Scene) -> None:
    scene.site.services[WORKER].kill()


async def _beat_killed(scene: Scene) -> None:
    scene.site.services[BEAT].kill()


async def _redis_restarted(scene: Scene) -> None:
    redis = scene.site.services[REDIS]
    redis.held = True
    redis.kill()
    await asyncio.sleep(scene.outage())
    redis.held = False


async def _redis_emptied(scene: Scene) -> None:
    await asyncio.to_thread(scene.site.empty_redis)


async def _postgres_restarted(scene: Scene) -> None:
    """In turns as if it had crashed, and in order with every connection ended."""
    assert scene.postgres is not None
    mode = "immediate" if scene.crash_next else "fast"
    scene.crash_next = not scene.crash_next
    await asyncio.to_thread(scene.postgres.stop, mode)
    await asyncio.sleep(scene.outage())
    await asyncio.to_thread(scene.postgres.start)


async def _sockets_cut(scene: Scene) -> None:
    """Some connections are reset, some right behind a move, and some go silent without an end."""
    for number, player in enumerate(scene.some_players(0.5)):
        if number % 3 == 0:
            player.cut()
        elif number % 3 == 1:
            player.cut_after_send = True
        else:
            player.go_deaf()


async def _clocks_wrong(scene: Scene) -> None:
    """Clocks that are an hour off, and moves for versions that are over or have yet to come.

    One at each table has a clock that is late. It thinks that it has an hour left, and lets its turn run out.
    The fault ends when all of them did.
    """
    for table in scene.load.tables:
        late, early = scene.rng.sample([player for player in table if not player.watches], 2)
        late.clock_error, early.clock_error = -HOUR, HOUR
        late.false_versions = early.false_versions = True
    deadline = time.monotonic() + LONGEST_TURN
    while any(player.misled for player in scene.load.players) and time.monotonic() < deadline:
        await asyncio.sleep(LOOK_EVERY)
    for player in scene.load.players:
        player.clock_error = 0.0


async def _everything_killed(scene: Scene) -> None:
    services: list[Service] = list(scene.site.services.values())
    for service in services:
        service.held = True
    for service in services:
        if service.process is not None and service.process.poll() is None:
            os.kill(service.process.pid, signal.SIGKILL)
    if scene.postgres is not None:
        scene.postgres.kill()
    await asyncio.sleep(scene.outage())
    for service in services:
        service.held = False
    if scene.postgres is not None:
        await asyncio.to_thread(scene.postgres.start)


FAULTS: dict[str, Inject] = {
    "web server killed": _web_server_killed,
    "worker killed": _worker_killed,
    "clock killed": _beat_killed,
    "Redis restarted": _redis_restarted,
    "Redis emptied": _redis_emptied,
    "PostgreSQL restarted": _postgres_restarted,
    "sockets cut": _sockets_cut,
    "clocks wrong": _clocks_wrong,
    "everything killed": _everything_killed,
}
NEED_POSTGRES = {"PostgreSQL restarted"}
