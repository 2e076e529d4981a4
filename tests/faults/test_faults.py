"""Everything that can break is broken once, at two tables; `python -m tests.faults` does it at length."""

import subprocess
import sys

import pytest

from tests.faults.postgres import find_binaries
from tests.faults.services import ROOT
from tests.site.support import clean_environment

# Seconds, on a machine with other work. Alone it takes about one minute, and a table goes on within ten.
ENDS_WITHIN = 600
GOES_ON_WITHIN = 60


@pytest.mark.processes
@pytest.mark.skipif(
    find_binaries() is None, reason="needs the programs of PostgreSQL: initdb, pg_ctl, postgres"
)
def test_whatever_breaks_every_match_goes_on_from_its_last_acknowledged_move() -> None:
    command = [sys.executable, "-m", "tests.faults", "--tables=2", "--times=1", f"--within={GOES_ON_WITHIN}"]
    result = subprocess.run(
        command, cwd=ROOT, env=clean_environment(), capture_output=True, text=True, timeout=ENDS_WITHIN
    )
    assert result.returncode == 0, result.stdout + result.stderr
