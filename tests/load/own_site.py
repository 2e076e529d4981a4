"""A site of a test's own, in the database that the environment names or else in SQLite; gone at the end."""

from __future__ import annotations

import os
import secrets
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import django
import psycopg
from psycopg import sql

from tests.site.support import ROOT, clean_environment
from tests.site.up import Up

AT_ONCE = {"TARNEEB_HAND_PAUSE": "0", "TARNEEB_BOT_PAUSE": "0"}


def say(sentence: str) -> None:
    """Write a line at once."""
    sys.stdout.write(sentence + "\n")
    sys.stdout.flush()


def end_when_told() -> None:
    """Let SIGTERM end this program in the way that ends its site too."""
    signal.signal(signal.SIGTERM, lambda _signal, _frame: sys.exit(1))


def run_to_end(module: str, *options: str, within: float) -> subprocess.CompletedProcess[str]:
    """Run one of these programs, with the database that the tests have; stop it when it takes too long."""
    database = {"DATABASE_URL": os.environ["DATABASE_URL"]} if "DATABASE_URL" in os.environ else {}
    program = subprocess.Popen(
        [sys.executable, "-m", module, *options],
        cwd=ROOT,
        env=clean_environment(**database),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        output, _none = program.communicate(timeout=within)
    except subprocess.TimeoutExpired:
        program.terminate()
        output, _none = program.communicate(timeout=within)
    return subprocess.CompletedProcess(program.args, program.returncode, output)


@contextmanager
def own_site(**variables: str) -> Iterator[tuple[Up, str]]:
    """Start a site without pauses; give it and its address. Django's settings are those of this site then."""
    with tempfile.TemporaryDirectory(prefix="tarneeb-load-") as folder, _database() as database:
        environment = AT_ONCE | database | variables
        os.environ |= AT_ONCE | database | {
            "TARNEEB_LOCAL": "1",
            "TARNEEB_DATA_DIR": folder,
            "DJANGO_SETTINGS_MODULE": "tarneeb_site.settings",
        }
        with Up(Path(folder), None, ROOT, **environment) as up:
            address = up.wait_for_address().rstrip("/")
            django.setup()
            yield up, address


@contextmanager
def _database() -> Iterator[dict[str, str]]:
    """Make a database on the server of DATABASE_URL, if that is one, and drop it afterwards."""
    server = os.environ.pop("DATABASE_URL", "")
    if not server.startswith("postgres"):
        yield {}
        return
    name = f"tarneeb_load_{secrets.token_hex(6)}"
    with psycopg.connect(urlunsplit(urlsplit(server)._replace(path="/postgres")), autocommit=True) as link:
        link.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            yield {"DATABASE_URL": urlunsplit(urlsplit(server)._replace(path=f"/{name}"))}
        finally:
            link.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))
