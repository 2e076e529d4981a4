"""The users' admin: who may do what there, and what it never shows."""

import io
import re

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import Permission
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import services
from accounts.models import User
from tests.accounts.conftest import PASSWORD, log_in, make_guest

pytestmark = pytest.mark.django_db

LIST = "/admin/accounts/user/"


def page_of(user: User, what: str = "change") -> str:
    return f"{LIST}{user.pk}/{what}/"


def fields(user: User, **changes: str) -> dict[str, str]:
    """What the browser would send from a user's page; the addresses beside it are only shown."""
    inline = {f"emailaddress_set-{key}_FORMS": "0" for key in ("TOTAL", "INITIAL", "MIN_NUM", "MAX_NUM")}
    sent = {
        "username": user.username,
        "email": user.email,
        "language": user.language,
        "is_active": "on",
        **changes,
    }
    return {**inline, **{key: value for key, value in sent.items() if value is not None}}


@pytest.fixture
def moderator(db: None) -> User:
    """On the staff, with leave to see and change users."""
    user = User.objects.create_user("Mona", "mona@example.org", PASSWORD, is_staff=True)
    rights = Permission.objects.filter(codename__in=["view_user", "change_user", "add_user"])
    user.user_permissions.set(rights)
    return user


def test_visitors_log_in_on_the_sites_own_page(administrator):
    client = Client()
    response = client.get("/admin/", follow=True)
    assert response.redirect_chain[-1][0].startswith("/accounts/login/?next=")
    client.post("/accounts/login/", {"login": "chief", "password": PASSWORD, "next": "/admin/"})
    assert client.get("/admin/").status_code == 200


def test_members_and_guests_are_refused(alia):
    for client in (log_in(alia), make_guest()[0]):
        assert client.get("/admin/", follow=True).status_code == 403
        assert client.get(LIST, follow=True).status_code == 403


def test_no_hash_is_shown(administrator, alia):
    client = log_in(administrator)
    for user in (administrator, alia):
        page = client.get(page_of(user)).content.decode()
        assert user.username in page
        hashed = user.password.split("$")
        assert not any(part in page for part in hashed[1:] if len(part) > 4)
        assert "algorithm" not in page


@pytest.mark.parametrize("term", ["ali", "ALIA", "A1ia", "alia@example.org", "PUBLIC_ID"])
def test_users_are_found_by_name_address_and_id(administrator, alia, sami, term):
    term = alia.public_id if term == "PUBLIC_ID" else term
    page = log_in(administrator).get(LIST, {"q": term}).content.decode()
    assert page_of(alia) in page
    assert page_of(sami) not in page


def test_the_list_asks_as_often_for_many_users_as_for_few(administrator, alia, django_assert_num_queries):
    client = log_in(administrator)
    with CaptureQueriesContext(connection) as few:
        client.get(LIST)
    for number in range(30):
        User.objects.create_user(f"Player {number}")
    with django_assert_num_queries(len(few)):
        client.get(LIST)


def test_closing_an_account(administrator, alia):
    player = log_in(alia)
    assert log_in(administrator).post(page_of(alia), fields(alia, is_active=None)).status_code == 302
    alia.refresh_from_db()
    assert not alia.is_active
    assert player.get("/accounts/settings/").status_code == 302


def test_a_look_alike_name_is_refused_with_the_reason(administrator, alia, sami):
    page = log_in(administrator).post(page_of(sami), fields(sami, username="ALlA")).content.decode()
    assert "This name is taken, or looks like one that is." in page
    sami.refresh_from_db()
    assert sami.username == "Sami"


def test_an_address_that_the_staff_writes_is_confirmed_and_single(administrator, alia, sami):
    client = log_in(administrator)
    client.post(page_of(sami), fields(sami, email="Sami@example.org"))
    sami.refresh_from_db()
    assert sami.email == "sami@example.org"
    assert EmailAddress.objects.get(user=sami).verified
    assert client.post(page_of(sami), fields(sami, email="ALIA@example.org")).status_code == 200
    sami.refresh_from_db()
    assert sami.email == "sami@example.org"


