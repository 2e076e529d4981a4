"""How many files, sockets among them, this process may have open."""

from __future__ import annotations

import resource

# What Python, the database and the event loop have open besides.
_BESIDES = 100


class TooFewFilesError(RuntimeError):
    """The system does not let this process open as many sockets as it needs."""


def allow_open_files(sockets: int) -> None:
    """Raises this process's limit where it is too low. Raises TooFewFilesError where it may not."""
    needed = sockets + _BESIDES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= needed:
        return
    if hard != resource.RLIM_INFINITY and hard < needed:
        raise TooFewFilesError(
            f"{sockets} sockets need {needed} open files, and this process may have {hard}. Raise the limit"
            " (ulimit -Hn), or ask for fewer."
        )
    resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))
