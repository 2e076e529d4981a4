"""The people and tables of a load: they are as if people had come, and nothing of them stays."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import pytest
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.names import check_name
from games.load import rows
from games.load.files import TooFewFilesError, allow_open_files
from games.load.plan import Address, Game, Plan
from games.load.rows import make_crowd, new_run, remove_crowd
from games.models import Hand, Match, Seat, Table
from games.services.tables import start_match

ADDRESS = Address("http", "127.0.0.1", 8000)


def plan(**more: object) -> Plan:
    wishes: dict[str, object] = {
        "addresses": (ADDRESS,),
        "games": (Game("tarneeb", {}), Game("syrian41", {})),
        "tables": 3,
        "turn_seconds": 30,
        "spectators": 0,
        "idle": 0,
        "pace": 0.0,
        "warmup": 0.0,
        "seconds": 1.0,
        "seed": 0,
    }
    return Plan(**{**wishes, **more})  # type: ignore[arg-type]


@pytest.fixture
def someone_real(db: None) -> None:
    User.objects.create_user("Load Master")


@pytest.mark.usefixtures("db")
def test_four_people_sit_at_each_table_and_may_start() -> None:
    crowd = make_crowd(plan(), "r")
    variants = [Table.objects.get(public_id=table.public_id).variant for table in crowd.playing]
    assert variants == ["tarneeb", "syrian41", "tarneeb"]
    for table in crowd.playing:
        seats = Seat.objects.filter(table__public_id=table.public_id).order_by("position")
        assert [seat.user for seat in seats] == [person.user for person in table.seated]
        match = start_match(table.public_id, table.seated[0].user)
        assert (match.status, match.turn_seconds, match.table.status) == ("playing", 30, "playing")


@pytest.mark.usefixtures("db")
def test_they_are_logged_in_and_cannot_log_in_by_themselves() -> None:
    crowd = make_crowd(plan(tables=1), "r")
    for person in crowd.playing[0].seated:
        browser = Client()
        browser.cookies["sessionid"] = person.session_key
        page = browser.get(f"/tables/{crowd.playing[0].public_id}/")
        assert page.status_code == 200
        assert page.wsgi_request.user == person.user
        assert not person.user.has_usable_password()


@pytest.mark.usefixtures("db")
def test_spectators_and_idle_people_are_made_too() -> None:
    crowd = make_crowd(plan(tables=2, spectators=3, idle=5), "r")
    assert [len(table.watching) for table in crowd.playing] == [3, 3]
    assert len(crowd.idle) == 2
    assert Table.objects.filter(status="waiting").count() == 4
    assert User.objects.count() == Session.objects.count() == 2 * 7 + 2 * 4


@pytest.mark.usefixtures("db")
def test_many_people_take_hardly_more_queries_than_few() -> None:
    """Two thousand are made in seconds."""
    with CaptureQueriesContext(connection) as few:
        make_crowd(plan(tables=1, idle=4), "few")
    with CaptureQueriesContext(connection) as many:
        make_crowd(plan(tables=1, idle=200), "many")
    assert len(many) < len(few) + 20


@pytest.mark.usefixtures("db")
def test_no_person_could_have_their_names() -> None:
    make_crowd(plan(tables=1), "r")
    for user in User.objects.all():
        with pytest.raises(Exception, match=":"):
            check_name(user.username)


@pytest.mark.usefixtures("someone_real")
def test_all_of_it_goes_and_nothing_else() -> None:
    browser = Client()
    browser.force_login(User.objects.get())
    one, other = new_run(), new_run()
    for table in [
        *make_crowd(plan(tables=2, idle=1), one).playing,
        *make_crowd(plan(tables=1), other).playing,
    ]:
        start_match(table.public_id, table.seated[0].user)
    assert remove_crowd(one) == 3
    assert Table.objects.count() == Match.objects.count() == 1
    assert User.objects.count() == Session.objects.count() == 5
    assert remove_crowd() == 1
    assert (Table.objects.count(), Match.objects.count(), Hand.objects.count()) == (0, 0, 0)
    assert (User.objects.get().username, Session.objects.count()) == ("Load Master", 1)


@pytest.mark.usefixtures("db")
def test_other_stores_of_sessions_do_as_well(settings: object) -> None:
    settings.SESSION_ENGINE = "django.contrib.sessions.backends.cache"  # type: ignore[attr-defined]
    crowd = make_crowd(plan(tables=1), "r")
    browser = Client()
    browser.cookies["sessionid"] = crowd.playing[0].seated[0].session_key
    assert browser.get("/").wsgi_request.user == crowd.playing[0].seated[0].user
    assert remove_crowd("r") == 1


def test_removing_is_tried_again_while_the_site_still_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    tries = count(1)

    def busy(_run: str) -> int:
        if next(tries) < 3:
            raise DatabaseError
        return 7

    monkeypatch.setattr(rows, "_remove", busy)
    monkeypatch.setattr(rows.time, "sleep", lambda _seconds: None)
    assert remove_crowd("r") == 7


# Wishes that cannot be had


@pytest.mark.parametrize(
    ("wishes", "says"),
    [
        (["--tables", "0"], "--tables must be at least 1, not 0"),
        (["--pace", "-1"], "--pace must not be negative"),
        (["--seconds", "0"], "--seconds must be more than 0"),
        (["--url", "localhost:8000"], "no address of a site"),
        (["--variant", "whist"], "there is no variant 'whist'"),
        (["--variant", "tarneeb", "--variant", "syrian41", "--option", "target=31"], "belongs to one game"),
    ],
)
def test_wrong_wishes_are_answered_clearly(wishes: list[str], says: str) -> None:
    with pytest.raises(CommandError, match=says):
        call_command("loadtest", *wishes)


@pytest.fixture
def limits(monkeypatch: pytest.MonkeyPatch) -> Callable[[int, int], list[tuple[int, int]]]:
    """Sets how many files may be open, and gives what was asked for since."""

    def give(soft: int, hard: int) -> list[tuple[int, int]]:
        asked: list[tuple[int, int]] = []
        monkeypatch.setattr("resource.getrlimit", lambda _which: (soft, hard))
        monkeypatch.setattr("resource.setrlimit", lambda _which, limits: asked.append(limits))
        return asked

    return give


def test_a_low_limit_of_open_files_is_raised(limits: Callable[[int, int], list[tuple[int, int]]]) -> None:
    asked = limits(256, 10_000)
    allow_open_files(2000)
    assert asked == [(2100, 10_000)]


def test_a_limit_that_is_high_enough_stays(limits: Callable[[int, int], list[tuple[int, int]]]) -> None:
    asked = limits(2100, 10_000)
    allow_open_files(2000)
    assert asked == []


def test_a_limit_that_cannot_be_raised_is_named(limits: Callable[[int, int], list[tuple[int, int]]]) -> None:
    limits(256, 1024)
    with pytest.raises(TooFewFilesError, match="may have 1024"):
        allow_open_files(2000)
