"""The engine stands alone: a bare interpreter without any installed package loads all of it."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

PROGRAM = """
import importlib, pkgutil, sys
sys.path.insert(0, sys.argv[1])
import games.engine
for module in pkgutil.walk_packages(games.engine.__path__, "games.engine."):
    importlib.import_module(module.name)
foreign = {name.partition(".")[0] for name in sys.modules} - set(sys.stdlib_module_names) - {"__main__"}
ours = {name for name in sys.modules if name.startswith("games.")}
print(sorted(foreign), sorted(name for name in ours if not name.startswith("games.engine")))
"""


def test_it_loads_without_django_or_anything_else_installed() -> None:
    loaded = subprocess.run(
        [sys.executable, "-I", "-S", "-c", PROGRAM, str(ROOT)], capture_output=True, text=True, check=False
    )
    assert (loaded.returncode, loaded.stderr) == (0, "")
    assert loaded.stdout.strip() == "['games'] []"
