"""What is counted while a load runs, and what follows from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil

from games.load.plan import SEATS

ALL_SEATS = (1 << SEATS) - 1
STALE = "stale_version"


@dataclass(slots=True)
class Sent:
    """A move that was sent. `missing` has a bit for each seat that has not been told of it; `counts` is true
    where it was sent while figures were taken."""

    client_id: str
    text: bytes
    seat: int
    sent_at: float
    counts: bool
    missing: int = ALL_SEATS
    acknowledged_at: float | None = None
    received_at: float | None = None


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds: half, 95 and 99 of a hundred took no longer than these; the longest of all."""

    p50: float
    p95: float
    p99: float
    longest: float


@dataclass(slots=True)
class Figures:
    """The moves sent while figures were taken, and what else happened then.

    A move is accepted once, when it is acknowledged; it has been received when the last of the four seats was
    told of it. `under_way` are those that were not refused, and not yet both acknowledged and received.
    """

    sent: int = 0
    accepted: int = 0
    received: int = 0
    under_way: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    latencies: list[float] = field(default_factory=list)
    acknowledgements: list[float] = field(default_factory=list)
    waits_for_deal: list[float] = field(default_factory=list)
    matches_ended: int = 0
    frames: int = 0
    gaps: int = 0
    resent: int = 0
    stalls: int = 0
    reconnects: Counter[int] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)

    def begin(self, move: Sent) -> None:
        """Notes a move that is being sent."""
        if move.counts:
            self.sent += 1
            self.under_way += 1

    def acknowledge(self, move: Sent, now: float) -> None:
        """Notes that the site has kept a move; a second word about it changes nothing."""
        if move.acknowledged_at is not None:
            return
        move.acknowledged_at = now
        if move.counts:
            self.accepted += 1
            self.acknowledgements.append(now - move.sent_at)
            self._end(move)

    def receive(self, move: Sent, seat_bit: int, now: float) -> None:
        """Notes that one more seat has been told of a move."""
        if not move.missing:
            return
        move.missing &= ~seat_bit
        if move.missing:
            return
        move.received_at = now
        if move.counts:
            self.received += 1
            self.latencies.append(now - move.sent_at)
            self._end(move)

    def refuse(self, move: Sent, code: str) -> None:
        """Notes that a move changed nothing."""
        if move.counts:
            self.refused[code] += 1
            self.under_way -= 1

    def _end(self, move: Sent) -> None:
        if move.acknowledged_at is not None and not move.missing:
            self.under_way -= 1

    @property
    def stale(self) -> int:
        """Moves that were refused because something else had come first."""
        return self.refused[STALE]


def times_of(values: Sequence[float]) -> Times | None:
    """Gives the percentiles: of each the smallest value that so many of a hundred do not exceed."""
    if not values:
        return None
    ordered = sorted(values)
    p50, p95, p99 = (ordered[ceil(share * len(ordered) / 100) - 1] for share in (50, 95, 99))
    return Times(p50, p95, p99, ordered[-1])
