"""What the settings read from the environment, and what they say when something is missing there."""

import os
import secrets
import warnings
from pathlib import Path

import environ
from django.core.exceptions import ImproperlyConfigured

# Connections that a process has at most to PostgreSQL, which allows 100 in all unless told otherwise.
POOL_SIZE = 16
# Milliseconds that a transaction in PostgreSQL waits for a lock, and may do nothing while it holds its own:
# a process that stalls between two statements must not keep others from what it has locked.
LOCK_TIMEOUT = 5_000
IDLE_IN_TRANSACTION_TIMEOUT = 30_000
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


def cannot_keep(folder: Path, error: OSError) -> str:
    """What to tell who runs the site over a folder that cannot be written."""
    return (
        f"{folder} cannot be written ({error.strerror}), and the site keeps its data there. Make it a folder "
        "of yours, or set TARNEEB_DATA_DIR to another one."
    )


def kept_secret_key(path: Path) -> str:
    """The key kept in the file ``path``, made and stored (readable by its owner only) at the first call.

    Raises ImproperlyConfigured where it can be neither read nor made.
    """
    try:
        return _kept_secret_key(path)
    except OSError as error:
        raise ImproperlyConfigured(cannot_keep(path.parent, error)) from None


def _kept_secret_key(path: Path) -> str:
    if not path.exists():
        # For its owner alone: the database beside the key has cards that nobody may see, and sessions.
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
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


def redis_address(env: environ.Env) -> str:
    """REDIS_URL, or nothing. Raises ImproperlyConfigured for what is no address of a Redis."""
    address: str = env.str("REDIS_URL", default="")
    if address and not address.startswith(("redis://", "rediss://", "unix://")):
        raise ImproperlyConfigured(
            "REDIS_URL is no address of a Redis: it looks like redis://:password@host:6379/0."
        )
    return address


def _options(config: dict[str, object]) -> dict[str, object]:
    options = config.get("OPTIONS")
    return options if isinstance(options, dict) else {}


def database(env: environ.Env, default_file: Path) -> dict[str, object]:
    """The default database's settings: DATABASE_URL, or else the SQLite file ``default_file``.

    SQLite gets what several processes writing at once need: a write-ahead log, a write lock taken when a
    transaction begins (a lock taken half-way through cannot wait), and patience for the lock. ``synchronous``
    NORMAL keeps every committed move when a process dies; a power cut may take back the last ones, whole.
    PostgreSQL gets a pool in each process: pages run in threads that come and go, and a new connection costs
    more than what most of them ask. A connection that broke meanwhile is noticed before it is used. No
    transaction waits for another one for ever.
    Raises ImproperlyConfigured for what is no address of a database.
    """
    with warnings.catch_warnings():
        # environ warns of an address that it does not know by printing it, the password too.
        warnings.simplefilter("ignore")
        config: dict[str, object] = dict(env.db("DATABASE_URL", default=f"sqlite:///{default_file}"))
    if "ENGINE" not in config:
        raise ImproperlyConfigured(
            "DATABASE_URL is no address of a database: it looks like postgres://user:password@host:5432/name."
        )
    if config["ENGINE"] == "django.db.backends.postgresql":
        config["CONN_HEALTH_CHECKS"] = True
        # What the address asks for itself, as ?sslmode=require, is kept.
        config["OPTIONS"] = {
            **_options(config),
            "pool": {"min_size": 1, "max_size": POOL_SIZE, "timeout": 20},
            "options": f"-c lock_timeout={LOCK_TIMEOUT} "
            f"-c idle_in_transaction_session_timeout={IDLE_IN_TRANSACTION_TIMEOUT}",
        }
    if config["ENGINE"] == "django.db.backends.sqlite3":
        config["OPTIONS"] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        }
        # A file, not memory: sockets and tasks in tests reach it from threads of their own.
        config["TEST"] = {"NAME": str(Path(str(config["NAME"])).with_suffix(".test.sqlite3"))}
    return config
