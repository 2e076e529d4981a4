"""How long a ladder of very many players takes to read, and a match end to change it; on PostgreSQL."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from statistics import median
from typing import Any

from django.db import connection, transaction

from accounts.models import User
from accounts.names import name_key
from games.benchmarks.won_matches import won_match
from games.models import PointsCount, Season, Standing
from games.selectors import ladders
from games.selectors.ladders import Ladder
from games.services.ranking import rate_match

# A season in which nobody played, and names that nobody can have.
SEASON = "1900-01"
NAME = "bench:"
VARIANT = "tarneeb"
DIGITS = "0123456789"
FEW = 1000
# Nobody may play so many that they come on the real ladder of all time.
MOST_ROUNDS = 1000


@dataclass(frozen=True, slots=True)
class Page:
    """Milliseconds in the database, the median, by EXPLAIN ANALYZE; of all queries of the page together."""

    name: str
    queries: int
    milliseconds: float


@dataclass(frozen=True, slots=True)
class Figures:
    """Of a ladder of so many players: its pages, and milliseconds that the end of a match takes."""

    players: int
    pages: tuple[Page, ...]
    match_end: float


def measure(players: int, rounds: int, seed: int) -> Iterator[Figures]:
    """Measures a ladder of a thousand players, and one of so many; takes everything away again."""
    for count in (FEW, players):
        with _filled(count) as ladder:
            rng = Random(seed)
            users = list(User.objects.filter(username__startswith=NAME).values_list("pk", flat=True))
            # Rows that were changed often lie elsewhere than they were put.
            for _round in range(rounds):
                _end_a_match(rng, users, keep=True)
            pages = tuple(_page(name, read, rounds) for name, read in _readings(ladder, rng, users).items())
            ends = [_end_a_match(rng, users, keep=False) for _round in range(rounds)]
            yield Figures(count, pages, median(ends))


def _readings(ladder: Ladder, rng: Random, users: Sequence[int]) -> dict[str, Callable[[], object]]:
    return {
        "top 50": lambda: ladders.top(ladder),
        "own standing": lambda: ladders.place_of(ladder, rng.choice(users)),
        "the page around a player": lambda: ladders.around(ladder, rng.choice(users)),
        "found by name": lambda: ladders.find(ladder, f"{NAME}{rng.randrange(1, len(users))}"),
    }


def _page(name: str, read: Callable[[], object], rounds: int) -> Page:
    times: list[float] = []
    queries: list[tuple[str, Any]] = []

    def note(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        queries.append((sql, params))
        return execute(sql, params, many, context)

    for _round in range(rounds):
        queries.clear()
        with connection.execute_wrapper(note):
            read()
        times.append(sum(_milliseconds(sql, params) for sql, params in queries))
    return Page(name, len(queries), median(times))


def _milliseconds(sql: str, params: Any) -> float:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}", params)
        (plan,) = cursor.fetchone()
    read = json.loads(plan) if isinstance(plan, str) else plan
    return float(read[0]["Execution Time"])


def _end_a_match(rng: Random, users: Sequence[int], keep: bool) -> float:
    """Rates a match of four of the ladder; gives the milliseconds that it took. Where it is not to be kept,
    all of it is rolled back."""
    now = datetime(1900, 1, 15, tzinfo=UTC)
    with transaction.atomic():
        match = won_match(
            f"{NAME}{rng.getrandbits(64):x}", rng.sample(users, 4), rng.randrange(2), VARIANT, now
        )
        begun = time.perf_counter()
        with transaction.atomic():
            rate_match(match, now)
        took = (time.perf_counter() - begun) * 1000
        if keep:
            match.rating_changes.all().delete()
            match.table.delete()
        else:
            transaction.set_rollback(True)
    return took


@contextmanager
def _filled(players: int) -> Iterator[Ladder]:
    remove()
    begins = datetime(1900, 1, 1, tzinfo=UTC)
    season = Season.objects.create(key=SEASON, starts_at=begins, ends_at=begins + timedelta(days=31))
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT setseed(0.5)")
            digits = "".join(name_key(digit) for digit in DIGITS)
            cursor.execute(_USERS, [NAME, NAME, name_key(NAME), DIGITS, digits, players])
            cursor.execute(_STANDINGS, [season.pk, VARIANT, begins, NAME + "%"])
            cursor.execute(_COUNTS, [season.pk])
            for model in (User, Standing, PointsCount):
                cursor.execute(f"VACUUM ANALYZE {model._meta.db_table}")
        yield Ladder(season, VARIANT)
    finally:
        remove()


def remove() -> None:
    """Takes away what a measurement left."""
    with connection.cursor() as cursor:
        for statement in _REMOVALS:
            cursor.execute(statement, [NAME + "%"] if "LIKE" in statement else [SEASON])


_USER, _STANDING, _COUNT = User._meta.db_table, Standing._meta.db_table, PointsCount._meta.db_table
_USERS = f"""
INSERT INTO {_USER} (public_id, username, username_key, password, email, is_superuser, is_guest, language,
                     is_staff, is_active, date_joined)
SELECT %s || number, %s || number, %s || translate(number::text, %s, %s), '', '', false, false, '', false,
       true, now()
FROM generate_series(1, %s) AS number
"""
# Ratings as they come about: around the middle, some hundred points to either side.
_STANDINGS = f"""
INSERT INTO {_STANDING} (season_id, variant, user_id, mu, sigma, points, listed, matches, wins, streak,
                         contracts, contracts_made, last_match_at)
SELECT %s, %s, id, 25 + (points - 1500) / 40.0, 6, points, true, 40, 20, 1, 60, 40, %s
FROM (
    SELECT id, greatest(0, round(1500 + 200 * sqrt(-2 * ln(1 - random())) * cos(2 * pi() * random())))
        AS points
    FROM {_USER} WHERE username LIKE %s
) AS rated
"""
_COUNTS = f"""
INSERT INTO {_COUNT} (season_id, variant, points, players)
SELECT season_id, variant, points, count(*) FROM {_STANDING} WHERE season_id = %s
GROUP BY season_id, variant, points
"""
_SEASONS = f"(SELECT id FROM {Season._meta.db_table} WHERE key = %s)"
_REMOVALS = (
    f"DELETE FROM {_STANDING} WHERE user_id IN (SELECT id FROM {_USER} WHERE username LIKE %s)",
    f"DELETE FROM {_COUNT} WHERE season_id IN {_SEASONS}",
    f"DELETE FROM {Season._meta.db_table} WHERE key = %s",
    f"DELETE FROM {_USER} WHERE username LIKE %s",
)
