"""The site's processes, each started again when it dies, as a service manager would."""

import asyncio
import os
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import redis

from tarneeb_site.supervisor import redis_server
from tarneeb_site.supervisor.part import GUARD
from tarneeb_site.supervisor.ports import LOOPBACK, answers_http, free_port

# Not resolved: a link to this folder in another checkout starts the site of that one.
ROOT = Path(__file__).absolute().parent.parent.parent
RESTART_AFTER = 0.5  # seconds
LOOK_EVERY = 0.05
WEB, WORKER, BEAT, REDIS = "web", "worker", "beat", "redis"
STARTS_WITHIN = 90.0


@dataclass
class Service:
    """One command that is to run all the time; ``stdin`` is given to it each time it starts."""

    name: str
    command: Sequence[str]
    environment: dict[str, str]
    log: IO[bytes]
    stdin: str = ""
    held: bool = False
    starts: int = 0
    process: subprocess.Popen[bytes] | None = None
    dead_since: float | None = field(default=None, repr=False)

    def start(self) -> None:
        """Start it as a child that cannot outlive us (from the main thread only, see `guard.py`)."""
        self.process = subprocess.Popen(
            [sys.executable, "-I", str(GUARD), str(os.getpid()), *self.command],
            cwd=ROOT,
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=self.log,
            stderr=self.log,
            start_new_session=True,
        )
        self.starts += 1
        self.dead_since = None
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(self.stdin.encode())
            self.process.stdin.close()
        except BrokenPipeError:
            pass  # it is dead already, which the next look finds

    def kill(self) -> None:
        """kill -9, and wait until it is gone."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def tend(self, now: float) -> None:
        """Start it again a little after it died, unless it is held down."""
        if self.held or self.process is None or self.process.poll() is None:
            return
        if self.dead_since is None:
            self.dead_since = now
        elif now - self.dead_since >= RESTART_AFTER:
            self.start()


class Site:
    """Redis, web server, worker and clock over a database; all of them private."""

    def __init__(
        self, database_url: str | None, folder: Path, web_servers: int, bot_pause: float, log: IO[bytes]
    ) -> None:
        self._ports = [free_port() for _ in range(web_servers)]
        self._log = log
        self._redis = redis_server.OwnRedis()
        self._tending: asyncio.Task[None] | None = None
        kept = ("PATH", "HOME", "LANG", "LD_LIBRARY_PATH")
        self.environment = {name: os.environ[name] for name in kept if name in os.environ} | {
            "TARNEEB_LOCAL": "1",
            "TARNEEB_DATA_DIR": str(folder),
            "REDIS_URL": self._redis.url,
            "TARNEEB_BOT_PAUSE": str(bot_pause),
            "TARNEEB_HAND_PAUSE": "0",
            "TARNEEB_SWEEP_EVERY": "0.2",
            "DJANGO_SETTINGS_MODULE": "tarneeb_site.settings",
            "PYTHONPATH": str(ROOT),
            "PYTHONUNBUFFERED": "1",
        }
        if database_url:
            self.environment["DATABASE_URL"] = database_url
        self.services = self._services()

    @property
    def addresses(self) -> list[str]:
        """Where its pages are, one for each web server, with a slash at the end."""
        return [f"http://{LOOPBACK}:{port}/" for port in self._ports]

    @property
    def web_servers(self) -> list[Service]:
        """The processes that people are connected to."""
        return [service for name, service in self.services.items() if name.startswith(WEB)]

    async def start(self) -> None:
        """Prepare the database, start everything and return when a page is answered."""
        self.services[REDIS].start()
        for command in (["migrate", "--verbosity=0"], ["collectstatic", "--no-input", "--verbosity=0"]):
            await asyncio.to_thread(
                subprocess.run,
                [sys.executable, "manage.py", *command],
                cwd=ROOT,
                env=self.environment,
                stdout=self._log,
                stderr=self._log,
                check=True,
            )
        for name, service in self.services.items():
            if name != REDIS:
                service.start()
        self._tending = asyncio.create_task(self._tend())
        for port in self._ports:
            await until(lambda port=port: answers_http(port, "/health/"), STARTS_WITHIN)  # type: ignore[misc]

    async def stop(self) -> None:
        """Kill everything: nothing that is kept is anywhere but in the database."""
        if self._tending is not None:
            self._tending.cancel()
        for service in self.services.values():
            service.kill()

    def empty_redis(self) -> None:
        """Take everything out of Redis; it keeps running."""
        client = redis.Redis.from_url(self._redis.url)
        client.flushall()
        client.close()

    async def _tend(self) -> None:
        while True:
            for service in self.services.values():
                service.tend(time.monotonic())
            await asyncio.sleep(LOOK_EVERY)

    def _services(self) -> dict[str, Service]:
        commands = {
            f"{WEB} {number}": _deployed("tarneeb_site.daphne", port=port)
            for number, port in enumerate(self._ports, 1)
        }
        commands |= {WORKER: _deployed("worker"), BEAT: _deployed("beat")}
        services = {
            name: Service(name, command, self.environment, self._log) for name, command in commands.items()
        }
        command = [redis_server.find_redis_server(), "-"]
        services[REDIS] = Service(REDIS, command, self.environment, self._log, self._redis.configuration)
        return services


def _deployed(part: str, **options: object) -> list[str]:
    """The command that README.md gives for a part of a deployed site, with other values for some options."""
    lines = (ROOT / "README.md").read_text().splitlines()
    line = next(line for line in lines if " -m " in line and part in line.split())
    _python, *command = shlex.split(line)
    for name, value in options.items():
        command[command.index(f"--{name}") + 1] = str(value)
    return [sys.executable, *command]


async def until(condition: Callable[[], bool], within: float, look_every: float = 0.1) -> bool:
    """Whether ``condition`` came true within so many seconds; asks in a thread."""
    deadline = time.monotonic() + within
    while not await asyncio.to_thread(condition):
        if time.monotonic() > deadline:
            return False
        await asyncio.sleep(look_every)
    return True
