"""The two forms of the site: the local one needs nothing, the deployed one says what it needs."""

import re
import stat
import subprocess
from pathlib import Path

import environ
import pytest
from django.db import connection

from tarneeb_site import settings as written
from tarneeb_site.environment import REQUIRED, database, kept_secret_key
from tests.site.support import manage

DEPLOYED = {
    "SECRET_KEY": "k" * 30 + "0123456789abcdefghijklmnopqrstuvwxyz",
    "DATABASE_URL": "postgres://tarneeb:secret@db.example.org/tarneeb",
    "REDIS_URL": "redis://cache.example.org:6379/0",
    "ALLOWED_HOSTS": "tarneeb.example.org",
    "EMAIL_URL": "smtp+tls://user:secret@mail.example.org:587",
    "DEFAULT_FROM_EMAIL": "Tarneeb <tarneeb@example.org>",
}
CHECK = ("check", "--deploy", "--fail-level", "WARNING")


def sentence(result: subprocess.CompletedProcess[str]) -> str:
    """What a refusal says: one paragraph, and nothing of the code."""
    assert result.returncode == 1
    assert "Traceback" not in result.stderr
    return result.stderr.strip()


def test_the_deployed_form_passes_the_deployment_checks(tmp_path: Path) -> None:
    result = manage(*CHECK, TARNEEB_DATA_DIR=str(tmp_path), **DEPLOYED)
    assert result.returncode == 0, result.stderr
    assert "no issues" in result.stdout + result.stderr


@pytest.mark.parametrize("name", REQUIRED)
def test_the_deployed_form_names_what_is_missing(name: str, tmp_path: Path) -> None:
    environment = {key: value for key, value in DEPLOYED.items() if key != name}
    result = manage("check", TARNEEB_DATA_DIR=str(tmp_path), **environment)
    said = sentence(result)
    assert f"Missing in the environment: {name}." in said
    assert "TARNEEB_LOCAL=1" in said


def test_an_empty_variable_is_a_missing_one(tmp_path: Path) -> None:
    result = manage("check", TARNEEB_DATA_DIR=str(tmp_path), **{**DEPLOYED, "SECRET_KEY": " "})
    assert "Missing in the environment: SECRET_KEY." in result.stderr


def test_the_deployed_form_makes_no_key_of_its_own(tmp_path: Path) -> None:
    manage("check", TARNEEB_DATA_DIR=str(tmp_path), **DEPLOYED)
    assert list(tmp_path.iterdir()) == []


def test_the_local_form_needs_nothing_and_keeps_one_key(tmp_path: Path) -> None:
    for _time in range(2):
        result = manage("check", TARNEEB_LOCAL="1", TARNEEB_DATA_DIR=str(tmp_path / "new"))
        assert result.returncode == 0, result.stderr
    assert [file.name for file in (tmp_path / "new").iterdir()] == ["secret_key"]


def test_a_generated_key_stays_and_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    file = tmp_path / "var" / "secret_key"
    key = kept_secret_key(file)
    assert len(key) >= 50
    assert kept_secret_key(file) == key
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_other_users_of_the_machine_cannot_look_into_the_data_folder(tmp_path: Path) -> None:
    manage("check", TARNEEB_LOCAL="1", TARNEEB_DATA_DIR=str(tmp_path / "var"))
    assert stat.S_IMODE((tmp_path / "var").stat().st_mode) == 0o700


@pytest.mark.parametrize("command", ["up", "check"])
def test_a_data_folder_that_cannot_be_written_is_named(command: str, tmp_path: Path) -> None:
    folder = tmp_path / "file" / "var"
    folder.parent.write_text("not a folder")
    said = sentence(manage(command, TARNEEB_LOCAL="1", TARNEEB_DATA_DIR=str(folder)))
    assert f"{folder} cannot be written" in said
    assert "TARNEEB_DATA_DIR" in said


def test_a_lock_that_cannot_be_written_is_told_too(tmp_path: Path) -> None:
    (tmp_path / "up.lock").mkdir()
    said = sentence(manage("up", TARNEEB_DATA_DIR=str(tmp_path)))
    assert f"{tmp_path} cannot be written" in said


@pytest.mark.parametrize(
    ("name", "value"), [("DATABASE_URL", "secret@db:5432"), ("REDIS_URL", "secret@cache:6379")]
)
def test_what_is_no_address_is_named_without_its_value(name: str, value: str, tmp_path: Path) -> None:
    said = sentence(manage("up", TARNEEB_DATA_DIR=str(tmp_path), **{name: value}))
    assert said.startswith(f"{name} is no address")
    assert "secret" not in said


def test_neither_form_shows_debug_pages(tmp_path: Path) -> None:
    for environment in (DEPLOYED, {"TARNEEB_LOCAL": "1"}):
        result = manage("diffsettings", "--all", TARNEEB_DATA_DIR=str(tmp_path), DEBUG="1", **environment)
        assert re.search(r"^### DEBUG = False$", result.stdout, re.M), result.stdout + result.stderr


def test_passwords_are_kept_as_argon2_hashes() -> None:
    assert written.PASSWORD_HASHERS[0] == "django.contrib.auth.hashers.Argon2PasswordHasher"


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "sqlite", reason="about SQLite: unset DATABASE_URL to run it")
def test_sqlite_lets_several_processes_write() -> None:
    answers = {}
    with connection.cursor() as cursor:
        for pragma in ("journal_mode", "synchronous", "busy_timeout"):
            cursor.execute(f"PRAGMA {pragma}")
            answers[pragma] = cursor.fetchone()[0]
    assert answers == {"journal_mode": "wal", "synchronous": 1, "busy_timeout": 20_000}
    assert connection.settings_dict["OPTIONS"]["transaction_mode"] == "IMMEDIATE"


def test_what_the_address_of_a_database_asks_for_is_kept_beside_our_own(tmp_path: Path) -> None:
    env = environ.Env()
    env.ENVIRON = {"DATABASE_URL": "postgres://u:p@db.example.org:5432/t?sslmode=require"}
    options = database(env, tmp_path / "unused")["OPTIONS"]
    assert isinstance(options, dict)
    assert options["sslmode"] == "require"
    assert options["pool"]
    assert "lock_timeout" in options["options"]
