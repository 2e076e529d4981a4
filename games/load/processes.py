"""The site's processes on this machine, found by their command lines, and what they take of it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db import connection

from games.load.plan import Address

try:
    import psutil
except ImportError:  # the extra "load" brings it; without it this is not measured
    psutil = None

KINDS = ("web", "worker", "beat", "redis", "postgres", "up", "load")
_WEB = re.compile(r"\b(daphne|uvicorn|hypercorn|granian)\b")
_PORT = r"(--port[= ]|-p ?|:){}\b"
_CLIENT_OF_DATABASE = re.compile(r"^postgres: .*(\(\d+\)|\[local\]) ")


@dataclass(frozen=True, slots=True)
class Process:
    """One process as it was listed."""

    pid: int
    parent: int
    command: str


@dataclass(frozen=True, slots=True)
class Site:
    """The processes of a site by kind, and of PostgreSQL the one that all its others come from."""

    kinds: Mapping[int, str]
    postmaster: int | None = None

    def pids(self, kind: str) -> list[int]:
        """Gives the processes of a kind."""
        return [pid for pid, known in self.kinds.items() if known == kind]


@dataclass(frozen=True, slots=True)
class Spent:
    """Seconds of CPU that each process had taken at one moment, by kind, process and start."""

    seconds: Mapping[tuple[str, int, float], float]


def can_look() -> bool:
    """True where processes can be looked at."""
    return psutil is not None


def find_site(addresses: Iterable[Address]) -> Site:
    """Finds the processes of the site whose web servers listen at these addresses."""
    postmaster = _postmaster()
    rows = [
        Process(row.info["pid"], row.info["ppid"], " ".join(row.info["cmdline"] or ()).strip())
        for row in psutil.process_iter(["pid", "ppid", "cmdline"])
    ]
    return Site(sort_out(rows, [address.port for address in addresses], _redis_port()), postmaster)


def sort_out(rows: Iterable[Process], ports: Iterable[int], redis_port: int | None) -> dict[int, str]:
    """Says which of some processes are parts of the site, and which parts.

    A web server is known by its port. What the same `manage.py up` started belongs to it; of a site that is
    run in another way, whatever names tarneeb_site, and the Redis at its port.
    """
    known = {row.pid: row for row in rows}
    port = re.compile(_PORT.format(f"({'|'.join(map(str, ports))})"))
    kinds: dict[int, str] = {}
    parents: set[int] = set()
    for row in known.values():
        if _WEB.search(row.command) and port.search(row.command):
            kinds[row.pid] = "web"
            parents.add(row.parent)
    above = {pid for pid in parents if pid in known and re.search(r"manage\.py up\b", known[pid].command)}
    for row in known.values():
        ours = row.parent in above if above else "tarneeb_site" in row.command
        if ours and "celery" in row.command:
            kinds[row.pid] = "beat" if re.search(r"\bbeat\b", row.command) else "worker"
        elif "redis-server" in row.command and (
            row.parent in above or (redis_port is not None and row.command.endswith(f":{redis_port}"))
        ):
            kinds[row.pid] = "redis"
        elif row.pid in above:
            kinds[row.pid] = "up"
    return kinds


def spent(site: Site) -> Spent:
    """Looks at what the site's processes, and this one, have taken until now."""
    seconds: dict[tuple[str, int, float], float] = {}
    for pid, kind in [*site.kinds.items(), (os.getpid(), "load")]:
        _add(seconds, kind, pid)
    if site.postmaster is not None:
        # Backends may live as short as a request; what they took is then known by the process that waited for
        # their end. (Those of other databases that end meanwhile are in it, too.)
        _add(seconds, "postgres", site.postmaster, ended_children=True)
        for child in _children(site.postmaster):
            if _serves_us(child):
                _add(seconds, "postgres", child.pid)
    return Spent(seconds)


def difference(before: Spent, after: Spent) -> dict[str, float]:
    """Gives the seconds that each kind took between two looks."""
    taken: dict[str, float] = {}
    for key, seconds in after.seconds.items():
        taken[key[0]] = taken.get(key[0], 0.0) + seconds - before.seconds.get(key, 0.0)
    for key, seconds in before.seconds.items():
        if key[0] == "postgres" and key not in after.seconds:
            taken["postgres"] = taken.get("postgres", 0.0) - seconds
    return {kind: max(taken[kind], 0.0) for kind in KINDS if kind in taken}


def memory(site: Site, kind: str = "web") -> int:
    """Gives the bytes of memory that the processes of a kind hold."""
    total = 0
    for pid in site.pids(kind):
        try:
            total += psutil.Process(pid).memory_info().rss
        except psutil.Error:
            continue
    return total


def open_files_limit(site: Site) -> int | None:
    """Gives the smallest number of files that a web server may have open, None where that is not known."""
    limits = []
    for pid in site.pids("web"):
        try:
            limits.append(psutil.Process(pid).rlimit(psutil.RLIMIT_NOFILE)[0])
        except (psutil.Error, AttributeError):
            continue  # only Linux tells it of others
    return min(limits, default=None)


def _add(
    seconds: dict[tuple[str, int, float], float], kind: str, pid: int, ended_children: bool = False
) -> None:
    try:
        process = psutil.Process(pid)
        times = process.cpu_times()
        taken = times.user + times.system
        if ended_children:
            taken += times.children_user + times.children_system
        seconds[kind, pid, process.create_time()] = taken
    except psutil.Error:
        return  # it has ended


def _children(pid: int) -> list[Any]:
    try:
        return list(psutil.Process(pid).children())
    except psutil.Error:
        return []


def _serves_us(process: Any) -> bool:
    """True for PostgreSQL's own processes and for backends of this database."""
    try:
        command = " ".join(process.cmdline())
    except psutil.Error:
        return False
    if not _CLIENT_OF_DATABASE.match(command):
        return True
    return f" {settings.DATABASES['default']['NAME']} " in command


def _postmaster() -> int | None:
    """Finds the PostgreSQL that the site uses, where that runs on this machine."""
    if connection.vendor != "postgresql":
        return None
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        backend = cursor.fetchone()[0]
        try:
            process = psutil.Process(backend)
            if "postgres" in process.name():
                return int(process.ppid())
        except psutil.Error:
            pass
    return None


def _redis_port() -> int | None:
    return (urlsplit(settings.REDIS_URL).port or 6379) if settings.REDIS_URL else None
