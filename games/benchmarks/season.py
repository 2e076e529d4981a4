"""How well ratings foretell who wins: a season of players whose strength is known.

A match is won by team 0 with the chance PHI((a - b) / (2 * LUCK)), where a and b are the sums of the teams'
true strengths, which are drawn from a normal distribution of deviation 1: much of a match is luck.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from math import log, sqrt
from random import Random
from statistics import NormalDist, mean, stdev

from django.db import transaction

from accounts.models import User
from games.benchmarks.won_matches import won_match
from games.models import ALL_TIME
from games.ratings import CURRENT, Outcome, Rating, RatingSettings, newcomer, predict, rate
from games.services.ranking import rate_match

PLAYERS, MATCHES = 2000, 40_000
LUCK = 1.5
# Plain Elo, on the means of the teams.
ELO_K, ELO_SCALE, ELO_BEGIN = 32.0, 400.0, 1500.0
BETAS = (12.5, 18.0, 25.0, 35.0, 50.0)
TAUS = (0.0, 25 / 300, 0.25)
_NORMAL = NormalDist()


@dataclass(frozen=True, slots=True)
class Played:
    """A match of the season: players by seat, the true chance of team 0, and the team that won."""

    players: tuple[int, int, int, int]
    chance: float
    winner: int


Foretell = Callable[[Sequence[Played]], list[float]]
"""Gives, for matches in order, the chance of team 0 that was foretold before each."""


def season(seed: int, players: int = PLAYERS, matches: int = MATCHES) -> list[Played]:
    """Draws a season: who meets whom, and who wins."""
    rng = Random(seed)
    strengths = [rng.gauss(0, 1) for _player in range(players)]
    played = []
    for _match in range(matches):
        first, second, third, fourth = rng.sample(range(players), 4)
        apart = strengths[first] + strengths[third] - strengths[second] - strengths[fourth]
        chance = _NORMAL.cdf(apart / (2 * LUCK))
        played.append(Played((first, second, third, fourth), chance, int(rng.random() >= chance)))
    return played


def by_truth(played: Sequence[Played]) -> list[float]:
    """What nobody can know: the limit."""
    return [match.chance for match in played]


def by_ratings(settings: RatingSettings = CURRENT) -> Foretell:
    """The site's ratings, with one set of settings."""

    def foretell(played: Sequence[Played]) -> list[float]:
        ratings: dict[int, Rating] = {}
        chances = []
        for match in played:
            before = [ratings.get(player) or newcomer(settings) for player in match.players]
            chances.append(predict(before, settings))
            after = rate(before, Outcome(match.winner), settings)
            ratings.update(zip(match.players, after, strict=True))
        return chances

    return foretell


def by_service(played: Sequence[Played]) -> list[float]:
    """The site itself: every match is rated by its service, in this database, and all of it rolled back."""
    now = datetime(1900, 1, 1, tzinfo=UTC)
    chances = []
    with transaction.atomic():
        names = [f"season:{player}" for player in range(1 + max(max(match.players) for match in played))]
        users = User.objects.bulk_create(
            [User(username=name, username_key=name, public_id=name, password="!") for name in names]
        )
        for number, match in enumerate(played):
            four = [users[player].pk for player in match.players]
            row = won_match(f"season:{number}", four, match.winner, "tarneeb", now)
            rate_match(row, now)
            chances.append(row.rating_changes.get(season__key=ALL_TIME, seat=0).chance)
        transaction.set_rollback(True)
    return chances


def by_elo(played: Sequence[Played]) -> list[float]:
    """Elo's formula on the mean of each team; both partners gain or lose the same."""
    ratings: dict[int, float] = {}
    chances = []
    for match in played:
        first, second, third, fourth = (ratings.get(player, ELO_BEGIN) for player in match.players)
        chance = 1 / (1 + 10 ** (((second + fourth) - (first + third)) / 2 / ELO_SCALE))
        chances.append(chance)
        gain = ELO_K * ((match.winner == 0) - chance)
        for seat, player in enumerate(match.players):
            ratings[player] = ratings.get(player, ELO_BEGIN) + (gain if seat % 2 == 0 else -gain)
    return chances


def losses(played: Sequence[Played], chances: Sequence[float]) -> list[float]:
    """Gives the log-loss of each match of the last quarter."""
    begin = len(played) * 3 // 4
    return [
        -log(chance if match.winner == 0 else 1 - chance)
        for match, chance in zip(played[begin:], chances[begin:], strict=True)
    ]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Mean log-losses over seeds, and how much the site's ratings lose more than Elo's and than the best
    settings found, with the standard errors of these differences, seed by seed."""

    truth: float
    ratings: float
    elo: float
    best: float
    best_settings: RatingSettings
    over_elo: tuple[float, float]
    over_best: tuple[float, float]


def compare(seeds: Sequence[int], players: int = PLAYERS, matches: int = MATCHES) -> Comparison:
    """Foretells one season for each seed in every way; the best settings lose least in all together."""
    seasons = [season(seed, players, matches) for seed in seeds]
    truth = [mean(losses(played, by_truth(played))) for played in seasons]
    elo = [mean(losses(played, by_elo(played))) for played in seasons]
    searched = {
        settings: [mean(losses(played, by_ratings(settings)(played))) for played in seasons]
        for settings in {replace(CURRENT, beta=beta, tau=tau) for beta in BETAS for tau in TAUS} | {CURRENT}
    }
    mine = searched[CURRENT]
    best_settings = min(searched, key=lambda settings: mean(searched[settings]))
    best = searched[best_settings]
    return Comparison(
        truth=mean(truth),
        ratings=mean(mine),
        elo=mean(elo),
        best=mean(best),
        best_settings=best_settings,
        over_elo=_difference(mine, elo),
        over_best=_difference(mine, best),
    )


def _difference(some: Sequence[float], others: Sequence[float]) -> tuple[float, float]:
    """The mean of paired differences and its standard error."""
    differences = [one - other for one, other in zip(some, others, strict=True)]
    error = stdev(differences) / sqrt(len(differences)) if len(differences) > 1 else 0.0
    return mean(differences), error
