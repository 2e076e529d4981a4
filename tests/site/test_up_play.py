"""A match on a site that is killed: nothing that was played is lost, and it goes on."""

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.site.player import Frame, TableSocket, Visitor
from tests.site.support import wait_until
from tests.site.up import Up

pytestmark = pytest.mark.processes


def play_until(socket: TableSocket, here: Callable[[Frame], bool]) -> Frame:
    """Make the first legal move at each turn until it is our turn and ``here``; return what is seen there."""
    last: list[Frame] = []

    def arrived() -> bool:
        seen = socket.observe()
        observation = seen["observation"]
        if observation["seat"] != observation["turn"]:
            return False
        if here(observation):
            last.append(seen)
            return True
        socket.move(seen, observation["legal"][0])
        return False

    wait_until(arrived, "the place in the match")
    return last[0]


def in_mid_trick(observation: Frame) -> bool:
    return observation["phase"] == "play" and len(observation["hand"]["plays"]) % 4 in (1, 2, 3)


def test_killed_in_mid_trick_the_match_goes_on_at_the_same_card(tmp_path: Path) -> None:
    environment = {"TARNEEB_BOT_PAUSE": "0", "TARNEEB_HAND_PAUSE": "0", "TARNEEB_SWEEP_EVERY": "0.1"}
    with Up(tmp_path, **environment) as up:
        visitor = Visitor(up.wait_for_address())
        table = visitor.quick_play("syrian41")
        socket = visitor.open_table(table)
        before = play_until(socket, in_mid_trick)
        socket.close()
        up.process.kill()
        up.process.wait()

    with Up(tmp_path, port=up.port, **environment) as up:
        up.wait_for_address()
        socket = visitor.open_table(table)
        after = socket.observe()
        assert after["observation"] == before["observation"]
        assert after["version"] == before["version"]

        # The worker dies while bots are to move; each of their moves is there once when it is back.
        os.kill(up.parts()["worker"], signal.SIGKILL)
        plays = len(after["observation"]["hand"]["plays"])
        socket.move(after, after["observation"]["legal"][0])
        later = play_until(socket, lambda observation: True)
        moves = later["observation"]["hand"]["plays"]
        assert moves[:plays] == after["observation"]["hand"]["plays"]
        assert later["version"] - after["version"] == len(moves) - plays
        assert len({card for _seat, card in moves}) == len(moves)
        socket.close()
