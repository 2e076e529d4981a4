"""What a match changes in four ratings: who wins, who loses, who leaves."""

from itertools import product

import pytest

from games.ratings import CURRENT, Outcome, Rating, drawn, newcomer, predict, rate, settings_of

NEW = newcomer(CURRENT)
UNEQUAL = (Rating(31.0, 3.0), Rating(24.0, 5.5), Rating(22.0, 2.5), Rating(27.5, 8.0))
EVERYONE = frozenset(range(4))


def test_equals_have_an_even_chance() -> None:
    assert predict([NEW] * 4, CURRENT) == pytest.approx(0.5)


def test_the_stronger_team_is_expected_to_win_and_seats_tell_the_team() -> None:
    strong, weak = Rating(35.0, 3.0), Rating(15.0, 3.0)
    assert predict([strong, weak, strong, weak], CURRENT) > 0.6
    assert predict([weak, strong, weak, strong], CURRENT) < 0.4


def test_a_match_is_mostly_luck() -> None:
    """A team of two who are each a standard deviation better wins three matches of four at most."""
    better, worse = Rating(25 + 25 / 3, 2.0), Rating(25.0, 2.0)
    assert 0.55 < predict([better, worse, better, worse], CURRENT) < 0.75


@pytest.mark.parametrize("winner", [0, 1])
def test_winners_gain_losers_lose_and_more_is_known_of_all(winner: int) -> None:
    after = rate(UNEQUAL, Outcome(winner), CURRENT)
    for seat, (old, new) in enumerate(zip(UNEQUAL, after, strict=True)):
        assert (new.mu > old.mu) == (seat % 2 == winner)
        assert new.sigma < old.sigma + CURRENT.tau


def test_an_unexpected_win_counts_more() -> None:
    gain = rate(UNEQUAL, Outcome(0), CURRENT)[0].mu - UNEQUAL[0].mu
    weaker = (UNEQUAL[0], Rating(40.0, 3.0), UNEQUAL[2], Rating(40.0, 3.0))
    assert rate(weaker, Outcome(0), CURRENT)[0].mu - weaker[0].mu > gain


@pytest.mark.parametrize("winner", [0, 1])
@pytest.mark.parametrize("leaver", range(4))
def test_who_leaves_has_lost_and_the_opponents_are_rated_as_usual(winner: int, leaver: int) -> None:
    usual = [rate(UNEQUAL, Outcome(team), CURRENT) for team in (0, 1)]
    after = rate(UNEQUAL, Outcome(winner, frozenset({leaver})), CURRENT)
    assert after[leaver] == usual[1 - leaver % 2][leaver]
    for opponent in ((leaver + 1) % 4, (leaver + 3) % 4):
        assert after[opponent] == usual[winner][opponent]


@pytest.mark.parametrize("leaver", range(4))
def test_who_stays_with_a_leaver_loses_half_and_gains_all(leaver: int) -> None:
    partner, team = (leaver + 2) % 4, leaver % 2
    usual = [rate(UNEQUAL, Outcome(winner), CURRENT) for winner in (0, 1)]
    lost = rate(UNEQUAL, Outcome(1 - team, frozenset({leaver})), CURRENT)[partner]
    cost = UNEQUAL[partner].mu - usual[1 - team][partner].mu
    assert UNEQUAL[partner].mu - lost.mu == pytest.approx(cost / 2)
    assert rate(UNEQUAL, Outcome(team, frozenset({leaver})), CURRENT)[partner] == usual[team][partner]


def test_nothing_is_gained_by_leaving() -> None:
    """Whoever else left and whoever won, a player who left stands no better than if they had stayed."""
    for winner, leaver in product((0, 1), range(4)):
        right, partner = (leaver + 1) % 4, (leaver + 2) % 4
        for others in ((), (right,), (partner,), (right, partner)):
            stayed = rate(UNEQUAL, Outcome(winner, frozenset(others)), CURRENT)[leaver]
            left = rate(UNEQUAL, Outcome(winner, frozenset((leaver, *others))), CURRENT)[leaver]
            assert left.mu <= stayed.mu


def test_a_team_that_left_whole_has_lost_twice() -> None:
    after = rate(UNEQUAL, Outcome(0, frozenset({0, 2})), CURRENT)
    usual = rate(UNEQUAL, Outcome(1), CURRENT)
    assert (after[0], after[2]) == (usual[0], usual[2])


def test_where_all_left_nobody_is_rated() -> None:
    assert rate(UNEQUAL, Outcome(0, EVERYONE), CURRENT) == UNEQUAL


def test_points_are_whole_around_the_middle_and_never_below_zero() -> None:
    assert NEW.points(CURRENT) == 1500
    assert Rating(CURRENT.mu + 1, 3.0).points(CURRENT) == 1540
    assert Rating(-100.0, 3.0).points(CURRENT) == 0


def test_a_newcomer_is_provisional_and_not_for_ever() -> None:
    ratings: tuple[Rating, ...] = (NEW,) * 4
    matches = 0
    while ratings[0].is_provisional(CURRENT):
        ratings = rate(ratings, Outcome(matches % 2), CURRENT)
        matches += 1
    assert 10 <= matches <= 60


def test_each_version_keeps_its_numbers() -> None:
    assert settings_of(CURRENT.version) == CURRENT
    first = settings_of(1)
    assert (first.mu, first.sigma, first.beta, first.tau) == (25.0, 25 / 3, 25.0, 25 / 300)


def test_a_season_begins_nearer_to_the_middle_and_less_certain() -> None:
    for old in (Rating(33.0, 3.0), Rating(17.0, 3.0), NEW):
        new = drawn(old, CURRENT)
        assert abs(new.mu - CURRENT.mu) == pytest.approx(abs(old.mu - CURRENT.mu) * 0.75)
        assert old.sigma <= new.sigma <= CURRENT.sigma
    assert drawn(NEW, CURRENT) == NEW
