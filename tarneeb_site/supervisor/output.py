"""One terminal for many processes: whole lines, each with the name of its part."""

import threading
from typing import IO

NAME_WIDTH = 6


class Output:
    """Writes the supervisor's own sentences at once, and the parts' lines once they are released.

    The parts' lines are held back while the site starts: its address is to be the first one a reader sees,
    and some parts print addresses of their own documentation.
    """

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream
        self._lock = threading.Lock()
        self._held: list[str] | None = []

    def say(self, sentence: str) -> None:
        """Print a sentence of the supervisor's own."""
        with self._lock:
            self._write([sentence])

    def line_of(self, part: str, line: str) -> None:
        """Take a line that ``part`` printed."""
        text = f"{part:<{NAME_WIDTH}} | {line}"
        with self._lock:
            if self._held is not None:
                self._held.append(text)
            else:
                self._write([text])

    def release(self) -> None:
        """Print what was held back, and hold nothing back from now on."""
        with self._lock:
            held, self._held = self._held or [], None
            self._write(held)

    def _write(self, lines: list[str]) -> None:
        try:
            for line in lines:
                self._stream.write(line + "\n")
            self._stream.flush()
        except OSError:
            # The terminal or pipe is gone; the site need not go with it.
            pass
