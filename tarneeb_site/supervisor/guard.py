"""Becomes a part of the site that cannot outlive the supervisor, not even when that one is killed outright.

Run as a program: ``guard.py SUPERVISOR_PID COMMAND ARGUMENT…``. Standard library only, and started by its
path, so that it costs a few milliseconds.
"""

import ctypes
import os
import signal
import subprocess
import sys
from types import FrameType

PR_SET_PDEATHSIG = 1
LOOK_EVERY = 0.5  # seconds


def run(supervisor: int, command: list[str]) -> int:
    """Run ``command``; return its exit code where this process does not itself turn into the command."""
    if sys.platform != "linux":
        return watch(supervisor, command)
    # The kernel remembers this across exec. Killed, not asked: a part may be waiting for another one that
    # has just died, and none keeps anything that is not in the database.
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl(PR_SET_PDEATHSIG) failed")
    if os.getppid() != supervisor:  # it died before the line above
        return 1
    os.execvp(command[0], command)


def watch(supervisor: int, command: list[str]) -> int:
    """Where the kernel offers no such thing: run ``command`` as a child and look for the supervisor."""
    child = subprocess.Popen(command)

    def pass_on(number: int, _frame: FrameType | None) -> None:
        child.send_signal(number)

    signal.signal(signal.SIGTERM, pass_on)
    signal.signal(signal.SIGINT, pass_on)
    while True:
        try:
            return child.wait(timeout=LOOK_EVERY)
        except subprocess.TimeoutExpired:
            if os.getppid() != supervisor:
                child.kill()
                child.wait()
                return 1


if __name__ == "__main__":
    sys.exit(run(int(sys.argv[1]), sys.argv[2:]))
