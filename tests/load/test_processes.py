"""Which processes belong to a site, and what they took between two looks."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest

from games.load import processes
from games.load.plan import Address
from games.load.processes import Process, Site, Spent, difference, find_site, memory, sort_out, spent

UP = [
    Process(10, 1, "/venv/bin/python manage.py up --port 8000"),
    Process(11, 10, "redis-server 127.0.0.1:44123"),
    Process(12, 10, "/venv/bin/python -m daphne --bind=127.0.0.1 --port=8000 tarneeb_site.asgi:application"),
    Process(13, 10, "[celeryd: celery@host:MainProcess] -active- (--quiet --app=tarneeb_site worker)"),
    Process(14, 10, "[celery beat] --quiet --app=tarneeb_site beat"),
]
ANOTHER_UP = [
    Process(row.pid + 10, row.parent + 10 if row.parent > 1 else 1, row.command.replace("8000", "8001"))
    for row in UP
]
SERVICES = [
    Process(31, 1, "/venv/bin/daphne --bind 127.0.0.1 --port 9000 tarneeb_site.asgi:application"),
    Process(32, 1, "/venv/bin/python -m daphne -p 9001 tarneeb_site.asgi:application"),
    Process(33, 1, "/venv/bin/python -m celery --app tarneeb_site worker --pool threads"),
    Process(34, 1, "/venv/bin/python -m celery --app tarneeb_site beat"),
    Process(35, 1, "/usr/bin/redis-server *:6379"),
    Process(36, 1, "/usr/bin/redis-server *:6380"),
    Process(37, 1, "/venv/bin/python -m celery --app another worker"),
]


def test_of_two_sites_on_a_machine_the_one_at_the_port_is_found() -> None:
    assert sort_out(UP + ANOTHER_UP, [8000], None) == {
        10: "up",
        11: "redis",
        12: "web",
        13: "worker",
        14: "beat",
    }


def test_a_site_that_is_run_as_services_is_found_with_all_its_web_servers() -> None:
    kinds = sort_out(UP[:1] + SERVICES, [9000, 9001], 6379)
    assert kinds == {31: "web", 32: "web", 33: "worker", 34: "beat", 35: "redis"}


def test_a_port_is_not_found_in_another_that_begins_with_it() -> None:
    assert sort_out([Process(1, 0, "daphne --port=80001 tarneeb_site.asgi:application")], [8000], None) == {}


def test_a_web_server_beside_up_belongs_to_the_same_site() -> None:
    second = Process(41, 1, "daphne --port=8002 tarneeb_site.asgi:application")
    kinds = sort_out([*UP, second], [8000, 8002], None)
    assert kinds[41] == kinds[12] == "web"
    assert kinds[13] == "worker"


def test_time_is_what_was_added_between_two_looks_by_kind() -> None:
    before = Spent({("web", 1, 0.0): 5.0, ("web", 2, 0.0): 1.0, ("worker", 3, 0.0): 2.0})
    # One web server was killed meanwhile; another began.
    after = Spent({("web", 1, 0.0): 7.0, ("web", 4, 9.0): 0.5, ("worker", 3, 0.0): 2.25})
    assert difference(before, after) == {"web": 2.5, "worker": 0.25}


def test_a_database_connection_that_ended_is_counted_with_the_process_that_waited_for_it() -> None:
    before = Spent({("postgres", 1, 0.0): 100.0, ("postgres", 2, 0.0): 3.0})
    after = Spent({("postgres", 1, 0.0): 104.0})  # the 3 seconds of before, and one more
    assert difference(before, after) == {"postgres": 1.0}


def test_this_very_process_is_looked_at_and_so_is_what_it_started() -> None:
    pytest.importorskip("psutil")
    code = "import time\nwhile time.process_time() < 0.2: pass\nprint('done', flush=True)\ninput()"
    child = subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        site = Site({child.pid: "web"})
        assert memory(site) > 0
        before = spent(Site({}))
        assert child.stdout is not None
        child.stdout.readline()
        started = time.process_time()
        while time.process_time() - started < 0.1:
            pass
        taken = difference(before, spent(site))
        # The system counts in hundredths.
        assert taken["web"] > 0.17
        assert taken["load"] > 0.07
    finally:
        child.kill()
        child.communicate()
    assert memory(site) == 0


def test_looking_for_a_site_that_is_not_there_finds_nothing(
    monkeypatch: pytest.MonkeyPatch, settings: object
) -> None:
    pytest.importorskip("psutil")
    settings.REDIS_URL = ""  # type: ignore[attr-defined]
    monkeypatch.setattr(processes, "_postmaster", lambda: None)
    site = find_site([Address("http", "127.0.0.1", 1)])
    assert site.pids("web") == []
    assert os.getpid() not in site.kinds
