"""Settings. Everything that differs between places comes from the environment; README.md has the list.

``TARNEEB_LOCAL=1`` is the local form: one machine, loopback only, no HTTPS, a generated key kept beside
the database. Without it the deployed form demands what it needs and says what is missing.
"""

import os
from pathlib import Path
from typing import Any

import environ
from celery.schedules import crontab
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialBackoff

from tarneeb_site.environment import database, demand, kept_secret_key, redis_address

env = environ.Env()
BASE_DIR = Path(__file__).resolve().parent.parent
LOCAL = env.bool("TARNEEB_LOCAL", default=False)
DATA_DIR = Path(env.str("TARNEEB_DATA_DIR", default=str(BASE_DIR / "var"))).resolve()
DEBUG = False

if LOCAL:
    SECRET_KEY = os.environ.get("SECRET_KEY") or kept_secret_key(DATA_DIR / "secret_key")
    ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
else:
    demand(env)
    SECRET_KEY = os.environ["SECRET_KEY"]
    ALLOWED_HOSTS = env.list("ALLOWED_HOSTS")
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
REDIS_URL = redis_address(env)

# Applications

INSTALLED_APPS = [
    "tarneeb_site",
    "games",
    "accounts",
    "allauth",
    "allauth.account",
    "channels",
    "csp",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "servestatic.middleware.ServeStaticMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.LanguageMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.middleware.GuestMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]
ROOT_URLCONF = "tarneeb_site.urls"
ASGI_APPLICATION = "tarneeb_site.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Where things are kept

DATABASES = {"default": database(env, DATA_DIR / "tarneeb.sqlite3")}
CACHES: dict[str, dict[str, Any]] = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
CHANNEL_LAYERS: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "channels.layers.InMemoryChannelLayer"},
}
if REDIS_URL:
    CACHES["default"] = {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "tarneeb",
    }
    CHANNEL_LAYERS["default"] = {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {
            "prefix": "tarneeb",
            "hosts": [
                {
                    "address": REDIS_URL,
                    # Bounded, so that a burst cannot take every connection that Redis has.
                    "max_connections": 50,
                    # Without it the first frame after a restart of Redis is lost.
                    "retry": Retry(ExponentialBackoff(cap=1, base=0.1), retries=3),
                }
            ],
        },
    }

# Accounts

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["accounts.backends.NameOrMailBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "games:home"
ACCOUNT_LOGOUT_REDIRECT_URL = "games:home"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_PRESERVE_USERNAME_CASING = True
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "add_email": "accounts.forms.AddEmailForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "login": "accounts.forms.LoginForm",
    "reauthenticate": "accounts.forms.ReauthenticateForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.ResetPasswordKeyForm",
    "signup": "accounts.forms.SignUpForm",
}
# No page says whether an address is known: whoever claims one signs up, and it counts once confirmed.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_SESSION_REMEMBER = True
# accounts.views sends members on by itself; a guest may still log in to an account.
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False
# Beside allauth's own limits. A whole family or café may share one address.
ACCOUNT_RATE_LIMITS = {
    "create_guest": env.str("TARNEEB_GUEST_RATE", default="1000/h/ip" if LOCAL else "60/h/ip"),
    "change_name": "3/d/user",
}
# A guest who stays away for so many days is closed.
TARNEEB_GUEST_DAYS = env.int("TARNEEB_GUEST_DAYS", default=30)

# Mail

EMAIL_CONFIG = env.email_url("EMAIL_URL", default="consolemail://")
vars().update(EMAIL_CONFIG)
# Seconds: the person who asked for the mail waits for the mail server.
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="Tarneeb <noreply@localhost>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
ADMINS = [("Administrator", address) for address in env.list("ADMIN_EMAILS", default=[])]

# Languages and time

