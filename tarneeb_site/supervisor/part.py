"""One part of the site: a child process that is started again when it dies."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import IO

from tarneeb_site.supervisor.output import Output

GUARD = Path(__file__).with_name("guard.py")
FIRST_DELAY = 0.5  # seconds before the first restart; doubled for each further one
LONGEST_DELAY = 30.0
STEADY_AFTER = 60.0  # seconds of running after which a part starts with a clean slate


class Part:
    """A named command, kept running.

    ``stdin`` is given to the process each time it starts (secrets do not belong into arguments, which every
    user of a machine can read). ``patience`` is how long it may take to stop when asked.

    Start it from the main thread only: on Linux a part dies with the *thread* that started it.
    """

    def __init__(
        self,
        name: str,
        command: list[str],
        *,
        folder: Path,
        output: Output,
        environment: Mapping[str, str] | None = None,
        stdin: str = "",
        patience: float = 5.0,
    ) -> None:
        self.name = name
        self.patience = patience
        self._command = command
        self._folder = folder
        self._output = output
        self._environment = {**os.environ, **(environment or {})}
        self._stdin = stdin
        self._process: subprocess.Popen[str] | None = None
        self._started_at = 0.0
        self._delay = FIRST_DELAY
        self._start_at: float | None = None

    def start(self) -> None:
        """Start the process, in a session of its own so that Ctrl-C reaches the supervisor alone."""
        process = subprocess.Popen(
            [sys.executable, "-I", str(GUARD), str(os.getpid()), *self._command],
            cwd=self._folder,
            env=self._environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        threading.Thread(target=self._read_lines, args=(process.stdout,), daemon=True).start()
        try:
            process.stdin.write(self._stdin)
            process.stdin.close()
        except BrokenPipeError:
            pass  # it is dead already, which the next look finds
        self._process = process
        self._started_at = time.monotonic()
        self._start_at = None

    def exit_code(self) -> int | None:
        """The code it stopped with, or None while it runs (or was never started)."""
        return None if self._process is None else self._process.poll()

    def tend(self) -> None:
        """Start it again if it has died, after a delay that grows while it keeps dying."""
        code = self.exit_code()
        if code is None:
            return
        now = time.monotonic()
        if self._start_at is None:
            if now - self._started_at >= STEADY_AFTER:
                self._delay = FIRST_DELAY
            self._output.say(
                f"{self.name} stopped ({how_it_ended(code)}); starting it again in {self._delay:g} s."
            )
            self._start_at = now + self._delay
            self._delay = min(self._delay * 2, LONGEST_DELAY)
        elif now >= self._start_at:
            self.start()

    def ask_to_stop(self) -> None:
        self._signal(signal.SIGTERM)

    def kill(self) -> None:
        self._signal(signal.SIGKILL)
        if self._process is not None:
            self._process.wait()

    def _signal(self, number: signal.Signals) -> None:
        if self._process is None or self._process.poll() is not None:
            return
        try:
            os.killpg(self._process.pid, number)
        except ProcessLookupError:
            pass  # it ended in between

    def _read_lines(self, stream: IO[str]) -> None:
        for line in stream:
            self._output.line_of(self.name, line.rstrip("\n"))


def how_it_ended(code: int) -> str:
    """Words for an exit code as `subprocess` gives it."""
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"killed by signal {-code}"
