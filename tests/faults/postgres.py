"""A PostgreSQL server of our own: a new cluster in a temporary folder, on a port of its own."""

import json
import os
import pwd
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tarneeb_site.supervisor.ports import LOOPBACK, free_port

INSTALLED = Path("/usr/lib/postgresql")
START_WITHIN = 60.0  # seconds
# Waits until whoever started it is gone, however that ended, and then leaves nothing behind.
CLEANER = """
import json, shutil, subprocess, sys
folder, user, *command = sys.argv[1:]
sys.stdin.read()
subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **json.loads(user))
shutil.rmtree(folder, ignore_errors=True)
"""


def find_binaries() -> Path | None:
    """The folder of the newest initdb, pg_ctl and postgres of this machine; None where there are none."""
    on_path = shutil.which("initdb")
    found = [Path(on_path).resolve().parent] if on_path else []
    versions = [folder for folder in INSTALLED.glob("*/bin") if folder.parent.name.isdecimal()]
    found += sorted(versions, key=lambda folder: int(folder.parent.name), reverse=True)
    return next((folder for folder in found if (folder / "pg_ctl").exists()), None)


class PostgresFault(Exception):
    """The server could not be made or started."""


class Postgres:
    """A server from `start` to `close`. It listens on loopback alone, and takes a password."""

    def __init__(self, binaries: Path) -> None:
        self._binaries = binaries
        self._port = free_port()
        self._password = secrets.token_urlsafe(18)
        self._folder = Path(tempfile.mkdtemp(prefix="tarneeb-faults-postgresql-"))
        self._data = self._folder / "data"
        self._as = _ordinary_user()
        if self._as:
            shutil.chown(self._folder, self._as["user"], self._as["group"])
        stop = self._pg_ctl("stop", "-m", "immediate")
        self._cleaner = subprocess.Popen(
            [sys.executable, "-I", "-c", CLEANER, str(self._folder), json.dumps(self._as), *stop],
            stdin=subprocess.PIPE,
            start_new_session=True,
        )

    @property
    def url(self) -> str:
        """The address of the database, for DATABASE_URL."""
        return f"postgres://tarneeb:{self._password}@{LOOPBACK}:{self._port}/postgres"

    def make(self) -> None:
        """Make the cluster and start it. Raises PostgresFault."""
        password = self._folder / "password"
        password.touch(mode=0o600)
        password.write_text(self._password)
        if self._as:
            shutil.chown(password, self._as["user"], self._as["group"])
        self._run(
            str(self._binaries / "initdb"), "--username=tarneeb", f"--pwfile={password}", "--no-sync",
            "--auth=scram-sha-256", "--encoding=UTF8", "--no-locale", f"--pgdata={self._data}",
        )  # fmt: skip
        self.start()

    def start(self) -> None:
        """Start the server, after a crash too: once what is left of it has ended. Raises PostgresFault."""
        deadline = time.monotonic() + START_WITHIN
        options = f"-p {self._port} -c listen_addresses={LOOPBACK} -c unix_socket_directories={self._folder}"
        while True:
            try:
                self._run(*self._pg_ctl("start", "-o", options))
            except PostgresFault:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.2)
            else:
                return

    def stop(self, mode: str) -> None:
        """Stop it: "fast" ends every connection and closes in order, "immediate" crashes."""
        self._run(*self._pg_ctl("stop", "-m", mode))

    def kill(self) -> None:
        """kill -9 of the server's first process; the others see it and end."""
        first = int((self._data / "postmaster.pid").read_text().split()[0])
        os.kill(first, 9)

    def close(self) -> None:
        """Stop it and remove its folder."""
        assert self._cleaner.stdin is not None
        self._cleaner.stdin.close()
        self._cleaner.wait()

    @property
    def log(self) -> str:
        """What the server wrote, for the report of a fault that is not understood."""
        return (self._folder / "log").read_text(errors="replace")

    def _pg_ctl(self, command: str, *arguments: str) -> list[str]:
        program = str(self._binaries / "pg_ctl")
        where = f"--pgdata={self._data}", f"--log={self._folder / 'log'}"
        return [program, command, "-w", f"--timeout={START_WITHIN:.0f}", *where, *arguments]

    def _run(self, *command: str) -> None:
        # To files: the server inherits what it is started with, and a pipe would stay open with it.
        with tempfile.TemporaryFile() as output:
            code = subprocess.call(
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                cwd=self._folder,
                start_new_session=True,
                **self._as,
            )
            output.seek(0)
            if code != 0:
                raise PostgresFault(output.read().decode(errors="replace").strip())


def _ordinary_user() -> dict[str, Any]:
    """How to start a process as someone else where we are root, whom PostgreSQL refuses."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        try:
            user = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    raise PostgresFault("PostgreSQL does not run as root, and there is neither a user postgres nor nobody")
