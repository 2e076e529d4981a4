"""Every account page that a person can reach is the site's own, in both languages."""

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from accounts import services
from tests.accounts.conftest import log_in, make_guest

pytestmark = pytest.mark.django_db

VISITOR = ["login", "signup", "password/reset", "password/reset/done", "password/reset/key/done", "inactive", "confirm-email",
           "confirm-email/no-such-key", "password/reset/key/1-no-such-key"]  # fmt: skip
MEMBER = ["logout", "email", "password/change", "reauthenticate", "settings"]
GUEST = ["login", "logout", "keep", "settings"]


def pages_of(client: Client, addresses: list[str]) -> list[str]:
    answers = [client.get(f"/accounts/{address}/") for address in addresses]
    assert {answer.status_code for answer in answers} == {200}
    return [answer.content.decode() for answer in answers]


@pytest.mark.parametrize("language", ["en", "ar"])
def test_all_pages_have_the_sites_frame(alia, language):
    services.set_language(alia, language)
    visitor = Client(headers={"accept-language": language})
    guest, guest_user = make_guest()
    services.set_language(guest_user, language)
    pages = pages_of(visitor, VISITOR) + pages_of(log_in(alia), MEMBER) + pages_of(guest, GUEST)
    for page in pages:
        assert f'<html lang="{language}"' in page
        assert page.count("<h1>") == 1
        assert 'id="main"' in page
        assert "style=" not in page
        assert "placeholder=" not in page


def test_nothing_of_an_account_is_kept_by_caches_on_the_way(alia):
    client = log_in(alia)
    for address in ("settings", "email", "password/change"):
        response = client.get(f"/accounts/{address}/")
        control = response.headers.get("Cache-Control", "")
        assert "Cookie" in response.headers["Vary"]
        assert "public" not in control


@pytest.mark.parametrize("address", MEMBER[1:])
def test_visitors_are_sent_to_log_in(address):
    response = Client().get(f"/accounts/{address}/")
    assert response.headers["Location"].startswith("/accounts/login/")


def addresses_of(resolver: URLResolver) -> list[URLPattern]:
    return [
        pattern
        for entry in resolver.url_patterns
        for pattern in (addresses_of(entry) if isinstance(entry, URLResolver) else [entry])
    ]


def test_the_sites_own_views_answer_before_those_that_they_replace():
    for name in ("login", "signup", "logout", "email", "reset_password_from_key", "confirm_email"):
        patterns = [p for p in addresses_of(get_resolver()) if p.name == f"account_{name}"]
        assert patterns, name
    match = get_resolver().resolve("/accounts/logout/")
    assert match.func.view_class.__module__ == "accounts.views"
    match = get_resolver().resolve("/accounts/email/")
    assert match.func.__module__ == "accounts.views" or match.func.__wrapped__.view_class.__module__ == "accounts.views"
