"""The web server: what it does while moves would wait."""

import subprocess
import sys

MADE = "kept = [[number] for number in range(500_000)]"
FULL = "gc.get_stats()[2]['collections']"


def run(*lines: str) -> list[str]:
    """Gives what a program of these lines prints, in a process of its own."""
    program = "\n".join(("import gc, weakref", "from tarneeb_site import daphne", *lines))
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout.split()


def test_what_is_made_and_kept_brings_no_full_collection() -> None:
    by_itself, asked = run(
        f"before = {FULL}",
        MADE,
        f"print({FULL} - before)",
        "daphne.collect_rarely()",
        f"before = {FULL}",
        MADE.replace("kept", "more"),
        f"print({FULL} - before)",
    )
    assert int(by_itself) > 0
    assert int(asked) == 0


def test_old_garbage_goes_after_a_while() -> None:
    left = run(
        "class Ring: pass",
        "daphne.FULL_COLLECTION_EVERY = 0.05",
        "daphne.collect_rarely()",
        "old = Ring()",
        "old.itself = old",
        "gc.collect()",  # it is among the old now, which nothing but a full collection looks through
        "alive = weakref.ref(old)",
        "del old",
        "daphne.reactor.callLater(0.5, daphne.reactor.stop)",
        "daphne.reactor.run()",
        "print(alive())",
    )
    assert left == ["None"]


def test_every_connection_is_looked_after_once_a_round_and_never_all_at_once() -> None:
    printed = run(
        "from twisted.internet.task import Clock",
        "daphne.reactor = clock = Clock()",
        "looked = []",
        "class Connection:",
        "    def check_timeouts(self): looked.append((clock.seconds(), self))",
        "serving = daphne.Server(None, endpoints=['tcp:0'])",
        "serving.connections = dict.fromkeys(Connection() for _number in range(100))",
        "gone = next(iter(serving.connections))",
        "serving.timeout_checker()",
        "del serving.connections[gone]",
        "clock.pump([daphne.LOOK_EVERY / 1000] * 999)",
        "print(len(looked), len({connection for _at, connection in looked}), len({at for at, _ in looked}))",
    )
    assert printed == ["99", "99", "40"]
