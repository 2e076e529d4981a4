"""Rows of tables, matches and hands: columns and constraints, no workflow (that is in games.services)."""

from .hands import Actor, Hand, Move
from .matches import Match, Occupancy
from .tables import Seat, Table

__all__ = ["Actor", "Hand", "Match", "Move", "Occupancy", "Seat", "Table"]
