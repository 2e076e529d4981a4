"""The measure of the clock's lateness counts the steps that were due and takes its tables away."""

import pytest
from django.core.management import CommandError, call_command

from games.benchmarks import lateness
from games.models import Match, Table

pytestmark = pytest.mark.django_db(transaction=True)


def test_turns_that_ran_out_are_counted_and_nothing_is_left() -> None:
    late = lateness.measure(3, 1, 0.1)
    # Of two tables with a limit the first is due at once, the other in five seconds.
    assert len(late.seconds) == 1
    assert late.seconds[0] > 0
    assert not Match.objects.exists()
    assert not Table.objects.exists()


def test_quantiles_are_of_the_ordered_steps() -> None:
    late = lateness.Lateness((0.1, 0.2, 0.3, 0.4), 0.0)
    assert [late.quantile(share) for share in (0, 0.5, 0.99, 1)] == [0.1, 0.3, 0.4, 0.4]


def test_all_tables_idle_is_refused() -> None:
    with pytest.raises(CommandError, match="--idle"):
        call_command("bench", "clock", "--tables", "2", "--idle", "2")
