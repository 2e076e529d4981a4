"""The numbers that ratings rest on, in one place. A set that was ever used stays, under its version: stored
matches are rated again with the one that they were rated with."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RatingSettings:
    """One set. `mu` and `sigma` are what is believed of somebody who has not played yet. `beta` is how much a
    match is luck: at a difference of about beta between two players the stronger wins three times in four.
    `tau` is how much a strength may change from match to match. `provisional_sigma` is the uncertainty above
    which a rating is not on the ladder yet: a newcomer is below it after some 25 matches. From one season to
    the next a mean is drawn to the middle by the share `season_draw`, and a strength may have changed by
    `season_drift`."""

    version: int
    mu: float
    sigma: float
    beta: float
    tau: float
    provisional_sigma: float
    season_draw: float
    season_drift: float


_SETS = (
    RatingSettings(
        version=1,
        mu=25.0,
        sigma=25 / 3,
        beta=25.0,
        tau=25 / 300,
        provisional_sigma=8.0,
        season_draw=0.25,
        season_drift=1.0,
    ),
)
CURRENT = _SETS[-1]
"""The set that matches are rated with now."""


def settings_of(version: int) -> RatingSettings:
    """Gives the set of a version. Raises KeyError."""
    return {settings.version: settings for settings in _SETS}[version]
