"""Rows of tables, matches and hands: columns and constraints, no workflow (that is in games.services)."""

from .hands import Actor, Hand, Move
from .matches import Match, Occupancy
from .presence import Connection, WebProcess
from .tables import Removal, Seat, Table

__all__ = [
    "Actor",
    "Connection",
    "Hand",
    "Match",
    "Move",
    "Occupancy",
    "Removal",
    "Seat",
    "Table",
    "WebProcess",
]
