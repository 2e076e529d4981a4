"""A match is read as it is at one moment, however fast its people move."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from accounts.models import User
from games.models import Match
from games.selectors import tables as reads
from games.selectors.tables import latest_match, read_match

Play = Callable[..., object]


def while_it_is_read(monkeypatch: pytest.MonkeyPatch, happens: Callable[[], object]) -> None:
    """Let something happen each time between the first of the reads and the others."""
    seats_of = reads.seats_of

    def first_read(table: Any) -> Any:
        seats = seats_of(table)
        happens()
        return seats

    monkeypatch.setattr(reads, "seats_of", first_read)


@pytest.mark.django_db(transaction=True)
def test_moves_between_all_reads_do_not_keep_a_match_from_being_read(
    four: Match, alia: User, play_turn: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    dealt = four.version

    def move() -> None:
        # In a transaction that lets nobody else write nobody else writes.
        if not connection.in_atomic_block:
            play_turn(four)

    while_it_is_read(monkeypatch, move)
    match = latest_match(four.table)
    assert match is not None
    stored = read_match(match)
    assert stored.state.version == stored.match.version == dealt + 1


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_what_others_write_meanwhile_is_not_read(
    four: Match, play_turn: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    dealt = four.version

    def move_elsewhere() -> None:
        play_turn(four)
        connection.close()

    with ThreadPoolExecutor(1) as other:
        while_it_is_read(monkeypatch, lambda: other.submit(move_elsewhere).result(timeout=30))
        match = latest_match(four.table)
        assert match is not None
        stored = read_match(match)
    assert stored.state.version == stored.match.version
    assert Match.objects.get(pk=four.pk).version == dealt + 2
