"""The way of moves from the sockets of a process into the database: those that wait go together.

One thread works on moves. While it does, others come in and wait; it takes all of them at once, so that the
busier a process is, the more moves share a commit.
"""

import asyncio
import logging
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from django.db import close_old_connections

from games.services.errors import place_of
from games.services.play import Answer, Submission, submit_move, submit_moves

log = logging.getLogger(__name__)

# A commit is not to wait for more than so many moves.
LARGEST_BATCH = 64
_thread = ThreadPoolExecutor(1, thread_name_prefix="moves")


class MoveQueue:
    """The moves that wait, in one event loop."""

    def __init__(self) -> None:
        self._waiting: list[tuple[Submission, asyncio.Future[Answer]]] = []
        self._task: asyncio.Task[None] | None = None

    async def submit(self, submission: Submission) -> Answer:
        """Gives the answer to a move, once it is kept or refused. Raises what went wrong with it."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Answer] = loop.create_future()
        self._waiting.append((submission, answer))
        if self._task is None:
            self._task = loop.create_task(self._work())
        return await answer

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            batch, self._waiting = self._waiting[:LARGEST_BATCH], self._waiting[LARGEST_BATCH:]
            answers: Sequence[Answer | Exception]
            try:
                answers = await loop.run_in_executor(
                    _thread, _submit, [submission for submission, _ in batch]
                )
            except Exception as error:
                # Nobody is to wait for ever, and those who come next are to be served.
                log.error("%d moves could not be tried: %s", len(batch), place_of(error))
                answers = [error] * len(batch)
            for (_submission, future), answer in zip(batch, answers, strict=True):
                if future.done():
                    continue  # who waited is gone
                if isinstance(answer, Answer):
                    future.set_result(answer)
                else:
                    future.set_exception(answer)
        self._task = None


def _submit(submissions: Sequence[Submission]) -> Sequence[Answer | Exception]:
    close_old_connections()
    try:
        return submit_moves(submissions)
    except Exception as error:
        log.error("%d moves could not be made together: %s", len(submissions), place_of(error))
        return [_submit_again(submission) for submission in submissions]
    finally:
        close_old_connections()


def _submit_again(submission: Submission) -> Answer | Exception:
    """Makes one move by itself after something went wrong. Where it was kept all the same, its client's id
    gets the answer that it had."""
    close_old_connections()
    try:
        return submit_move(
            submission.match_id,
            submission.seat,
            submission.move,
            submission.expected_version,
            submission.by,
            submission.client_id,
        )
    except Exception as error:
        return error
