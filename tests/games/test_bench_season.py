"""The simulated season: known strengths, and every way to foretell who wins held against the truth."""

from statistics import mean

import pytest

from accounts.models import User
from games.benchmarks import season
from games.benchmarks.season import by_elo, by_ratings, by_service, by_truth, compare, losses
from games.models import Match, RatingChange


@pytest.mark.django_db
def test_the_service_foretells_what_the_ratings_do_and_leaves_nothing() -> None:
    played = season.season(5, players=12, matches=40)
    assert by_service(played) == by_ratings()(played)
    assert not User.objects.exists()
    assert not Match.objects.exists()
    assert not RatingChange.objects.exists()


def test_the_ratings_come_between_chance_and_the_truth() -> None:
    played = season.season(3, players=60, matches=4000)
    truth, rated, chance = (
        mean(losses(played, chances))
        for chances in (by_truth(played), by_ratings()(played), [0.5] * len(played))
    )
    assert truth < rated < chance


def test_elo_moves_a_team_by_the_surprise() -> None:
    match = season.Played((0, 1, 2, 3), 0.5, 0)
    first, second = by_elo([match, match])
    assert first == 0.5
    assert second == pytest.approx(1 / (1 + 10 ** (-32 / 400)))


def test_the_best_settings_lose_no_more_than_the_site_s(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(season, "BETAS", (25.0, 2.0))
    monkeypatch.setattr(season, "TAUS", (25 / 300,))
    found = compare([1, 2], players=40, matches=800)
    assert found.best <= found.ratings
    assert found.over_best[0] == pytest.approx(found.ratings - found.best)
    assert found.over_elo[0] == pytest.approx(found.ratings - found.elo)
    assert found.truth < found.ratings
