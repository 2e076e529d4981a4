"""Starts the parts in order, keeps them running, stops them in order."""

import signal
import time
from collections.abc import Callable, Sequence
from types import FrameType

from tarneeb_site.supervisor.output import Output
from tarneeb_site.supervisor.part import Part, how_it_ended

LOOK_EVERY = 0.1  # seconds


class StartFailed(Exception):
    """The site did not come up: says which part, and why as far as that is known."""


class Stopped(Exception):
    """Someone asked for the end while the site was still starting."""


class Supervisor:
    """Runs parts until a signal (Ctrl-C, SIGTERM, a closed terminal) asks it to stop; a second hurries."""

    def __init__(self, output: Output) -> None:
        self._output = output
        self._parts: list[Part] = []
        # A plain number: a signal may arrive while any lock is held.
        self._requests = 0

    def listen_for_signals(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._on_signal)

    def start(self, parts: Sequence[Part], ready: Callable[[], bool], within: float) -> None:
        """Start ``parts`` and return when ``ready()`` says so.

        Raises StartFailed when a part stops first or ``within`` seconds pass, and Stopped when asked to stop.
        What dies at the very start has a fault that starting it again does not mend.
        """
        if self._requests:
            raise Stopped
        for part in parts:
            self._parts.append(part)
            part.start()
        deadline = time.monotonic() + within
        while not ready():
            for part in self._parts:
                code = part.exit_code()
                if code is not None:
                    raise StartFailed(
                        f"{part.name} stopped while the site was starting ({how_it_ended(code)})."
                    )
            if time.monotonic() > deadline:
                names = ", ".join(part.name for part in parts)
                raise StartFailed(f"{names}: no answer within {within:g} s.")
            self._pause()
            if self._requests:
                raise Stopped

    def keep_running(self) -> None:
        """Start again what dies, until asked to stop."""
        while not self._requests:
            for part in self._parts:
                part.tend()
            self._pause()

    def stop(self, order: Sequence[str]) -> None:
        """Stop the parts one after another in the ``order`` of their names, each within its patience."""
        patience_spent = max(self._requests, 1)
        for part in sorted(self._parts, key=lambda part: order.index(part.name)):
            if part.exit_code() is not None:
                continue
            self._output.say(f"Stopping {part.name}.")
            part.ask_to_stop()
            deadline = time.monotonic() + part.patience
            while part.exit_code() is None:
                if time.monotonic() > deadline or self._requests > patience_spent:
                    part.kill()
                    break
                self._pause()
        self._parts.clear()

    def _on_signal(self, _number: int, _frame: FrameType | None) -> None:
        self._requests += 1

    def _pause(self) -> None:
        time.sleep(LOOK_EVERY)
