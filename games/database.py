"""The database from an event loop: calls run in a few threads of their own, each with its connection."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import ParamSpec, TypeVar

from channels.db import DatabaseSyncToAsync
from django.db import connection, transaction

P = ParamSpec("P")
T = TypeVar("T")

THREADS = 4
_threads = ThreadPoolExecutor(THREADS, thread_name_prefix="database")
_first = ThreadPoolExecutor(1, thread_name_prefix="first")


async def in_database(call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Gives what a call that reads or writes the database gives, without holding up the loop."""
    return await _in_one_of(_threads, call, *args, **kwargs)


async def first_in_database(call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Gives what in_database gives, and waits for none of its calls: that a process lives is to be said in
    time, though a thousand connections read at once."""
    return await _in_one_of(_first, call, *args, **kwargs)


async def _in_one_of(
    threads: ThreadPoolExecutor, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs
) -> T:
    result: T = await DatabaseSyncToAsync(call, thread_sensitive=False, executor=threads)(*args, **kwargs)
    return result


@contextmanager
def one_moment() -> Iterator[None]:
    """Lets everything that is read inside be of one and the same moment, whatever others write meanwhile."""
    outermost = not connection.in_atomic_block
    with transaction.atomic():
        # SQLite lets nobody write meanwhile; PostgreSQL has to be asked, before anything is read.
        if outermost and connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        yield
