"""``manage.py duel``: two players on duplicate deals, with standard errors."""

from __future__ import annotations

import subprocess
import sys
from io import StringIO
from math import isnan, sqrt
from pathlib import Path
from random import Random
from statistics import stdev

import pytest
from django.core.management import CommandError, call_command

from games.engine.fallback import fallback
from games.engine.results import HandResult, Outcome
from games.engine.rules import apply, deal, legal_moves, start
from games.engine.shuffle import SEED_BYTES, deal_cards
from games.simulation.duel import DealPlayed, Duel, DuelTally, Figure, play_deal, play_deals
from games.simulation.players import PLAYERS, UnknownPlayer, get_player

MANAGE = Path(__file__).parents[2] / "manage.py"
VARIANTS = ("tarneeb", "syrian41", "tarneeb41")


def duel(*wishes: str) -> str:
    """What the command writes to standard output."""
    out = StringIO()
    call_command("duel", *wishes, stdout=out, stderr=StringIO())
    return out.getvalue()


def figures(report: str, name: str) -> list[float]:
    (line,) = [line for line in report.splitlines() if line.startswith(name)]
    return [float(text.rstrip("%")) for text in line.removeprefix(name).split()]


@pytest.mark.parametrize("opponent", ["random", "fallback"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_steady_bot_is_clearly_stronger(variant: str, opponent: str) -> None:
    report = duel("--a", "steady", "--b", opponent, "--variant", variant, "--deals", "40", "--seed", "7")
    for name in ("tricks a deal", "points a hand"):
        a, b, difference, error = figures(report, name)
        assert difference == pytest.approx(a - b, abs=0.002)
        assert difference > 4 * error > 0


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_player_is_exactly_as_good_as_itself(variant: str) -> None:
    report = duel("--a", "steady", "--b", "steady", "--variant", variant, "--deals", "10")
    for name in ("tricks a deal", "points a hand"):
        a, b, difference, error = figures(report, name)
        assert (a, difference, error) == (b, 0, 0)
    contracts = figures(report, "contracts  ")
    assert contracts[0] == contracts[1] > 0


def test_sides_exchanged_are_the_same_figures_exchanged() -> None:
    one = play_deal(Duel("tarneeb", {}, "steady", "fallback", 3), 1)
    other = play_deal(Duel("tarneeb", {}, "fallback", "steady", 3), 1)
    assert (one.first, one.second) == (other.second, other.first)
    assert one.first != one.second


def test_one_seed_gives_the_same_report_and_another_seed_another() -> None:
    wishes = ("--b", "random", "--variant", "tarneeb", "--option", "egyptian=true", "--deals", "5", "--seed")
    assert duel(*wishes, "7") == duel(*wishes, "7")
    figures_of = [duel(*wishes, seed).splitlines()[1:] for seed in ("7", "8")]
    assert figures_of[0] != figures_of[1]


def test_a_deal_does_not_depend_on_how_many_are_played() -> None:
    wish = Duel("tarneeb41", {}, "steady", "random", 5)
    assert list(play_deals(wish, 2)) == list(play_deals(wish, 3))[:2]


def test_options_are_those_asked_for() -> None:
    report = duel("--b", "steady", "--variant", "tarneeb", "--option", "egyptian=true", "--deals", "1")
    assert "tarneeb, egyptian=true, target=41: 1 deals" in report
    contract = play_deal(Duel("tarneeb", {"egyptian": True}, "steady", "steady"), 1).first.contract
    assert contract is not None
    assert contract[-1].isalpha()


def test_the_fallback_player_makes_the_moves_of_the_clock() -> None:
    """Over a whole hand: its last call and its cards are not simply the first legal ones."""
    state, _ = deal(start("tarneeb41", {}, 2), deal_cards(bytes(SEED_BYTES), ("",) * 4, 2))
    player, firsts = get_player("fallback"), 0
    while state.turn is not None:
        move = player(state, Random(1))
        assert move == fallback(state)
        firsts += move == legal_moves(state)[0]
        state, _ = apply(state, state.turn, move)
    assert firsts < 56
    assert set(PLAYERS) == {"steady", "random", "fallback"}
    with pytest.raises(UnknownPlayer):
        get_player("nobody")


def test_the_standard_error_is_that_of_the_mean_paired_difference() -> None:
    pairs = [(8.0, 5.0), (6.5, 6.5), (3.0, 10.0), (9.0, 4.0)]
    figure = Figure()
    for a, b in pairs:
        figure.add(a, b)
    differences = [a - b for a, b in pairs]
    assert figure.difference() == pytest.approx(sum(differences) / 4)
    assert figure.standard_error() == pytest.approx(stdev(differences) / sqrt(4))
    one = Figure()
    one.add(1, 0)
    assert isnan(one.standard_error())


def scored(declarer: int, tricks: tuple[int, ...], points: tuple[int, ...]) -> HandResult:
    return HandResult(
        1, 1, 0, Outcome.SCORED, declarer, "7", False, "S", None, (None,) * 4, tricks, points, points
    )


def test_each_side_gets_what_its_team_took_in_either_hand() -> None:
    tally = DuelTally()
    # a sits on 0 and 2, then on 1 and 3; it declares and makes 7, then b declares and fails.
    tally.add(DealPlayed(scored(2, (4, 3, 4, 2), (8, 0)), scored(0, (1, 5, 4, 3), (-7, 8))))
    assert (tally.tricks.mean(0), tally.tricks.mean(1)) == (8, 5)
    assert (tally.points.mean(0), tally.points.mean(1)) == (8, -3.5)
    assert (tally.contracts, tally.made) == ([1, 1], [1, 0])
    assert (tally.share_made(0), tally.share_made(1)) == (1, 0)


def test_hands_that_are_passed_out_count_for_nobody() -> None:
    report = duel("--a", "fallback", "--b", "fallback", "--variant", "tarneeb", "--deals", "3")
    assert figures(report, "tricks a deal") == [0, 0, 0, 0]
    assert "6 of 6 hands passed out or cancelled" in report
    assert "contracts made               -             -" in report


@pytest.mark.parametrize(
    ("wishes", "answer"),
    [
        (["--a", "me"], "there is no player 'me'; there are: steady, random, fallback"),
        (["--b", "you"], "there is no player 'you'"),
        (["--variant", "whist"], "there is no variant 'whist'"),
        (["--option", "egyptian=maybe"], "the option egyptian takes false, true, not 'maybe'"),
        (["--deals", "0"], "--deals must be at least 1, not 0"),
        (["--deals", "many"], "invalid int value: 'many'"),
    ],
)
def test_wrong_wishes_are_answered(wishes: list[str], answer: str) -> None:
    with pytest.raises(CommandError) as refused:
        duel("--variant", "tarneeb", "--b", "random", *wishes)
    assert answer in str(refused.value)


@pytest.mark.processes
def test_a_reader_that_goes_ends_the_command_quietly() -> None:
    command = [sys.executable, str(MANAGE), "duel", "--b", "random", "--variant", "tarneeb", "--deals", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        complaints = process.stderr.read()
        assert process.wait(timeout=60) == 1
    assert complaints == b""
