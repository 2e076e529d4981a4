"""Tasks that end when they are asked to, whatever they were waiting for."""

import asyncio


def heed_cancellation() -> None:
    """Raises CancelledError in a task that was asked to end, and was kept from hearing it.

    In Python 3.11 asyncio.wait_for swallows the request when what it waits for is done at the same moment;
    redis-py waits in that way for every command that it sends. A task that works for ever calls this each
    time round, or it may outlive its hub, and the loop that waits for it never ends.
    """
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError
