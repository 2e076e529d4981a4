"""Ending well when whoever reads our output has seen enough, as ``head`` does."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def until_the_reader_goes() -> Iterator[None]:
    """End the program quietly, with exit code 1, when nobody reads standard output any more."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        # Python flushes standard output once more as it ends, and would complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(1) from None
