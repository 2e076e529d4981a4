"""Logging in by name and by mail address, and what the page does not tell."""

import pytest
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import PASSWORD, log_in, make_guest

pytestmark = pytest.mark.django_db

WRONG = "The name or mail address and the password do not belong together."


def attempt(login: str, password: str = PASSWORD, client: Client | None = None, **more: str):
    client = client or Client()
    response = client.post("/accounts/login/", {"login": login, "password": password, **more})
    return response, client.session.get("_auth_user_id")


@pytest.mark.parametrize("login", ["Alia", "alia", " ALIA ", "àlia", "alia@example.org", "Alia@Example.ORG"])
def test_a_member_logs_in_by_name_or_address_however_written(alia, login):
    response, user_id = attempt(login)
    assert response.status_code == 302
    assert user_id == str(alia.pk)


def test_arabic_names_are_found_in_other_spellings(db):
    user = User.objects.create_user("أحمد", password=PASSWORD)
    assert attempt("احمد")[1] == str(user.pk)


@pytest.mark.parametrize("login", ["Alia", "alia@example.org", "Nobody", "nobody@example.org"])
def test_a_wrong_login_says_the_same_whatever_was_wrong(alia, login):
    response, user_id = attempt(login, "not the password")
    assert user_id is None
    assert WRONG in response.content.decode()


def test_wrong_passwords_are_counted_by_account_however_its_name_is_written(alia):
    spellings = ["Alia", "ALIA", "A1ia", "A l i a", "Àlia"]
    for spelling in spellings:
        assert WRONG in attempt(spelling, "not the password")[0].content.decode()
    response, user_id = attempt("aLia")
    assert user_id is None
    assert "Too many wrong passwords." in response.content.decode()


def test_a_closed_account_cannot_log_in(alia):
    User.objects.filter(pk=alia.pk).update(is_active=False)
    response, user_id = attempt("Alia")
    assert user_id is None
    assert response.headers["Location"] == "/accounts/inactive/"


def test_closing_an_account_ends_its_sessions(alia):
    client = log_in(alia)
    assert client.get("/accounts/settings/").status_code == 200
    User.objects.filter(pk=alia.pk).update(is_active=False)
    assert client.get("/accounts/settings/").status_code == 302


def test_logging_in_changes_the_sessions_key(alia):
    client = Client()
    client.post("/i18n/setlang/", {"language": "ar"})
    session = client.session
    session["seen"] = True
    session.save()
    client.cookies["sessionid"] = session.session_key
    before = client.session.session_key
    attempt("Alia", client=client)
    assert client.session.session_key != before


@pytest.mark.parametrize(
    ("target", "expected"), [("/rules/", "/rules/"), ("https://evil.example/", "/"), ("//evil.example", "/")]
)
def test_only_addresses_of_the_site_are_gone_to_afterwards(alia, target, expected):
    assert attempt("Alia", next=target)[0].headers["Location"] == expected
    assert log_in(alia).get("/accounts/login/", {"next": target}).headers["Location"] == expected


def test_a_guest_may_log_in_to_an_account(alia):
    client, _guest = make_guest()
    assert "is left behind" in client.get("/accounts/login/").content.decode()
    assert attempt("Alia", client=client)[1] == str(alia.pk)


def test_a_member_logs_out_with_one_press(alia):
    client = log_in(alia)
    assert client.get("/accounts/logout/").status_code == 200
    assert "_auth_user_id" in client.session, "following a link logs nobody out"
    client.post("/accounts/logout/")
    assert "_auth_user_id" not in client.session


def test_a_form_of_another_site_logs_nobody_in(alia):
    client = Client(enforce_csrf_checks=True)
    response, user_id = attempt("Alia", client=client)
    assert (response.status_code, user_id) == (403, None)
