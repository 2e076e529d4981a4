"""Static files get names that change with their content, down to what ES modules import."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.site.support import ROOT, clean_environment

COMMENT = re.compile(r"/\*.*?\*/", re.S)
IMPORT = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*["'](\.[^"']+\.js)["']""")
HASHED = re.compile(r"\.[0-9a-f]{12}\.\w+$")


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    subprocess.run(
        [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity=0"],
        cwd=ROOT,
        env=clean_environment(TARNEEB_LOCAL="1", TARNEEB_DATA_DIR=str(folder)),
        check=True,
        capture_output=True,
    )
    return folder / "static"


def hashed_names(folder: Path, ending: str) -> list[str]:
    """The names under which our own files with this ending are served."""
    manifest = json.loads((folder / "staticfiles.json").read_text())["paths"]
    names = [
        name for plain, name in manifest.items() if plain.startswith("games/") and plain.endswith(ending)
    ]
    assert names
    return names


def test_modules_import_each_other_by_hashed_names(collected: Path) -> None:
    imports = [
        (module, imported)
        for module in hashed_names(collected, ".js")
        for imported in IMPORT.findall(COMMENT.sub("", (collected / module).read_text()))
    ]
    assert imports, "no module imports another"
    for module, imported in imports:
        assert HASHED.search(imported), f"{module} imports {imported} by its plain name"
        assert (collected / module).parent.joinpath(imported).resolve().is_file(), f"{module}: {imported}"


def test_style_sheets_refer_to_hashed_names(collected: Path) -> None:
    for sheet in hashed_names(collected, ".css"):
        for address in re.findall(r"""url\(["']?([^"')]+)""", (collected / sheet).read_text()):
            if not address.startswith(("data:", "#")):
                assert HASHED.search(address.partition("#")[0]), f"{sheet}: {address}"
