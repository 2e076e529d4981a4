"""The simulated day of the queue: nobody is seated twice, and nobody waits for ever."""

from collections.abc import Sequence

import pytest

from games.benchmarks import queue
from games.ratings.grouping import PATIENCE, Four, Party, form


def test_everyone_who_arrives_is_seated_once_or_still_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    seated: list[int] = []

    def noted(parties: Sequence[Party]) -> list[Four]:
        fours = form(parties)
        seated.extend(user for four in fours for user in four.seats)
        return fours

    monkeypatch.setattr(queue, "form", noted)
    (day,) = queue.measure(3, [400], 3600)
    assert len(seated) == len(set(seated)) == len(day.waits) == 4 * len(day.differences)
    assert len(day.waits) > 200
    assert day.left < 10


def test_nobody_waits_for_ever() -> None:
    for day in queue.measure(7, [60, 240], 4 * 3600):
        assert queue.quantile(day.waits, 0.5) < PATIENCE
        assert max(day.waits[-1], day.longest_left) < 45 * 60
