"""How the code is laid out: what may import what, who may write, how long a file may be."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
CODE_FOLDERS = ("accounts", "games", "tarneeb_site", "templates", "tests")
LONGEST_FILE = 400


def files(*suffixes: str, folders: tuple[str, ...] = CODE_FOLDERS) -> list[Path]:
    """Every file of ours with one of these endings, migrations left out."""
    found = [
        path
        for folder in folders
        for path in (ROOT / folder).rglob("*")
        if path.suffix in suffixes and "migrations" not in path.parts and "node_modules" not in path.parts
    ]
    assert found, f"no {suffixes} files in {folders}"
    return sorted(found)


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_imports_that_must_never_exist_do_not() -> None:
    """The contracts of pyproject.toml."""
    script = Path(sys.executable).with_name("lint-imports")
    result = subprocess.run(
        [script, "--no-cache"], cwd=ROOT, capture_output=True, text=True, env={**os.environ, "NO_COLOR": "1"}
    )
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize("package", ["games.engine", "games.bots"])
def test_loading_it_loads_no_framework(package: str) -> None:
    """Import contracts do not see what ``games/__init__.py`` loads, so look at a fresh process."""
    program = (
        "import importlib, pkgutil, sys\n"
        f"package = importlib.import_module({package!r})\n"
        "for module in pkgutil.walk_packages(package.__path__, package.__name__ + '.'):\n"
        "    importlib.import_module(module.name)\n"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}\n"
        "              & {'django', 'channels', 'celery', 'redis', 'accounts', 'tarneeb_site'}))\n"
    )
    result = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    assert result.stdout.split() == []


def imported_modules(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module or ""


def test_the_engine_uses_the_standard_library_alone() -> None:
    for path in files(".py", folders=("games/engine",)):
        for module in imported_modules(ast.parse(path.read_text())):
            top = module.partition(".")[0]
            assert module.startswith("games.engine") or top in sys.stdlib_module_names, (named(path), module)


def test_the_engine_reads_no_clock_and_draws_no_luck() -> None:
    """What it does follows from its arguments alone; a caller hands in seeds."""
    forbidden = {"random", "secrets", "time", "datetime", "logging", "os", "socket", "threading", "asyncio"}
    for path in files(".py", folders=("games/engine",)):
        used = {module.partition(".")[0] for module in imported_modules(ast.parse(path.read_text()))}
        assert not used & forbidden, (named(path), used & forbidden)


# Who may write

ALWAYS_WRITES = {
    "save", "asave", "bulk_create", "abulk_create", "bulk_update", "abulk_update", "get_or_create",
    "aget_or_create", "update_or_create", "aupdate_or_create",
}  # fmt: skip
WRITES_ON_ROWS = {"create", "acreate", "update", "aupdate", "delete", "adelete"}
QUERIES = re.compile(
    r"\b(objects|_default_manager|_base_manager|filter|exclude|all|queryset|select_for_update)\b"
)
ENTRY_POINTS = ("consumers", "tasks", "views", "receivers", "admin", "management")
# Between the ways in and the services, or beside them: these write no rows either.
NO_WRITERS = ("bus", "database", "effects", "hub", "lobby_feed", "move_queue", "selectors")


def files_without_writes() -> list[Path]:
    return [
        path
        for path in files(".py", folders=("accounts", "games", "tarneeb_site"))
        if {part.removesuffix(".py") for part in path.relative_to(ROOT).parts[1:]}
        & {*ENTRY_POINTS, *NO_WRITERS}
    ]


def writes(source: str) -> list[str]:
    """The calls in ``source`` that write rows, as text."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        name, target = node.func.attr, ast.unparse(node.func.value)
        if target == "super()":
            continue  # what Django's own form or admin does anyway
        if name in ALWAYS_WRITES or (name in WRITES_ON_ROWS and QUERIES.search(target)):
            found.append(ast.unparse(node))
    return found


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("table.save()", 1),
        ("Table.objects.create(name='x')", 1),
        ("Table.objects.filter(pk=1).update(status='closed')", 1),
        ("queryset.delete()", 1),
        ("Move.objects.bulk_create(moves)", 1),
        ("super().save(commit)", 0),
        ("context.update(extra)", 0),
        ("services.create_table(user)", 0),
        ("Table.objects.filter(pk=1).first()", 0),
    ],
)
def test_writes_are_recognised(source: str, expected: int) -> None:
    assert len(writes(source)) == expected


def test_only_services_write() -> None:
    """Consumers, tasks, views, admin and commands parse, call a service or selector, and render."""
    offenders = {named(path): found for path in files_without_writes() if (found := writes(path.read_text()))}
    assert offenders == {}


def test_files_are_short_enough_to_hold_one_thing() -> None:
    too_long = {
        named(path): lines
        for path in files(".py", ".js", ".css", ".html")
        if (lines := len(path.read_text().splitlines())) > LONGEST_FILE
    }
    assert too_long == {}


# Pages

# What the content security policy would refuse, found before a browser does.
INLINE = [
    re.compile(r"<style\b", re.I),
    re.compile(r"\sstyle\s*=", re.I),
    re.compile(r"<script\b(?![^>]*\bsrc\s*=)", re.I),
    re.compile(r"<[^>]*\son[a-z]+\s*=", re.I),
    re.compile(r"javascript:", re.I),
]


@pytest.mark.parametrize(
    "page",
    [
        "<style>p{}</style>",
        '<p style="x">',
        "<script>1</script>",
        '<a onclick="f()">',
        '<a href="javascript:f()">',
    ],
)
def test_inline_scripts_and_styles_are_recognised(page: str) -> None:
    assert any(pattern.search(page) for pattern in INLINE)


def test_pages_hold_no_inline_script_or_style() -> None:
    for path in files(".html", folders=("templates",)):
        text = re.sub(r"{#.*?#}|{% comment.*?endcomment %}", "", path.read_text(), flags=re.S)
        for pattern in INLINE:
            assert not pattern.search(text), (named(path), pattern.pattern)


PHYSICAL = re.compile(
    r"""(?<![\w-])(
        (margin|padding|border|scroll-margin|scroll-padding)-(left|right)
        | border-(top|bottom)-(left|right)-radius
        | (left|right)\s*:
        | (text-align|float|clear)\s*:\s*(left|right)
    )""",
    re.X,
)
# Where people sit at a table is the same in every language.
THE_TABLE = "table.css"


@pytest.mark.parametrize(
    ("rule", "physical"),
    [("margin-left: 1em", True), ("left: 0", True), ("text-align: right", True), ("float:left", True),
     ("margin-inline-start: 1em", False), ("inset-inline-start: 0", False), ("border-top: 1px", False)],
)  # fmt: skip
def test_physical_sides_are_recognised(rule: str, physical: bool) -> None:
    assert bool(PHYSICAL.search(rule)) is physical


def test_styles_name_no_physical_side() -> None:
    """Arabic pages run from right to left; `inline-start` is right there, `left` is not."""
    for path in files(".css", folders=("games",)):
        if path.name == THE_TABLE:
            continue
        text = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S)
        assert not (found := PHYSICAL.search(text)), (named(path), found and found.group())
