"""Arithmetic on ratings: what a match between rated people says of each of them. No Django, no I/O.

The model is Plackett and Luce's, of the library openskill (Weng and Lin, "A Bayesian Approximation Method for
Online Ranking", JMLR 12, 2011): each player's strength is a normal distribution, a team's the sum of its
players', and a match moves all four.
"""

from games.ratings.match import Outcome, predict, rate
from games.ratings.rating import Rating, drawn, newcomer
from games.ratings.settings import CURRENT, RatingSettings, settings_of

__all__ = [
    "CURRENT",
    "Outcome",
    "Rating",
    "RatingSettings",
    "drawn",
    "newcomer",
    "predict",
    "rate",
    "settings_of",
]
