"""The sockets: each reads frames, calls a selector or the one door for moves, and sends what comes back."""

from .lobby import LobbyConsumer
from .table import TableConsumer

__all__ = ["LobbyConsumer", "TableConsumer"]
