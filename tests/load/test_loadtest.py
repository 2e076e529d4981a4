"""``manage.py loadtest`` against a real site: moves are made, all four hear of each, nothing stays.

How fast that is depends on the machine and is never asserted.
"""

from __future__ import annotations

import json
import signal
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tarneeb_site.supervisor.ports import free_port
from tests.site.support import ROOT, Program, clean_environment, manage
from tests.site.up import Up

pytestmark = pytest.mark.processes

ROWS = ("accounts_user", "django_session", "games_table", "games_seat", "games_match", "games_hand")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Up]:
    folder = tmp_path_factory.mktemp("site")
    with Up(folder, TARNEEB_HAND_PAUSE="0", TARNEEB_SWEEP_EVERY="0.1") as up:
        up.wait_for_address()
        up.folder = folder  # type: ignore[attr-defined]
        yield up


def folder_of(site: Up) -> Path:
    return Path(site.folder)  # type: ignore[attr-defined]


def environment(folder: Path) -> dict[str, str]:
    return {"TARNEEB_LOCAL": "1", "TARNEEB_DATA_DIR": str(folder)}


def left_in(folder: Path) -> dict[str, int]:
    """How many rows of each kind the site's database has."""
    with sqlite3.connect(folder / "tarneeb.sqlite3") as database:
        return {table: database.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in ROWS}


NOTHING = dict.fromkeys(ROWS, 0)


def start(site: Up, *wishes: str) -> Program:
    """A load that goes on until it is stopped."""
    command = (sys.executable, str(ROOT / "manage.py"), "loadtest", "--tables=2", "--seconds=600", *wishes)
    url = f"--url=http://127.0.0.1:{site.port}/"
    return Program(*command, url, folder=ROOT, environment=clean_environment(**environment(folder_of(site))))


def test_every_move_is_acknowledged_and_told_to_all_four(site: Up) -> None:
    ended = manage(
        "loadtest",
        f"--url=http://127.0.0.1:{site.port}/",
        f"--url=http://127.0.0.1:{site.port}/",
        "--tables=2",
        "--variant=tarneeb",
        "--variant=syrian41",
        "--spectators=1",
        "--idle=5",
        "--warmup=1",
        "--seconds=4",
        "--seed=3",
        "--json",
        **environment(folder_of(site)),
    )
    assert ended.returncode == 0, ended.stderr
    result: dict[str, Any] = json.loads(ended.stdout)
    assert result["sent"] == result["accepted"] == result["received_by_all"] > 0
    assert result["unfinished"] == 0
    assert result["refused"] == result["reconnects"] == {}
    assert not result["errors"].keys() - {"refused a first connection"}
    times = result["latency_ms"]
    assert 0 < times["p50"] <= times["p95"] <= times["p99"] <= times["longest"]
    # Of each move four seats and a spectator hear, and who made it gets an acknowledgement.
    assert result["frames_per_second"] > result["moves_per_second"] * 5
    assert {"web", "worker", "beat", "redis", "up", "load"} <= result["cpu_ms_per_move"].keys()
    assert left_in(folder_of(site)) == NOTHING


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_load_that_is_stopped_takes_everything_away(site: Up, how: signal.Signals) -> None:
    with start(site) as program:
        program.wait_for_line("measuring")
        # Flat out a match may be over by now, and another one begun.
        assert left_in(folder_of(site))["games_match"] >= 2
        program.process.send_signal(how)
        assert program.wait_for_end() == 130
    assert "stopped" in program.text
    assert "Traceback" not in program.text
    assert left_in(folder_of(site)) == NOTHING


def test_what_a_killed_load_leaves_is_removed_when_asked(site: Up) -> None:
    with start(site, "--pace=0.2") as program:
        program.wait_for_line("measuring")
        program.process.kill()
        program.wait_for_end()
    assert left_in(folder_of(site))["games_table"] == 2
    ended = manage("loadtest", "--clean", **environment(folder_of(site)))
    assert ended.stdout == "2 tables removed\n", ended.stderr
    assert left_in(folder_of(site)) == NOTHING


def test_where_no_site_runs_that_is_said_and_nothing_stays(site: Up) -> None:
    ended = manage(
        "loadtest", "--tables=1", f"--url=http://127.0.0.1:{free_port()}/", **environment(folder_of(site))
    )
    assert ended.returncode == 1
    assert "opened no socket" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert left_in(folder_of(site)) == NOTHING
