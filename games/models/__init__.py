"""Rows of tables, matches and hands: columns and constraints, no workflow (that is in games.services)."""

from .hands import Actor, Hand, Move
from .ladders import ALL_TIME, PointsCount, RatingChange, Season, Standing
from .matches import Match, Occupancy
from .presence import Connection, WebProcess
from .tables import Removal, Seat, Table

__all__ = [
    "ALL_TIME",
    "Actor",
    "Connection",
    "Hand",
    "Match",
    "Move",
    "Occupancy",
    "PointsCount",
    "RatingChange",
    "Removal",
    "Season",
    "Seat",
    "Standing",
    "Table",
    "WebProcess",
]
