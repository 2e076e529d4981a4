"""One supervisor a data folder: with two, each with a Redis, players would not see each other's moves."""

import fcntl
import os
from pathlib import Path


class AlreadyRunning(Exception):
    """Another supervisor holds the folder; ``process`` is its id, where it could be read."""

    def __init__(self, process: str) -> None:
        super().__init__(process)
        self.process = process


class FolderLock:
    """Held from ``take`` until this process ends, however it ends."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: int | None = None

    def take(self) -> None:
        """Take the lock or raise AlreadyRunning."""
        # Children do not inherit it, so the lock ends with this process even if they take a moment longer.
        file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            process = os.read(file, 20).decode(errors="replace").strip()
            os.close(file)
            raise AlreadyRunning(process) from None
        os.ftruncate(file, 0)
        os.write(file, f"{os.getpid()}\n".encode())
        self._file = file
