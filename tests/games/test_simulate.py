"""``manage.py simulate``: records of whole matches, and clear answers to wrong wishes."""

from __future__ import annotations

import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.engine.record import MatchRecord, read_record, replay
from games.engine.results import Outcome, Reason
from games.simulation.matches import Simulation, play_match
from games.simulation.tally import Tally, contracts_made

MANAGE = Path(__file__).parents[2] / "manage.py"


def simulate(*wishes: str) -> tuple[str, str]:
    """What the command writes to standard output and to standard error."""
    out, err = StringIO(), StringIO()
    call_command("simulate", *wishes, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def records(text: str) -> list[MatchRecord]:
    return [read_record(line, number) for number, line in enumerate(text.splitlines(), 1)]


@pytest.mark.parametrize("player", ["steady", "random"])
@pytest.mark.parametrize("variant", ["tarneeb", "syrian41", "tarneeb41"])
def test_whole_matches_that_replay(variant: str, player: str) -> None:
    text, _ = simulate("--variant", variant, "--player", player, "--matches", "3")
    matches = records(text)
    assert len(matches) == 3
    for match in matches:
        assert match.variant == variant
        assert replay(match).result == match.result
        assert match.result.reason is Reason.TARGET


def test_options_are_those_asked_for() -> None:
    text, _ = simulate("--variant", "tarneeb", "--option", "target=31", "--option", "egyptian=true")
    (match,) = records(text)
    assert match.options["target"] == 31
    assert match.options["egyptian"] is True
    assert max(match.result.scores) >= 31
    assert any(call.trump for hand in match.hands for _, call in hand.calls if hasattr(call, "trump"))


def test_one_seed_gives_the_same_bytes_and_another_seed_others(tmp_path: Path) -> None:
    wishes = ("--variant", "syrian41", "--matches", "2", "--seed")
    simulate(*wishes, "7", "--out", str(tmp_path / "once"))
    simulate(*wishes, "7", "--out", str(tmp_path / "again"))
    once = (tmp_path / "once").read_bytes()
    assert once == (tmp_path / "again").read_bytes()
    assert once == simulate(*wishes, "7")[0].encode()
    assert once != simulate(*wishes, "8")[0].encode()


def test_a_match_does_not_depend_on_how_many_are_played() -> None:
    few, _ = simulate("--variant", "tarneeb", "--matches", "2", "--seed", "5")
    more, _ = simulate("--variant", "tarneeb", "--matches", "3", "--seed", "5")
    assert more.startswith(few)


def test_other_bots_are_dealt_the_same_cards() -> None:
    first = [
        records(simulate("--variant", "tarneeb", "--player", bot)[0])[0].hands[0]
        for bot in ("steady", "random")
    ]
    assert first[0].cards == first[1].cards
    assert first[0].calls != first[1].calls or first[0].plays != first[1].plays


def test_a_match_that_does_not_end_is_abandoned() -> None:
    text, summary = simulate("--variant", "syrian41", "--player", "random", "--max-hands", "2")
    (match,) = records(text)
    assert match.result.reason is Reason.ABANDONED
    assert match.result.winner is None
    assert len(match.hands) == 2
    assert "1 abandoned" in summary


def test_the_means_go_to_standard_error() -> None:
    text, summary = simulate("--variant", "tarneeb", "--matches", "4")
    hands = [hand for match in records(text) for hand in match.hands if hand.tricks]
    assert f"4 matches (0 abandoned), mean {len(hands) / 4:.2f} hands a match" in summary
    assert f"of {len(hands)} contracts made" in summary
    assert "matches/s" in summary


def test_the_tally_counts_a_contract_of_a_team_and_the_bids_of_seats() -> None:
    for variant, a_hand in (("tarneeb", 1), ("tarneeb41", 4)):
        state = play_match(Simulation(variant, {}, seed=4), 1).state
        tally = Tally()
        tally.add(state)
        scored = [result for result in state.results if result.outcome is Outcome.SCORED]
        assert (tally.matches, tally.hands, tally.contracts) == (1, len(scored), a_hand * len(scored))
        assert tally.not_scored == len(state.results) - len(scored)
        assert tally.made == sum(sum(contracts_made(result)) for result in scored)
        for result in scored:
            assert result.points is not None
            won = [points > 0 for points in result.points]
            made = contracts_made(result)
            assert made == (won if result.declarer is None else [won[result.declarer % 2]])


@pytest.mark.parametrize(
    ("wishes", "answer"),
    [
        (["--variant", "whist"], "there is no variant 'whist'; there are: tarneeb, syrian41, tarneeb41"),
        (["--variant", "tarneeb", "--option", "targe=31"], "tarneeb has no option 'targe'"),
        (["--variant", "tarneeb41", "--option", "egyptian=true"], "tarneeb41 has no option 'egyptian'"),
        (["--variant", "tarneeb", "--option", "target=40"], "target takes 31, 41, 51, 61, not '40'"),
        (["--variant", "tarneeb", "--option", "egyptian=yes"], "egyptian takes false, true, not 'yes'"),
        (["--variant", "tarneeb", "--option", "egyptian"], "is not written NAME=VALUE"),
        (["--variant", "tarneeb", "--option", "target=31", "--option", "target=41"], "given twice"),
        (
            ["--variant", "tarneeb", "--option", "egyptian=true", "--option", "single_round=true"],
            "egyptian and single_round exclude each other",
        ),
        (["--variant", "tarneeb", "--player", "me"], "there is no player 'me'; there are: steady, random"),
        (["--variant", "tarneeb", "--matches", "0"], "--matches must be at least 1, not 0"),
        (["--variant", "tarneeb", "--max-hands", "-1"], "--max-hands must be at least 1, not -1"),
        (
            ["--variant", "tarneeb", "--out", "/nowhere/records"],
            "cannot write /nowhere/records: No such file",
        ),
        (["--variant", "tarneeb", "--out", "/"], "cannot write /: Is a directory"),
    ],
)
def test_wrong_wishes_are_answered(wishes: list[str], answer: str) -> None:
    with pytest.raises(CommandError) as refused:
        simulate(*wishes)
    assert answer in str(refused.value)
    assert refused.value.returncode == 1


@pytest.mark.processes
def test_a_reader_that_goes_ends_the_command_quietly() -> None:
    command = [sys.executable, str(MANAGE), "simulate", "--variant", "tarneeb", "--matches", "100000"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b'{"format"')
        process.stdout.close()
        complaints = process.stderr.read()
        assert process.wait(timeout=60) == 1
    assert complaints == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full, a disk that is always full")
@pytest.mark.parametrize(
    "command",
    ["simulate --variant tarneeb", "duel --b random --variant tarneeb --deals 2", "checkdeals --deals 50"],
)
def test_a_full_disk_is_named(command: str) -> None:
    with open("/dev/full", "w") as full:
        words = [sys.executable, str(MANAGE), *command.split()]
        run = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, text=True, timeout=120)
    assert run.returncode == 1
    assert "Traceback" not in run.stderr
    assert "cannot write standard output: No space left on device" in run.stderr
