"""The database from an event loop: calls run in a few threads of their own, each with its connection."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from channels.db import DatabaseSyncToAsync

P = ParamSpec("P")
T = TypeVar("T")

THREADS = 4
_threads = ThreadPoolExecutor(THREADS, thread_name_prefix="database")


async def in_database(call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Gives what a call that reads or writes the database gives, without holding up the loop."""
    result: T = await DatabaseSyncToAsync(call, thread_sensitive=False, executor=_threads)(*args, **kwargs)
    return result
