"""The parts of this site, and the order in which they start and stop."""

import sys
from pathlib import Path

from tarneeb_site.supervisor import redis_server
from tarneeb_site.supervisor.output import Output
from tarneeb_site.supervisor.part import Part
from tarneeb_site.supervisor.ports import LOOPBACK, answers_http
from tarneeb_site.supervisor.redis_server import OwnRedis
from tarneeb_site.supervisor.supervisor import StartFailed, Supervisor

# Nobody new comes in, nothing new is scheduled, what was begun is finished, and only then its messages go.
STOP_ORDER = ("web", "beat", "worker", "redis")
REDIS_STARTS_WITHIN = 20.0  # seconds
SITE_STARTS_WITHIN = 90.0


class Site:
    """Redis (unless ``redis_url`` names one), web server, worker and beat, over one database."""

    def __init__(self, code: Path, data_folder: Path, port: int, redis_url: str, output: Output) -> None:
        self._code = code
        self._data_folder = data_folder
        self._port = port
        self._given_redis = redis_url
        self._output = output
        self._supervisor = Supervisor(output)

    @property
    def address(self) -> str:
        return f"http://{LOOPBACK}:{self._port}/"

    def listen_for_signals(self) -> None:
        """From now on a request to stop is remembered, and obeyed between two steps."""
        self._supervisor.listen_for_signals()

    def start(self) -> None:
        """Return when the site answers at its address. Raises NoRedisServer, StartFailed or Stopped."""
        redis_url = self._given_redis or self._start_redis()
        if not redis_server.answers(redis_url):
            raise StartFailed(
                "The Redis that REDIS_URL names does not answer. Start it, or unset REDIS_URL: "
                "the site then runs one of its own."
            )
        self._output.say("Starting the web server, the worker and the clock.")
        self._supervisor.start(
            self._parts(redis_url), lambda: answers_http(self._port, "/health/"), SITE_STARTS_WITHIN
        )

    def keep_running(self) -> None:
        """Return when someone asks for the end."""
        self._supervisor.keep_running()

    def stop(self) -> None:
        self._supervisor.stop(STOP_ORDER)

    def _start_redis(self) -> str:
        own = OwnRedis()
        program = redis_server.find_redis_server()
        self._output.say(f"Starting Redis ({program}).")
        part = Part(
            "redis",
            [program, "-"],
            folder=self._data_folder,
            output=self._output,
            stdin=own.configuration,
        )
        self._supervisor.start([part], lambda: redis_server.answers(own.url), REDIS_STARTS_WITHIN)
        return own.url

    def _parts(self, redis_url: str) -> list[Part]:
        environment = {
            "REDIS_URL": redis_url,
            "DJANGO_SETTINGS_MODULE": "tarneeb_site.settings",
            "PYTHONPATH": str(self._code),
            "PYTHONUNBUFFERED": "1",
        }
        python = [sys.executable, "-m"]
        celery = [*python, "celery", "--quiet", "--app=tarneeb_site"]
        commands = {
            "web": [
                *python,
                "tarneeb_site.daphne",
                f"--bind={LOOPBACK}",
                f"--port={self._port}",
                "--verbosity=0",
            ],
            # Threads: a pool of processes would leave some behind when the worker itself is killed.
            "worker": [
                *celery,
                "worker",
                "--pool=threads",
                "--concurrency=4",
                "--without-gossip",
                "--without-mingle",
                "--without-heartbeat",
            ],
            "beat": [*celery, "beat"],
        }
        return [
            Part(
                name,
                command,
                # The same as ours: the environment may hold relative paths.
                folder=Path.cwd(),
                output=self._output,
                environment=environment,
                patience=10.0 if name == "worker" else 5.0,
            )
            for name, command in commands.items()
        ]
