"""What one match changes: four ratings before it, four after."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from openskill.models import PlackettLuce, PlackettLuceRating

from games.ratings.rating import Rating
from games.ratings.settings import RatingSettings

SEATS = range(4)
TEAMS = (0, 1)
# What a player whose partner left loses, of what the loss would have cost.
PART_WITH_LEAVER = 0.5


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: the winning team, 0 (seats 0 and 2) or 1, and the seats whose people left."""

    winner: int
    leavers: frozenset[int] = frozenset()


@lru_cache
def _model(settings: RatingSettings) -> PlackettLuce:
    return PlackettLuce(mu=settings.mu, sigma=settings.sigma, beta=settings.beta, tau=settings.tau)


def predict(ratings: Sequence[Rating], settings: RatingSettings) -> float:
    """Gives the chance that team 0 wins, from the ratings by seat."""
    model = _model(settings)
    chances: list[float] = model.predict_win(_teams(model, ratings))
    return chances[0]


def rate(ratings: Sequence[Rating], outcome: Outcome, settings: RatingSettings) -> tuple[Rating, ...]:
    """Gives the ratings by seat after a match.

    Who left is rated as having lost, whatever happened. Who stayed with a partner that left loses half of
    what the loss would have cost, and gains all of a win. The others are rated as usual. Where all four left
    nobody is rated.
    """
    if len(outcome.leavers) == len(SEATS):
        return tuple(ratings)
    if_won = [_after(ratings, winner, settings) for winner in TEAMS]
    return tuple(_of_seat(seat, ratings[seat], outcome, if_won) for seat in SEATS)


def _of_seat(seat: int, before: Rating, outcome: Outcome, if_won: Sequence[Sequence[Rating]]) -> Rating:
    team, partner = seat % 2, (seat + 2) % 4
    lost = if_won[1 - team][seat]
    if seat in outcome.leavers:
        return lost
    if outcome.winner != team and partner in outcome.leavers:
        return Rating(before.mu + PART_WITH_LEAVER * (lost.mu - before.mu), lost.sigma)
    return if_won[outcome.winner][seat]


def _after(ratings: Sequence[Rating], winner: int, settings: RatingSettings) -> tuple[Rating, ...]:
    model = _model(settings)
    rated = model.rate(_teams(model, ratings), ranks=[float(team != winner) for team in TEAMS])
    by_seat = [rated[seat % 2][seat // 2] for seat in SEATS]
    return tuple(Rating(one.mu, one.sigma) for one in by_seat)


def _teams(model: PlackettLuce, ratings: Sequence[Rating]) -> list[list[PlackettLuceRating]]:
    return [
        [model.rating(mu=ratings[seat].mu, sigma=ratings[seat].sigma) for seat in SEATS if seat % 2 == team]
        for team in TEAMS
    ]
