"""Ending well when standard output takes no more.

Its reader has seen enough, as ``head`` does, or there is no room for more.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


@contextmanager
def until_the_reader_goes() -> Iterator[None]:
    """End the program with exit code 1 when nobody reads standard output any more, or it finds no room.

    A reader that went wants nothing said; a full disk is named on standard error.
    """
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        _drop_what_is_left()
        raise SystemExit(1) from None
    except OSError as error:
        if error.errno not in _NO_ROOM:
            raise
        _drop_what_is_left()
        raise SystemExit(f"cannot write standard output: {error.strerror}") from None


def _drop_what_is_left() -> None:
    """Python flushes standard output once more as it ends, and would complain."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
