"""The cast: Alia, a member; Sami, another; a guest; an administrator; and visitors."""

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.core.cache import cache
from django.test import Client, RequestFactory
from django.utils import translation

from accounts import services
from accounts.models import User

PASSWORD = "a long enough secret"


@pytest.fixture(autouse=True)
def _no_earlier_attempts() -> Iterator[None]:
    """Rate limits count in the cache: each test begins at none."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def alia(db: None) -> User:
    """A member with a confirmed mail address."""
    user = services.create_member("Alia", PASSWORD)
    services.confirm_address(user, "alia@example.org")
    return user


@pytest.fixture
def sami(db: None) -> User:
    """A member without a mail address."""
    return services.create_member("Sami", PASSWORD)


@pytest.fixture
def administrator(db: None) -> User:
    return User.objects.create_superuser("Chief", "chief@example.org", PASSWORD)


def log_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def make_guest(language: str = "en") -> tuple[Client, User]:
    """Return a browser in which a guest is logged in, and the guest."""
    client = Client()
    request = RequestFactory().post("/play/")
    request.user = AnonymousUser()
    request.session = SessionStore()
    with translation.override(language), services.user_or_guest(request) as guest:
        pass
    request.session.save()
    client.cookies["sessionid"] = request.session.session_key
    return client, guest
