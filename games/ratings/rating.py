"""What is believed of one player's strength."""

from dataclasses import dataclass
from math import hypot

from games.ratings.settings import RatingSettings

# What players are shown: whole numbers around a middle that reads like other ladders' do.
MIDDLE = 1500
POINTS_A_UNIT = 40


@dataclass(frozen=True, slots=True)
class Rating:
    """The mean and the standard deviation of a player's strength, in units of the model."""

    mu: float
    sigma: float

    def points(self, settings: RatingSettings) -> int:
        """Gives the rating as players see it, and as the ladder orders them; never below zero."""
        return max(0, round(MIDDLE + POINTS_A_UNIT * (self.mu - settings.mu)))

    def is_provisional(self, settings: RatingSettings) -> bool:
        """True while too little is known of the player for a place on the ladder."""
        return self.sigma > settings.provisional_sigma


def newcomer(settings: RatingSettings) -> Rating:
    """Gives the rating of somebody who has not played yet."""
    return Rating(settings.mu, settings.sigma)


def drawn(rating: Rating, settings: RatingSettings) -> Rating:
    """Gives what a season begins with for somebody who ended an earlier one with `rating`: part of the way to
    the middle, and less certain, though never less than a newcomer's."""
    mu = rating.mu + settings.season_draw * (settings.mu - rating.mu)
    return Rating(mu, min(settings.sigma, hypot(rating.sigma, settings.season_drift)))
