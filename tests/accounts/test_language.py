"""The language of a page: the account's, else the cookie's, else the browser's."""

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from accounts import services
from accounts.languages import language_of_scope
from accounts.models import User
from tests.accounts.conftest import make_guest

pytestmark = pytest.mark.django_db

PAGE = "/accounts/password/reset/"
ARABIC, ENGLISH = '<html lang="ar" dir="rtl">', '<html lang="en" dir="ltr">'


def browser(accept: str = "en", user: User | None = None) -> Client:
    client = Client(headers={"accept-language": accept})
    if user:
        client.force_login(user)
    return client


def test_a_visitor_gets_the_browsers_language():
    assert ARABIC in browser("ar-SY,ar;q=0.9").get(PAGE).content.decode()
    assert ENGLISH in browser("en-GB").get(PAGE).content.decode()


def test_a_visitors_choice_is_kept_in_a_cookie():
    client = browser("en")
    response = client.post("/i18n/setlang/", {"language": "ar", "next": PAGE})
    assert response.headers["Location"] == PAGE
    assert ARABIC in client.get(PAGE).content.decode()


def test_a_members_choice_follows_the_account(alia):
    browser("en", alia).post("/i18n/setlang/", {"language": "ar", "next": PAGE})
    alia.refresh_from_db()
    assert alia.language == "ar"
    elsewhere = browser("en", alia).get(PAGE)
    assert ARABIC in elsewhere.content.decode()
    assert elsewhere.headers["Content-Language"] == "ar"


def test_the_account_goes_before_the_cookie(alia):
    client = browser("en")
    client.post("/i18n/setlang/", {"language": "ar"})
    services.set_language(alia, "en")
    client.force_login(alia)
    assert ENGLISH in client.get(PAGE).content.decode()


def test_a_guests_choice_is_kept_too():
    client, guest = make_guest()
    client.post("/i18n/setlang/", {"language": "ar"})
    guest.refresh_from_db()
    assert guest.language == "ar"


@pytest.mark.parametrize("language", ["xx", "", "fr"])
def test_a_language_that_the_site_has_not_changes_nothing(alia, language):
    services.set_language(alia, "ar")
    browser("en", alia).post("/i18n/setlang/", {"language": language})
    alia.refresh_from_db()
    assert alia.language == "ar"


def test_following_a_link_changes_no_language(alia):
    assert browser("en", alia).get("/i18n/setlang/", {"language": "ar"}).status_code == 405
    alia.refresh_from_db()
    assert alia.language == ""


def test_another_sites_address_is_not_gone_to(alia):
    response = browser("en", alia).post("/i18n/setlang/", {"language": "ar", "next": "https://evil.example/"})
    assert response.headers["Location"] == "/"


def test_the_settings_keep_the_language_and_can_follow_the_browser_again(alia):
    client = browser("en", alia)
    assert client.post("/accounts/settings/", {"name": "Alia", "language": "ar"}).status_code == 302
    assert ARABIC in client.get(PAGE).content.decode()
    client.post("/accounts/settings/", {"name": "Alia", "language": ""})
    page = client.get(PAGE).content.decode()
    assert ENGLISH in page
    assert "Your settings are kept." in page


def test_the_settings_change_the_name_three_times_a_day(alia):
    client = browser("en", alia)
    answers = [
        client.post("/accounts/settings/", {"name": f"Alia the {n}", "language": ""}) for n in "123456"
    ]
    assert [answer.status_code for answer in answers] == [302] * 3 + [429] * 3
    page = answers[-1].content.decode()
    assert "That was too often." in page
    assert 'value="Alia the 6"' in page
    alia.refresh_from_db()
    assert alia.username == "Alia the 3"


def test_a_guest_gets_a_name_by_keeping_the_account_only():
    client, guest = make_guest()
    client.post("/accounts/settings/", {"name": "Layla", "language": "ar"})
    name = guest.username
    guest.refresh_from_db()
    assert (guest.username, guest.language) == (name, "ar")


def test_the_database_knows_the_languages(alia):
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.filter(pk=alia.pk).update(language="xx")


@pytest.mark.parametrize(
    ("account", "cookie", "accept", "expected"),
    [
        ("ar", "en", "en", "ar"),
        ("", "ar", "en", "ar"),
        ("", "", "fr-FR,ar-EG;q=0.8,en;q=0.5", "ar"),
        ("", "nonsense", "", "en"),
        ("", "", "fr", "en"),
    ],
)
def test_a_socket_follows_the_same_rule(account, cookie, accept, expected):
    scope = {
        "user": User(username="Alia", language=account),
        "cookies": {"django_language": cookie} if cookie else {},
        "headers": [(b"host", b"localhost"), (b"accept-language", accept.encode())],
    }
    assert language_of_scope(scope) == expected
