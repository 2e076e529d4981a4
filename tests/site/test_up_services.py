"""`up` with the addresses of a PostgreSQL and a Redis that run already."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from tests.site.player import Visitor
from tests.site.support import manage
from tests.site.up import Up

pytestmark = [pytest.mark.processes, pytest.mark.postgresql]


@pytest.fixture
def database_url() -> Iterator[str]:
    """The address of an empty database of its own, on the server that DATABASE_URL names."""
    import psycopg
    from psycopg.sql import SQL, Identifier

    server, _slash, _name = os.environ["DATABASE_URL"].rpartition("/")
    name = f"tarneeb_up_{uuid4().hex}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(SQL("CREATE DATABASE {}").format(Identifier(name)))
        yield f"{server}/{name}"
        connection.execute(SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(name)))


def test_up_uses_the_services_that_it_is_given(database_url: str, tmp_path: Path) -> None:
    redis_url = os.environ.get("REDIS_URL")
    if not redis_url:
        pytest.skip("needs a Redis: set REDIS_URL to run it")
    with Up(tmp_path, DATABASE_URL=database_url, REDIS_URL=redis_url) as up:
        visitor = Visitor(up.wait_for_address())
        assert sorted(up.parts()) == ["beat", "web", "worker"]
        socket = visitor.open_table(visitor.quick_play("tarneeb"))
        assert socket.observe()["observation"]["hand"]["counts"] == [13, 13, 13, 13]
        socket.close()
        assert not (tmp_path / "tarneeb.sqlite3").exists()


def test_the_deployed_form_prepares_postgresql(database_url: str, tmp_path: Path) -> None:
    environment = {
        "SECRET_KEY": uuid4().hex + uuid4().hex,
        "DATABASE_URL": database_url,
        "REDIS_URL": "redis://127.0.0.1:6379/0",
        "ALLOWED_HOSTS": "tarneeb.example.org",
        "EMAIL_URL": "smtp://localhost:25",
        "DEFAULT_FROM_EMAIL": "tarneeb@example.org",
        "TARNEEB_DATA_DIR": str(tmp_path),
    }
    assert manage("migrate", "--verbosity=0", **environment).returncode == 0
    shown = manage("showmigrations", "--plan", **environment).stdout
    assert re.search(r"^\[X\]  games\.", shown, re.M)
    assert "[ ]" not in shown
