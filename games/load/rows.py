"""The people and tables of a load: made in bulk, named so that nothing of a real person's can be among them,
and taken away again with everything that was played."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from importlib import import_module
from itertools import islice
from typing import Any, TypeVar

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.hashers import make_password
from django.db import DatabaseError, transaction
from django.utils import timezone
from django.utils.crypto import get_random_string

from accounts.models import User, new_public_id
from accounts.names import name_key
from games.engine.variants import get_variant
from games.load.plan import SEATS, Game, Plan
from games.models import Seat, Table

# People's names hold no colon, ids of tables no hyphen, and keys of sessions no capital.
_NAME = "load:"
_TABLE = "load-"
_SESSION = "LOAD"
# Those that a killed load leaves end by themselves.
_SESSION_SECONDS = 24 * 60 * 60
_BATCH = 500
_TABLES_A_BATCH = 100
# While connections end, the site still writes down that they did.
_REMOVAL_ATTEMPTS = 10

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Person:
    """An account with an open session."""

    user: User
    session_key: str


@dataclass(frozen=True, slots=True)
class TableOfLoad:
    """A table, the four who sit there by position, and those who watch."""

    public_id: str
    seated: tuple[Person, ...]
    watching: tuple[Person, ...] = ()


@dataclass(slots=True)
class Crowd:
    """Everybody of one load: who plays, and who sits at tables where nothing happens."""

    run: str
    playing: list[TableOfLoad] = field(default_factory=list)
    idle: list[TableOfLoad] = field(default_factory=list)


def new_run() -> str:
    """Gives a name that tells the rows of one load from those of others."""
    return get_random_string(6, "abcdefghjkmnpqrstuvwxyz23456789")


def make_crowd(plan: Plan, run: str) -> Crowd:
    """Makes the people, sessions and tables of a plan; no match has begun."""
    idle_tables = -(-plan.idle // SEATS)
    with transaction.atomic():
        people = iter(_make_people(run, plan.tables * (SEATS + plan.spectators) + idle_tables * SEATS))
        crowd = Crowd(run)
        crowd.playing = _make_tables(plan, run, 0, plan.tables, people, plan.spectators)
        crowd.idle = _make_tables(plan, run, plan.tables, idle_tables, people, 0)
    return crowd


def remove_crowd(run: str = "") -> int:
    """Takes away what `make_crowd` made under this name, or all that any load ever left; gives how many
    tables that were."""
    for attempt in range(_REMOVAL_ATTEMPTS):
        try:
            return _remove(run)
        except DatabaseError:
            if attempt == _REMOVAL_ATTEMPTS - 1:
                raise
            time.sleep(1)
    raise AssertionError("unreachable")


def _remove(run: str) -> int:
    tables = list(
        Table.objects.filter(public_id__startswith=_TABLE + (f"{run}-" if run else "")).values_list(
            "pk", flat=True
        )
    )
    for batch in _batches(tables, _TABLES_A_BATCH):
        Table.objects.filter(pk__in=batch).delete()
    names = _NAME + (f"{run}:" if run else "")
    people = list(User.objects.filter(username__startswith=names).values_list("pk", flat=True))
    for batch in _batches(people, _BATCH):
        User.objects.filter(pk__in=batch).delete()
    if hasattr(_session_store(), "get_model_class"):
        model = _session_store().get_model_class()
        model.objects.filter(session_key__startswith=_SESSION + run).delete()
    return len(tables)


def _make_people(run: str, count: int) -> list[Person]:
    users = []
    for number in range(count):
        name = f"{_NAME}{run}:{number}"
        users.append(
            User(
                username=name,
                username_key=name_key(name),
                public_id=new_public_id(),
                password=make_password(None),
            )
        )
    users = User.objects.bulk_create(users, batch_size=_BATCH)
    keys = _make_sessions(run, [_logged_in(user) for user in users])
    return [Person(user, key) for user, key in zip(users, keys, strict=True)]


def _logged_in(user: User) -> dict[str, Any]:
    return {
        SESSION_KEY: str(user.pk),
        BACKEND_SESSION_KEY: settings.AUTHENTICATION_BACKENDS[0],
        HASH_SESSION_KEY: user.get_session_auth_hash(),
        "_session_expiry": _SESSION_SECONDS,
    }


def _make_sessions(run: str, contents: Sequence[dict[str, Any]]) -> list[str]:
    """Writes sessions where the site keeps them, all at once where that is the database; gives their keys."""
    store = _session_store()
    if hasattr(store, "get_model_class"):
        model = store.get_model_class()
        rows = [
            model(
                session_key=f"{_SESSION}{run}{get_random_string(22)}",
                session_data=store().encode(content),
                expire_date=timezone.now() + timedelta(seconds=_SESSION_SECONDS),
            )
            for content in contents
        ]
        model.objects.bulk_create(rows, batch_size=_BATCH)
        return [row.session_key for row in rows]
    sessions = [store() for _content in contents]
    for session, content in zip(sessions, contents, strict=True):
        session.update(content)
        session.save()
    return [session.session_key for session in sessions]


def _session_store() -> Any:
    return import_module(settings.SESSION_ENGINE).SessionStore


def _make_tables(
    plan: Plan, run: str, first: int, count: int, people: Iterator[Person], spectators: int
) -> list[TableOfLoad]:
    """Makes tables at which four people sit, as they are before their first match."""
    made: list[TableOfLoad] = []
    rows: list[Table] = []
    for number in range(first, first + count):
        seated = tuple(islice(people, SEATS))
        made.append(
            TableOfLoad(f"{_TABLE}{run}-{number}", seated, watching=tuple(islice(people, spectators)))
        )
        rows.append(_table_row(plan, made[-1], plan.games[number % len(plan.games)]))
    Table.objects.bulk_create(rows, batch_size=_BATCH)
    Seat.objects.bulk_create(
        [
            Seat(table=row, position=position, user=person.user, away_since=timezone.now())
            for row, table in zip(rows, made, strict=True)
            for position, person in enumerate(table.seated)
        ],
        batch_size=_BATCH,
    )
    return made


def _table_row(plan: Plan, table: TableOfLoad, game: Game) -> Table:
    return Table(
        public_id=table.public_id,
        variant=game.variant,
        options=dict(get_variant(game.variant)(game.options).options),
        turn_seconds=plan.turn_seconds,
        visibility=Table.Visibility.LINK,
        owner=table.seated[0].user,
    )


def _batches(rows: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    for start in range(0, len(rows), size):
        yield rows[start : start + size]
