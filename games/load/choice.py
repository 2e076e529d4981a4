"""Which of the legal moves is made: by lot, save that calls are low, so that hands last and matches end."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

# In each auction: as high as is called by lot.
_LOWEST_BIDS = 3
_PASS = "pass"


def choose(legal: Sequence[str], rng: Random) -> str:
    """Picks one of some legal moves, in the text form of docs/record.md."""
    bids = [move for move in legal if move[0].isdigit()]
    if not bids:
        plain = [move for move in legal if move != "double"]
        return rng.choice(plain or legal)
    if _PASS in legal and rng.random() < 0.5:
        return _PASS
    return rng.choice(bids[:_LOWEST_BIDS])
