"""A small siege; `python -m tests.load.hostile` sends a hundred times as much."""

import pytest

from tests.load.own_site import run_to_end

ENDS_WITHIN = 900  # seconds, on a machine with other work; alone it takes two minutes, one of them waiting


@pytest.mark.processes
def test_attacks_end_as_documented_and_hurt_nobody_else() -> None:
    result = run_to_end("tests.load.hostile", "--frames=100", within=ENDS_WITHIN)
    assert result.returncode == 0, result.stdout
    assert "mangled frames 300" in result.stdout
    assert "leaks 0\nfaults 0\n" in result.stdout
