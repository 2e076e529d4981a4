"""The measure of a ladder says something of each page, and takes its players away."""

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection

from accounts.models import User
from games.benchmarks import ladder
from games.models import PointsCount, Standing, Table


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_every_page_is_measured_and_nothing_is_left(alia: User) -> None:
    small, larger = ladder.measure(1200, 3, seed=1)
    assert (small.players, larger.players) == (1000, 1200)
    for figures in (small, larger):
        assert [page.queries for page in figures.pages] == [3, 3, 5, 3]
        assert all(page.milliseconds > 0 for page in figures.pages)
        assert figures.match_end > 0
    assert list(User.objects.all()) == [alia]
    assert not Standing.objects.exists()
    assert not PointsCount.objects.exists()
    assert not Table.objects.exists()


@pytest.mark.django_db
def test_it_wants_postgresql() -> None:
    if connection.vendor == "postgresql":
        pytest.skip("about other databases")
    with pytest.raises(CommandError, match="PostgreSQL"):
        call_command("bench", "ladder")
