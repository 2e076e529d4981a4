"""One whole match of each game over real sockets; `python -m tests.load.matches` plays two hundred."""

import pytest

from tests.load.houses import House, all_tarneeb, houses
from tests.load.own_site import run_to_end

ENDS_WITHIN = 900  # seconds, on a machine with other work; alone it takes one minute


def test_all_house_rules_that_go_together_are_played() -> None:
    assert len(all_tarneeb()) == len(set(all_tarneeb())) == 80
    played = houses(200)
    assert set(all_tarneeb()) | {House("syrian41"), House("tarneeb41")} == set(played)
    assert {house.variant for house in houses(3)} == {"tarneeb", "syrian41", "tarneeb41"}


@pytest.mark.processes
def test_whole_matches_of_each_game_tell_nobody_a_hidden_card() -> None:
    result = run_to_end("tests.load.matches", "--matches=3", "--at-once=3", within=ENDS_WITHIN)
    assert result.returncode == 0, result.stdout
    assert "\nleaks 0\n" in result.stdout
    assert "\nmatches 3 (tarneeb 1, syrian41 1, tarneeb41 1)" in f"\n{result.stdout}"
