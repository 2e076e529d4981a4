"""The cast of a table: Alia, who opens it; Basim, Celine and Dawud, who join her; Zed, a stranger."""

from collections.abc import Callable
from datetime import datetime

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Match, Seat, Table
from games.selectors.states import match_state
from games.services import clock, tables
from games.services.play import Answer, person, submit_move
from tests.games.presence import site  # noqa: F401  (fixture)
from tests.games.sockets import browser, connect  # noqa: F401  (fixtures)

Play = Callable[..., Answer]


@pytest.fixture
def alia(db: None) -> User:
    return User.objects.create_user("Alia")


@pytest.fixture
def basim(db: None) -> User:
    return User.objects.create_user("Basim")


@pytest.fixture
def celine(db: None) -> User:
    return User.objects.create_user("Celine")


@pytest.fixture
def dawud(db: None) -> User:
    return User.objects.create_user("Dawud")


@pytest.fixture
def zed(db: None) -> User:
    return User.objects.create_user("Zed")


@pytest.fixture
def no_pauses(settings: object) -> None:
    """Bots move, and hands are dealt, as soon as the clock looks."""
    settings.TARNEEB_BOT_PAUSE = 0  # type: ignore[attr-defined]
    settings.TARNEEB_HAND_PAUSE = 0  # type: ignore[attr-defined]


@pytest.fixture
def solo(alia: User, no_pauses: None) -> Match:
    """Alia against three bots, tarneeb, just dealt."""
    return Match.objects.select_related("table").get(table=tables.quick_play(alia, "tarneeb"))


@pytest.fixture
def four(alia: User, basim: User, celine: User, dawud: User, no_pauses: None) -> Match:
    """A match of four people to 31, thirty seconds a turn, just dealt."""
    table = tables.create_table(alia, "tarneeb", {"target": 31}, 30, "open")
    for position, user in enumerate((basim, celine, dawud), 1):
        tables.sit(table.public_id, user, position)
    return tables.start_match(table.public_id, alia)


@pytest.fixture
def bots_only(alia: User, no_pauses: None) -> Callable[..., Match]:
    """Starts a match of the given game in which bots play for everyone, Alia's seat included."""

    def start(variant: str, **options: object) -> Match:
        table = tables.create_table(alia, variant, options, 10, "open")
        tables.fill_with_bots(table.public_id, alia)
        match = tables.start_match(table.public_id, alia)
        Seat.objects.filter(table=table, user=alia).update(held_by_bot=True)
        Match.objects.filter(pk=match.pk).update(due_at=timezone.now())
        return match

    return start


@pytest.fixture
def legal() -> Callable[[Match], list[str]]:
    """Gives the legal moves of the seat in turn."""
    from games.engine.rules import legal_moves

    def moves_of(match: Match) -> list[str]:
        return [str(move) for move in legal_moves(stored_state(match))]

    return moves_of


def stored_state(match: Match):  # type: ignore[no-untyped-def]
    """The engine's state of a match, rebuilt from the database alone."""
    from games.models import Move

    match = Match.objects.get(pk=match.pk)
    moves = Move.objects.filter(hand__match=match).order_by("place")
    return match_state(match, list(match.hands.order_by("ordinal")), list(moves))


@pytest.fixture
def state_of() -> Callable[[Match], object]:
    return stored_state


@pytest.fixture
def play_turn(legal: Callable[[Match], list[str]]) -> Play:
    """Makes a move for the person in turn: the one given, else 7 where it may be bid, or the first legal."""

    def play(match: Match, move: str | None = None, client_id: str = "") -> Answer:
        match.refresh_from_db()
        seat = Seat.objects.get(table=match.table_id, position=match.turn)
        assert seat.user_id is not None
        allowed = [move] if move else legal(match)
        chosen = "7" if "7" in allowed else allowed[0]
        return submit_move(
            match.public_id, seat.position, chosen, match.version, person(seat.user_id), client_id
        )

    return play


@pytest.fixture
def run_out() -> Callable[[Match], datetime]:
    """Lets the time of whoever is to act run out, and the clock look once. Gives the time it looked at."""

    def look(match: Match) -> datetime:
        match.refresh_from_db()
        assert match.due_at is not None
        clock.run_due(match.due_at, seconds=0)
        due_at = match.due_at
        match.refresh_from_db()
        return due_at

    return look


@pytest.fixture
def table_of() -> Callable[[Match], Table]:
    """Gives a match's table as it is now."""
    return lambda match: Table.objects.get(pk=match.table_id)
