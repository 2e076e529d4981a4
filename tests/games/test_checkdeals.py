"""``manage.py checkdeals`` and the statistics behind it."""

from __future__ import annotations

import math
import subprocess
import sys
from fractions import Fraction
from io import StringIO
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.engine.cards import DECK
from games.management.commands import checkdeals
from games.simulation.chi_squared import ChiSquared, compare, upper_tail
from games.simulation.deal_check import ACES, SHAPES, DealCounts, seeded_deals

MANAGE = Path(__file__).parents[2] / "manage.py"


def run(**wishes: Any) -> tuple[str, int]:
    """What the command prints, and its exit code."""
    out = StringIO()
    try:
        call_command("checkdeals", stdout=out, **wishes)
    except SystemExit as ended:
        return out.getvalue(), int(ended.code or 0)
    return out.getvalue(), 0


class TestUpperTail:
    @pytest.mark.parametrize(
        ("degrees", "statistic", "p"),
        [
            # From the tables in textbooks.
            (1, 3.841, 0.05),
            (1, 6.635, 0.01),
            (3, 7.815, 0.05),
            (10, 18.307, 0.05),
            (10, 3.940, 0.95),
            (100, 124.342, 0.05),
            (100, 77.929, 0.95),
        ],
    )
    def test_tables(self, degrees: int, statistic: float, p: float) -> None:
        assert upper_tail(statistic, degrees) == pytest.approx(p, rel=2e-3)

    @pytest.mark.parametrize("statistic", [0.5, 3.0, 4.0, 8.0, 30.0])
    def test_even_degrees_have_a_closed_form(self, statistic: float) -> None:
        half = statistic / 2
        for degrees in (2, 4, 6):
            tail = math.exp(-half) * sum(half**k / math.factorial(k) for k in range(degrees // 2))
            assert upper_tail(statistic, degrees) == pytest.approx(tail, rel=1e-9)

    def test_the_two_ways_of_working_it_out_meet(self) -> None:
        for degrees in (1, 132, 2601):
            middle = degrees + 2.0
            below, above = upper_tail(middle - 1e-6, degrees), upper_tail(middle + 1e-6, degrees)
            assert below == pytest.approx(above, abs=1e-6)

    def test_nothing_is_beyond_zero(self) -> None:
        assert upper_tail(0, 5) == 1


class TestCompare:
    def test_counts_as_expected(self) -> None:
        assert compare([(10, 10.0), (20, 20.0)]) == ChiSquared(0.0, 1)

    def test_pearsons_sum(self) -> None:
        assert compare([(12, 10.0), (18, 20.0)]) == ChiSquared(0.4 + 0.2, 1)

    def test_rare_cells_are_taken_together(self) -> None:
        assert compare([(10, 10.0), (0, 3.0), (6, 3.0)]) == ChiSquared(0.0, 1)


def test_the_chances_of_all_shapes_and_of_all_ways_of_the_aces_come_to_one() -> None:
    assert (len(SHAPES), len(ACES)) == (560, 256)
    assert sum(SHAPES.values()) == pytest.approx(1)
    assert sum(ACES.values()) == pytest.approx(1)
    assert SHAPES[4, 3, 3, 3] * 4 == pytest.approx(0.10536, rel=1e-4)
    assert ACES[15, 0, 0, 0] == pytest.approx(float(Fraction(11, 4165)))


def test_a_table_of_permutations_has_the_mean_of_its_degrees_of_freedom() -> None:
    """Over all orders of three cards the plain sum is 6 on average: 3/2 times the four free cells."""
    sums = [
        sum(((order[place] == card) - 1 / 3) ** 2 / (1 / 3) for place in range(3) for card in range(3))
        for order in permutations(range(3))
    ]
    assert sum(sums) / len(sums) == pytest.approx(3 / 2 * (3 - 1) ** 2)


def test_honest_deals_pass_and_the_same_seed_gives_the_same_figures() -> None:
    text, code = run(deals=3000, seed=7)
    assert code == 0
    assert "suspicious" not in text
    assert run(deals=3000, seed=7) == (text, 0)
    assert run(deals=3000, seed=8)[0] != text


def fixed(index: int, place: int) -> Any:
    """Deals in which one card sits at one place, by exchange, whenever the number of the deal allows."""

    def deals(count: int, seed: int) -> Any:
        for number, (dealer, dealt) in enumerate(seeded_deals(count, seed)):
            flat = [card for thirteen in dealt for card in thirteen]
            if number % 3 == 0:
                at = flat.index(DECK[index])
                flat[at], flat[place] = flat[place], flat[at]
            yield dealer, tuple(tuple(flat[start : start + 13]) for start in range(0, 52, 13))

    return deals


def test_too_few_deals_for_a_test_are_not_suspicious() -> None:
    """With two deals no shape and no way of the aces is expected five times: those tests compare nothing."""
    text, code = run(deals=2, seed=7)
    assert code == 0
    assert "suspicious" not in text
    (line,) = [line for line in text.splitlines() if line.startswith("aces by seat")]
    assert line.split()[-2:] == ["0", "-"]


def test_a_favoured_ace_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkdeals, "seeded_deals", fixed(51, 0))
    text, code = run(deals=3000, seed=7)
    assert code == 1
    found = [line for line in text.splitlines() if line.endswith("suspicious")]
    assert {"card positions", "aces by seat"} <= {line.split("  ")[0] for line in found}


def test_deals_that_are_too_even_are_found() -> None:
    counts = DealCounts()
    for _ in range(40):
        for turn in range(52):
            deck = (*DECK[turn:], *DECK[:turn])
            counts.add(3, tuple(deck[start : start + 13] for start in range(0, 52, 13)))
    positions = counts.tests()[0]
    assert positions.name == "card positions"
    assert positions.result.statistic == pytest.approx(0)
    assert positions.result.p == 1


def test_shares_are_of_what_was_dealt() -> None:
    counts = DealCounts()
    counts.add(0, tuple(DECK[start : start + 13] for start in range(0, 52, 13)))
    assert counts.ace_shares() == [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
    seen = {shape: share for shape, share, _ in counts.patterns() if share}
    assert seen == {(13, 0, 0, 0): 1.0}


def test_it_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(count: int, seed: int) -> Any:
        yield from seeded_deals(2, seed)
        raise KeyboardInterrupt

    monkeypatch.setattr(checkdeals, "seeded_deals", stopped)
    with pytest.raises(CommandError, match="stopped after 2 deals") as caught:
        run(deals=5, seed=1)
    assert caught.value.returncode == 130


def test_at_least_one_deal() -> None:
    with pytest.raises(CommandError, match="at least 1"):
        run(deals=0, seed=1)


@pytest.mark.processes
def test_a_reader_that_goes_ends_the_command_quietly() -> None:
    command = [sys.executable, str(MANAGE), "checkdeals", "--deals", "300"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        complaints = process.stderr.read()
        assert process.wait(timeout=60) == 1
    assert complaints == b""
