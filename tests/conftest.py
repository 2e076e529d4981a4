"""What all tests share: the local form, a scratch data folder, quick passwords, plain static files."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import django
import pytest

# Before Django reads its settings. DATABASE_URL and REDIS_URL may choose PostgreSQL and a real Redis;
# without them the tests need no service: SQLite, and channels, cache and broker in memory.
_data_dir = tempfile.mkdtemp(prefix="tarneeb-tests-")
os.environ["TARNEEB_LOCAL"] = "1"
os.environ["TARNEEB_DATA_DIR"] = _data_dir
os.environ["SECRET_KEY"] = "only-for-tests"
os.environ["DJANGO_SETTINGS_MODULE"] = "tarneeb_site.settings"
# Where static files would be collected; the server looks there when it starts.
(Path(_data_dir) / "static").mkdir()
# Here and not by pytest-django, which would read the settings before this file is.
django.setup()


def pytest_unconfigure() -> None:
    shutil.rmtree(_data_dir, ignore_errors=True)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    database_url = os.environ.get("DATABASE_URL", "")
    no_browser = pytest.mark.skip(
        reason="needs a browser: set TARNEEB_BROWSER to the path of Chromium to run it"
    )
    no_postgresql = pytest.mark.skip(reason="needs PostgreSQL: set DATABASE_URL=postgres://… to run it")
    for item in items:
        if item.get_closest_marker("browser") and not os.environ.get("TARNEEB_BROWSER"):
            item.add_marker(no_browser)
        if item.get_closest_marker("postgresql") and not database_url.startswith("postgres"):
            item.add_marker(no_postgresql)


@pytest.fixture(scope="session", autouse=True)
def _settings_for_tests() -> Iterator[None]:
    from django.conf import settings
    from django.test.utils import override_settings

    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    with override_settings(
        # Argon2 is slow on purpose; whether it is the one in use is asked in tests/site.
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
        # Hashed names need collected files; tests/site asks for those.
        STORAGES={**settings.STORAGES, "staticfiles": plain},
    ):
        yield


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """The database of the tests. PostgreSQL drops none to which threads still hold connections."""
    from django.db import connection

    yield
    if connection.vendor == "postgresql":
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()"
            )


@pytest.fixture
def project_root() -> Path:
    """The folder that holds manage.py."""
    return Path(__file__).resolve().parent.parent
