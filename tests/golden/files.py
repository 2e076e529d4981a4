"""The kept files: one a match, beside this one."""

from __future__ import annotations

import difflib
from pathlib import Path

from tests.golden.matches import MATCHES
from tests.golden.playthrough import Playthrough, text_of

FOLDER = Path(__file__).parent


def path_of(playthrough: Playthrough) -> Path:
    """Where a match is kept."""
    return FOLDER / f"{playthrough.name}.txt"


def write_all() -> None:
    """Write every file anew, and remove those of no match."""
    for file in FOLDER.glob("*.txt"):
        file.unlink()
    for playthrough in MATCHES:
        path_of(playthrough).write_text(text_of(playthrough), encoding="utf-8")


def difference(playthrough: Playthrough) -> list[str]:
    """The lines in which a file differs from what the rules give, as a diff; none where it does not."""
    file = path_of(playthrough)
    kept = file.read_text(encoding="utf-8") if file.exists() else ""
    given = text_of(playthrough)
    return list(
        difflib.unified_diff(kept.splitlines(True), given.splitlines(True), f"{file.name} (kept)", "now")
    )


def differences() -> list[str]:
    """Those of all files, and a line for each file that belongs to no match."""
    strangers = {file.name for file in FOLDER.glob("*.txt")} - {path_of(match).name for match in MATCHES}
    lines = [f"{name} belongs to no match\n" for name in sorted(strangers)]
    for playthrough in MATCHES:
        lines += difference(playthrough)
    return lines