USE_TZ = True
TIME_ZONE = "UTC"
USE_I18N = True
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("ar", _("Arabic"))]
LOCALE_PATHS = [BASE_DIR / "tarneeb_site" / "locale"]
FORMAT_MODULE_PATH = ["tarneeb_site.formats"]
LANGUAGE_COOKIE_AGE = 31_536_000
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"

# Static files: hashed names, the ones that ES modules import included, served by this process

STATIC_URL = "/static/"
STATIC_ROOT = Path(env.str("STATIC_ROOT", default=str(DATA_DIR / "static")))
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "tarneeb_site.static_files.HashedStaticFiles"},
}

# Security

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
DEFAULT_EXCEPTION_REPORTER_FILTER = "tarneeb_site.reports.HiddenValues"
if not LOCAL:
    SECURE_SSL_REDIRECT = True
    # The machine's own health check asks without HTTPS.
    SECURE_REDIRECT_EXEMPT = [r"^health/$"]
    SECURE_HSTS_SECONDS = env.int("SECURE_HSTS_SECONDS", default=31_536_000)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    LANGUAGE_COOKIE_SECURE = True
    ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https"
    # How many proxies of ours stand in front; 0 when Daphne itself speaks HTTPS.
    ALLAUTH_TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXY_COUNT", default=1)
    if ALLAUTH_TRUSTED_PROXY_COUNT:
        SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# Celery

CELERY_BROKER_URL = REDIS_URL or "memory://"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_IGNORE_RESULT = True
# A sweep that is lost with its worker is followed by the next one half a second later; one that came back
# from the dead would only be late. So a task is acknowledged when it begins.
CELERY_TASK_ACKS_LATE = False
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_REDIRECT_STDOUTS = False
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"
CELERY_BEAT_SCHEDULE = {
    "sweep": {
        "task": "games.tasks.sweep",
        # Half a second is finer than people feel; tests that play whole matches ask for less.
        "schedule": env.float("TARNEEB_SWEEP_EVERY", default=0.5),
        "options": {"expires": 2},
    },
    "settle-presence": {
        "task": "games.tasks.settle_presence",
        "schedule": 2.0,
        "options": {"expires": 2},
    },
    # At a minute of the hour, not an hour after the start: a site that restarts often must get there too.
    "expire-guests": {
        "task": "accounts.tasks.expire_guests",
        "schedule": crontab(minute=17),
        "options": {"expires": 3000},
    },
    "clear-sessions": {
        "task": "accounts.tasks.clear_sessions",
        "schedule": crontab(minute=47),
        "options": {"expires": 3000},
    },
    "unlist-who-stayed-away": {
        "task": "games.tasks.unlist_who_stayed_away",
        "schedule": crontab(minute=37),
        "options": {"expires": 3000},
    },
}

# Sockets of visitors without an account that one process serves to one address; 0 for any number

TARNEEB_SOCKETS_PER_ADDRESS = env.int("TARNEEB_SOCKETS_PER_ADDRESS", default=0 if LOCAL else 100)

# The pace of a game: seconds before a bot moves and between two hands, milliseconds a taken trick stays

TARNEEB_BOT_PAUSE = env.float("TARNEEB_BOT_PAUSE", default=1.0)
TARNEEB_HAND_PAUSE = env.float("TARNEEB_HAND_PAUSE", default=6.0)
TARNEEB_TRICK_PAUSE_MS = env.int("TARNEEB_TRICK_PAUSE_MS", default=1500)

# Logging: to standard error; never bodies of requests or frames

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "line"},
        "mail_admins": {"class": "django.utils.log.AdminEmailHandler", "level": "ERROR"},
    },
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="INFO")},
    "loggers": {
        "django": {"handlers": ["mail_admins"], "level": "INFO", "propagate": True},
        # Two lines for each sweep, twice a second, would bury everything else.
        "celery.app.trace": {"level": "WARNING"},
        "celery.beat": {"level": "WARNING"},
        "celery.worker.strategy": {"level": "WARNING"},
    },
}
