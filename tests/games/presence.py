"""A web process and the clock, at a time that a test sets."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games import effects
from games.models import Match, Seat, Table
from games.services import presence
from games.services.presence import Held

STEP = 2.0


class Site:
    """The web process "web" with its connections. Time passes when a test waits; meanwhile the process beats
    and the clock looks, as on a running site."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 1, 12, 0, tzinfo=UTC)
        self.process: str | None = "web"
        self.held: dict[str, Held] = {}
        self.told: list[str] = []

    def open(self, name: str, table: Table, user: User | None = None) -> None:
        """A browser opens a socket at a table; the name is the connection's id."""
        assert self.process is not None
        self.held[name] = Held(name, table.public_id, None if user is None else user.pk)
        if presence.opened(self.process, self.held[name]):
            presence.mark(table.public_id, self.now)

    def close(self, *names: str) -> None:
        """Sockets are closed."""
        assert self.process is not None
        for name in names:
            del self.held[name]
        presence.closed(self.process, names)

    def beat(self) -> None:
        if self.process is not None:
            presence.beat(self.process, list(self.held.values()))

    def look(self) -> None:
        """The clock looks, now."""
        presence.settle(self.now)

    def wait(self, seconds: float, step: float = STEP) -> None:
        """Time passes; a longer step makes a long time short for the test."""
        end = self.now + timedelta(seconds=seconds)
        while self.now < end:
            self.now = min(end, self.now + timedelta(seconds=step))
            self.beat()
            self.look()

    def kill(self) -> None:
        """The process ends without a word."""
        self.process = None
        self.held = {}

    def start(self, process: str) -> None:
        """Another process begins to serve."""
        self.process = process
        self.beat()


@pytest.fixture
def site(db: None, monkeypatch: pytest.MonkeyPatch) -> Site:
    """A site that has been running for a while, and tells in `told` which tables were told of a change."""
    site = Site()
    monkeypatch.setattr(timezone, "now", lambda: site.now)
    real: Callable[[str], None] = effects.table_changed

    def tell(table_id: str) -> None:
        site.told.append(table_id)
        real(table_id)

    monkeypatch.setattr(effects, "table_changed", tell)
    site.beat()
    site.wait(120, step=60)
    return site


def online(table: Table) -> list[bool]:
    """Who of the four is there, by position."""
    return [seat.online for seat in Seat.objects.filter(table=table).order_by("position")]


def people(table: Table) -> list[str]:
    """Who sits at a table, by position: a person's name, "bot" or an empty string."""
    seats = Seat.objects.filter(table=table).select_related("user").order_by("position")
    return [seat.user.username if seat.user else "bot" if seat.bot else "" for seat in seats]


def seating_of(match: Match) -> int:
    """How often a seat of a match changed without a move."""
    return Match.objects.values_list("seating", flat=True).get(pk=match.pk)
