"""That the journal sees by itself where two players were told different things."""

import json

import pytest

from tests.faults.journal import Frame, Journal, Kind, counted

EVENTS: Frame = {
    "type": "events",
    "match": "m",
    "version": 3,
    "events": [],
    "turn": 1,
    "clock": None,
    "now": 5,
}


@pytest.fixture
def journal() -> Journal:
    journal = Journal()
    for seat in range(2):
        for client_id in ("one", "two"):
            journal.move_sent("m", seat, client_id, "SA")
    return journal


def kinds(journal: Journal) -> set[Kind]:
    return set(counted(journal.take().problems))


def hear(journal: Journal, seat: int | None, frame: Frame) -> None:
    journal.heard(seat, frame, json.dumps(frame))


def test_a_move_acknowledged_at_two_versions_is_doubled(journal: Journal) -> None:
    journal.move_acknowledged("m", 0, "one", 7)
    journal.move_acknowledged("m", 0, "one", 7)
    assert kinds(journal) == set()
    journal.move_acknowledged("m", 0, "one", 8)
    assert kinds(journal) == {Kind.DOUBLED}


def test_a_version_made_by_two_moves_is_doubled(journal: Journal) -> None:
    journal.move_acknowledged("m", 0, "one", 7)
    journal.move_acknowledged("m", 1, "two", 7)
    assert kinds(journal) == {Kind.DOUBLED}


def test_a_kept_move_that_is_refused_later_is_a_broken_promise(journal: Journal) -> None:
    journal.move_acknowledged("m", 0, "one", 7)
    journal.move_refused("m", 0, "one", "stale_version")
    assert kinds(journal) == {Kind.BROKEN}


def test_all_must_be_told_the_same_of_a_version(journal: Journal) -> None:
    hear(journal, 0, EVENTS)
    hear(journal, None, {**EVENTS, "now": 6})
    assert kinds(journal) == set()
    hear(journal, 1, {**EVENTS, "turn": 2})
    assert kinds(journal) == {Kind.DIFFERENT}


def test_a_frame_that_is_about_no_version_names_no_card(journal: Journal) -> None:
    hear(journal, 0, {"type": "refused", "text": "SA"})
    assert kinds(journal) == {Kind.SECRET}
