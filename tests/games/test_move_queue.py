"""The way of moves from sockets into the database does not stop at one that goes wrong."""

import asyncio

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from accounts.models import User
from games.models import Match, Move
from games.move_queue import MoveQueue
from games.services import clock
from games.services.play import Answer, Submission, person

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def submission(solo: Match, alia: User) -> Submission:
    """A move of Alia, whose turn it is."""
    solo.refresh_from_db()
    while solo.turn != 0:
        clock.run_due(timezone.now())
        solo.refresh_from_db()
    return Submission(solo.public_id, 0, "pass", solo.version, person(alia.pk), "a")


async def test_moves_go_on_after_the_database_could_not_even_be_asked(
    submission: Submission, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        raise ConnectionError("SA")

    queue = MoveQueue()
    with monkeypatch.context() as patched:
        patched.setattr("games.move_queue.close_old_connections", fail)
        gone = await asyncio.gather(
            queue.submit(submission), queue.submit(submission), return_exceptions=True
        )
    assert [type(answer) for answer in gone] == [ConnectionError, ConnectionError]
    assert "SA" not in caplog.text
    assert (await queue.submit(submission)).accepted


async def test_a_move_whose_sender_is_gone_is_kept_and_those_behind_it_are_answered(
    submission: Submission,
) -> None:
    queue = MoveQueue()
    gone = asyncio.create_task(queue.submit(submission))
    behind = asyncio.create_task(queue.submit(submission))
    await asyncio.sleep(0)
    gone.cancel()
    answer: Answer = await behind
    assert (answer.accepted, answer.version) == (True, submission.expected_version + 1)
    assert await sync_to_async(Move.objects.filter(client_id="a").count)() == 1