def test_a_new_member_is_made_without_a_password_and_given_one(administrator):
    client = log_in(administrator)
    inline = {f"emailaddress_set-{key}_FORMS": "0" for key in ("TOTAL", "INITIAL", "MIN_NUM", "MAX_NUM")}
    client.post(f"{LIST}add/", {"username": "Omar", "email": "omar@example.org", "language": "ar", **inline})
    omar = User.objects.get(username="Omar")
    assert not omar.has_usable_password()
    data = {"password1": PASSWORD, "password2": PASSWORD, "usable_password": "true"}
    client.post(page_of(omar, "password"), data)
    omar.refresh_from_db()
    assert omar.check_password(PASSWORD)


def test_nobody_deletes_a_user(administrator, alia):
    assert log_in(administrator).post(page_of(alia, "delete"), {"post": "yes"}).status_code == 403
    assert User.objects.filter(pk=alia.pk).exists()


def test_a_moderator_changes_players_but_gives_no_rights(moderator, alia):
    client = log_in(moderator)
    client.post(page_of(alia), fields(alia, username="Alia B", is_staff="on", is_superuser="on"))
    alia.refresh_from_db()
    assert (alia.username, alia.is_staff, alia.is_superuser) == ("Alia B", False, False)


@pytest.mark.parametrize("what", ["change", "password"])
def test_a_moderator_does_not_touch_the_staff(moderator, administrator, what):
    for user in (administrator, moderator):
        data = fields(user, username="Hacked", password1="taken over it is", password2="taken over it is")
        assert log_in(moderator).post(page_of(user, what), data).status_code == 403
        user.refresh_from_db()
        assert user.username != "Hacked"
        assert user.check_password(PASSWORD)


def test_a_guest_gets_neither_address_nor_password_nor_rights(administrator):
    _client, guest = make_guest()
    client = log_in(administrator)
    data = fields(guest, email="guest@example.org", is_staff="on", is_superuser="on")
    assert client.post(page_of(guest), data).status_code == 302
    assert client.get(page_of(guest, "password")).status_code == 403
    guest.refresh_from_db()
    assert (guest.email, guest.is_staff, guest.is_superuser, guest.is_guest) == ("", False, False, True)


def test_who_may_only_look_changes_nothing(alia):
    viewer = User.objects.create_user("Vera", password=PASSWORD, is_staff=True)
    viewer.user_permissions.set(Permission.objects.filter(codename="view_user"))
    client = log_in(viewer)
    assert client.get(page_of(alia)).status_code == 200
    assert client.post(page_of(alia), fields(alia, username="Other")).status_code == 403


def test_a_name_is_shown_as_text_only(administrator):
    User.objects.create(username="<b>x</b>")
    page = log_in(administrator).get(LIST).content.decode()
    assert "&lt;b&gt;x&lt;/b&gt;" in page
    assert not re.search("<b>x</b>", page)


def test_the_first_administrator_is_made_on_the_command_line(monkeypatch, db):
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", PASSWORD)
    arguments = {"interactive": False, "stdout": io.StringIO()}
    call_command("createsuperuser", username="admin", email="Chief@Example.org", **arguments)
    chief = User.objects.get()
    assert (chief.username, chief.email) == ("admin", "chief@example.org")
    assert chief.is_staff
    assert chief.is_superuser
    assert chief.check_password(PASSWORD)
    with pytest.raises(CommandError, match="already taken"):
        call_command("createsuperuser", username="ADM1N", email="two@example.org", **arguments)
    with pytest.raises(CommandError, match="at least one letter"):
        call_command("createsuperuser", username="1234", email="two@example.org", **arguments)
    services.change_name(chief, "Chief")
