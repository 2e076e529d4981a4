"""Running this project's own command line, and looking at processes, from tests."""

import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, Self

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE = 90.0  # seconds; only a failure takes so long


def clean_environment(**variables: str) -> dict[str, str]:
    """What a process needs to run at all, none of the site's settings, and ``variables``."""
    kept = {
        name: os.environ[name] for name in ("PATH", "HOME", "LANG", "LD_LIBRARY_PATH") if name in os.environ
    }
    return {**kept, **variables}


def manage(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run ``manage.py`` to its end, with nothing of the site in the environment but ``environment``."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=clean_environment(**environment),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )


def wait_until(condition: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, f"waited too long: {what}"
        time.sleep(0.05)


class Process(NamedTuple):
    parent: int
    command: str


def running_processes() -> dict[int, Process]:
    """Every process of this machine that has not ended, by id."""
    if sys.platform != "linux":
        return _listed_by_ps()
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            # What stands in brackets is the program's name and may hold anything.
            state, parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue  # it ended in between
        if state not in "ZX":
            found[int(folder.name)] = Process(int(parent), command)
    return found


def _listed_by_ps() -> dict[int, Process]:
    listing = subprocess.run(
        ["ps", "-A", "-o", "pid=,ppid=,stat=,args="], capture_output=True, text=True, check=True
    )
    rows = [line.split(None, 3) for line in listing.stdout.splitlines()]
    return {int(row[0]): Process(int(row[1]), row[3]) for row in rows if len(row) == 4 and row[2][0] != "Z"}


def children_of(process: int) -> dict[int, str]:
    """The processes that ``process`` started: their ids and command lines."""
    return {pid: row.command for pid, row in running_processes().items() if row.parent == process}


def is_running(process: int) -> bool:
    return process in running_processes()


class Program:
    """A process whose lines can be waited for."""

    def __init__(self, *command: str, folder: Path, environment: dict[str, str]) -> None:
        self.lines: list[str] = []
        self._queue: queue.Queue[str | None] = queue.Queue()
        self.process = subprocess.Popen(
            command,
            cwd=folder,
            env={**environment, "PYTHONUNBUFFERED": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        threading.Thread(target=self._read, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.end()

    @property
    def pid(self) -> int:
        return self.process.pid

    def wait_for_line(self, part: str) -> str:
        """The next line that holds ``part``; fails when the program ends without one."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                line = self._queue.get(timeout=max(deadline - time.monotonic(), 0.01))
            except queue.Empty:
                raise AssertionError(f"no line with {part!r} in:\n{self.text}") from None
            assert line is not None, f"ended without a line with {part!r}:\n{self.text}"
            if part in line:
                return line

    def wait_for_end(self) -> int:
        code = self.process.wait(timeout=PATIENCE)
        while self._queue.get(timeout=PATIENCE) is not None:
            pass
        return code

    def end(self) -> None:
        """Make sure that it is gone, whatever happened."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(timeout=30)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))
            self._queue.put(line)
        self._queue.put(None)
