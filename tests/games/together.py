"""Doing things at the same moment."""

import threading
from collections.abc import Callable

from django.db import connection


def at_once(count: int, work: Callable[[int], object]) -> list[object]:
    """Runs the work in several threads that start together; gives what each got."""
    results: list[object] = [None] * count
    barrier = threading.Barrier(count)

    def run(place: int) -> None:
        try:
            barrier.wait()
            results[place] = work(place)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(place,)) for place in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results
