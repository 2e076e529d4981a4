"""A process that stalls in the middle of a transaction does not stop the others for ever."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import OperationalError, connection, transaction

from games.models import Match
from games.services.play import Answer

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]

Play = Callable[[Match], Answer]


def test_a_stalled_process_loses_its_locks_after_a_while() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SHOW idle_in_transaction_session_timeout")
        assert cursor.fetchone() == ("30s",)


def test_a_move_at_a_table_that_a_stalled_process_has_locked_fails_instead_of_waiting(
    four: Match, play_turn: Play
) -> None:
    locked, failed = threading.Event(), threading.Event()

    def stall() -> None:
        with transaction.atomic():
            Match.objects.select_for_update().get(pk=four.pk)
            locked.set()
            failed.wait(20)
        connection.close()

    with ThreadPoolExecutor(1) as stalled:
        holding = stalled.submit(stall)
        assert locked.wait(20)
        try:
            with pytest.raises(OperationalError):
                play_turn(four)
        finally:
            failed.set()
        holding.result()
    assert play_turn(four).accepted
