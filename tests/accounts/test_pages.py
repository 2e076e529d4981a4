"""Every account page that a person can reach is the site's own, in both languages."""

import pytest
from django.test import Client
from django.urls import resolve

from accounts import services
from tests.accounts.conftest import log_in, make_guest

pytestmark = pytest.mark.django_db

VISITOR = [
    *("login", "signup", "inactive", "confirm-email", "confirm-email/no-such-key"),
    *("password/reset", "password/reset/done", "password/reset/key/done", "password/reset/key/1-no-such-key"),
]
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


def test_no_cache_keeps_a_page_of_an_account(alia):
    client = log_in(alia)
    for address in ("settings", "email", "password/change"):
        response = client.get(f"/accounts/{address}/")
        assert "no-store" in response.headers["Cache-Control"]


@pytest.mark.parametrize("address", MEMBER[1:])
def test_visitors_are_sent_to_log_in(address):
    response = Client().get(f"/accounts/{address}/")
    assert response.headers["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize(
    "page", ["login", "signup", "logout", "email", "confirm-email/key", "password/reset/key/1-key"]
)
def test_the_sites_own_views_answer_instead_of_those_that_they_replace(page):
    assert resolve(f"/accounts/{page}/").url_name is None, "ours have no name: allauth's give the address"
