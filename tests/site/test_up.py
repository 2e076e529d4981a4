"""`manage.py up`, for real: it serves, it heals, it stops in order, and it leaves nothing behind."""

import os
import re
import signal
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tarneeb_site.supervisor.ports import answers_http
from tests.site.support import children_of, is_running, wait_until
from tests.site.up import PARTS, Up

pytestmark = pytest.mark.processes


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One data folder for all tests here: each starts the site where the last one left it."""
    return tmp_path_factory.mktemp("up")


@pytest.fixture(scope="module")
def started() -> Iterator[list[Up]]:
    """The sites started here; all are ended at last."""
    sites: list[Up] = []
    yield sites
    for site in sites:
        site.end()


@pytest.fixture
def site(data: Path, started: list[Up]) -> Up:
    """A site that answers: the one that runs already, where no test has ended it."""
    if not started or started[-1].process.poll() is not None:
        # From another folder than the code's, with a path that means something only there.
        started.append(Up(Path(data.name), folder_of_the_shell=data.parent))
        started[-1].wait_for_address()
    return started[-1]


def get(address: str) -> tuple[int, str]:
    with urllib.request.urlopen(address, timeout=30) as answer:
        return answer.status, answer.read().decode()


def test_the_first_address_printed_is_a_site_that_works(site: Up) -> None:
    address = re.findall(r"http://\S+", site.text)[0]
    assert address == f"http://127.0.0.1:{site.port}/"
    status, page = get(address)
    assert status == 200
    static = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
    assert static
    for file in static:
        assert re.search(r"\.[0-9a-f]{12}\.\w+$", file)
        with urllib.request.urlopen(address.rstrip("/") + file, timeout=30) as answer:
            assert answer.status == 200
            assert "immutable" in answer.headers["Cache-Control"]


def test_a_start_without_administrator_says_how_to_make_one(site: Up) -> None:
    wait_until(lambda: f"{site.port}/admin/" in site.text, "the address of the admin")
    assert "manage.py createsuperuser" in site.text


def test_every_part_runs_and_only_here(site: Up) -> None:
    assert sorted(site.parts()) == sorted(PARTS)
    if sys.platform == "linux":
        assert listening_addresses(site.parts()["web"]) == {"0100007F"}
        assert listening_addresses(site.parts()["redis"]) == {"0100007F"}


def listening_addresses(process: int) -> set[str]:
    """The addresses, as the kernel writes them, on which ``process`` listens over TCP."""
    sockets = {
        link.readlink().name.removeprefix("socket:[").removesuffix("]")
        for link in Path(f"/proc/{process}/fd").iterdir()
        if str(link.readlink()).startswith("socket:")
    }
    rows = [
        line.split()
        for table in ("tcp", "tcp6")
        for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]
    ]
    return {row[1].partition(":")[0] for row in rows if row[3] == "0A" and row[9] in sockets}


def test_a_taken_port_is_named_before_anything_starts(site: Up, tmp_path: Path) -> None:
    with Up(tmp_path, port=site.port) as second:
        assert second.wait_for_end() == 1
    assert f"Port {site.port} is taken" in second.text
    assert f"--port {site.port + 1}" in second.text
    assert not (tmp_path / "tarneeb.sqlite3").exists()


def test_a_second_site_over_the_same_data_is_refused(site: Up, data: Path) -> None:
    with Up(data) as second:
        assert second.wait_for_end() == 1
    assert f"process {site.pid}" in second.text


@pytest.mark.parametrize("name", list(PARTS))
def test_a_part_that_is_killed_is_started_again(site: Up, name: str) -> None:
    before = site.parts()
    os.kill(before[name], signal.SIGKILL)
    wait_until(lambda: site.parts().get(name) not in (None, before[name]), f"a new {name}")
    assert f"{name} stopped (killed by SIGKILL)" in site.text
    wait_until(lambda: answers_http(site.port, "/health/"), "the site answering again")
    others = {part: pid for part, pid in before.items() if part != name}
    assert {part: site.parts()[part] for part in others} == others


def test_killed_outright_it_leaves_nothing_and_starts_where_it_was(site: Up, data: Path) -> None:
    processes = list(children_of(site.pid))
    assert len(processes) == len(PARTS)
    site.process.kill()
    site.process.wait()
    wait_until(lambda: not any(map(is_running, processes)), "the parts to be gone")

    key = (data / "secret_key").read_text()
    with Up(data) as again:
        again.wait_for_address()
        assert (data / "secret_key").read_text() == key

        processes = list(children_of(again.pid))
        again.process.send_signal(signal.SIGINT)
        assert again.wait_for_end() == 0
    assert [line for line in again.lines if line.startswith("Stopping")] == [
        "Stopping web.", "Stopping beat.", "Stopping worker.", "Stopping redis.",
    ]  # fmt: skip
    assert not any(map(is_running, processes))


def test_up_says_when_the_redis_that_it_is_given_does_not_answer(tmp_path: Path) -> None:
    with Up(tmp_path, REDIS_URL="redis://127.0.0.1:1/0") as up:
        assert up.wait_for_end() == 1
    assert "The Redis that REDIS_URL names does not answer." in up.text


def test_up_says_when_the_database_that_it_is_given_does_not_answer(tmp_path: Path) -> None:
    with Up(tmp_path, DATABASE_URL="postgres://nobody:secret@127.0.0.1:1/none") as up:
        assert up.wait_for_end() == 1
    assert "The database cannot be used:" in up.text
    assert "secret" not in up.text
    assert "Traceback" not in up.text
