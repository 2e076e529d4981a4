"""What the settings read from the environment, and what they say when something is missing there."""

import os
import secrets
from pathlib import Path

import environ
from django.core.exceptions import ImproperlyConfigured

REQUIRED = ("SECRET_KEY", "DATABASE_URL", "REDIS_URL", "ALLOWED_HOSTS", "EMAIL_URL", "DEFAULT_FROM_EMAIL")


def demand(env: environ.Env, names: tuple[str, ...] = REQUIRED) -> None:
    """Raise ImproperlyConfigured, naming every variable of ``names`` that is absent or empty."""
    missing = [name for name in names if not env.str(name, default="").strip()]
    if missing:
        raise ImproperlyConfigured(
            f"Missing in the environment: {', '.join(missing)}. A deployed site needs all of "
            f"{', '.join(names)} (README.md says what each holds). To run on your own machine "
            "without them, set TARNEEB_LOCAL=1 or use `manage.py up`."
        )


def kept_secret_key(path: Path) -> str:
    """The key kept in the file ``path``, made and stored (readable by its owner only) at the first call."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        # Written aside and linked into place, so that two processes starting at once agree on one key.
        draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(50))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text().strip()


def database(env: environ.Env, default_file: Path) -> dict[str, object]:
    """The default database's settings: DATABASE_URL, or else the SQLite file ``default_file``.

    SQLite gets what several processes writing at once need: a write-ahead log, a write lock taken when a
    transaction begins (a lock taken half-way through cannot wait), and patience for the lock. ``synchronous``
    NORMAL keeps every committed move when a process dies; a power cut may take back the last ones, whole.
    """
    config: dict[str, object] = dict(env.db("DATABASE_URL", default=f"sqlite:///{default_file}"))
    if config["ENGINE"] == "django.db.backends.sqlite3":
        config["OPTIONS"] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        }
        # A file, not memory: sockets and tasks in tests reach it from threads of their own.
        config["TEST"] = {"NAME": str(Path(str(config["NAME"])).with_suffix(".test.sqlite3"))}
    return config
