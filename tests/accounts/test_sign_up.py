"""Signing up: a name and a password are enough; an address counts once it is confirmed."""

import re
from smtplib import SMTPServerDisconnected

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.mail.backends.base import BaseEmailBackend
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db


def sign_up(client: Client, name: str, email: str = "", **changes: str):
    data = {"username": name, "email": email, "password1": PASSWORD, "password2": PASSWORD, **changes}
    return client.post("/accounts/signup/", data)


def link_in(message) -> str:
    return re.search(r"https?://[^/]+(/\S+)", message.body).group(1)


def test_a_name_and_a_password_are_enough(client):
    response = sign_up(client, "Alia")
    assert response.status_code == 302
    user = User.objects.get(username="Alia")
    assert client.session["_auth_user_id"] == str(user.pk)
    assert (user.email, user.is_guest, user.is_staff, user.expires_at) == ("", False, False, None)
    assert mail.outbox == []


def test_several_members_may_have_no_address(client):
    sign_up(client, "Alia")
    sign_up(Client(), "Sami")
    assert User.objects.filter(email="").count() == 2


def test_no_field_of_the_form_gives_rights(client):
    sign_up(client, "Alia", is_staff="on", is_superuser="on", is_guest="on")
    user = User.objects.get(username="Alia")
    assert (user.is_staff, user.is_superuser, user.is_guest) == (False, False, False)


def test_an_address_counts_once_it_is_confirmed(client):
    sign_up(client, "Alia", "Alia@Example.org")
    user = User.objects.get(username="Alia")
    assert user.email == ""
    (message,) = mail.outbox
    assert message.to == ["alia@example.org"]
    link = link_in(message)
    assert client.get(link).status_code == 200
    user.refresh_from_db()
    assert user.email == "", "looking at the page confirms nothing"
    client.post(link)
    user.refresh_from_db()
    assert user.email == "alia@example.org"


def test_signing_up_answers_the_same_for_a_known_address_and_an_unknown_one(client, alia):
    known = sign_up(client, "Other", "ALIA@example.org")
    unknown = sign_up(Client(), "Another", "nobody@example.org")
    assert known.status_code == unknown.status_code
    assert known.headers["Location"] == unknown.headers["Location"]
    assert User.objects.get(username="Other").email == ""


def test_an_address_that_another_account_confirmed_is_not_confirmed_again(client, alia):
    sign_up(client, "Other", "alia@example.org")
    link = link_in(mail.outbox[-1])
    assert "Another account has already confirmed" in client.get(link).content.decode()
    assert client.post(link).status_code in (200, 302)
    assert User.objects.get(username="Other").email == ""
    alia.refresh_from_db()
    assert alia.email == "alia@example.org"


def test_an_address_that_only_the_user_row_has_is_not_confirmed_again(client, administrator):
    sign_up(client, "Other", "chief@example.org")
    client.post(link_in(mail.outbox[-1]))
    assert User.objects.get(username="Other").email == ""
    assert not EmailAddress.objects.filter(email="chief@example.org", verified=True).exists()


def test_an_unconfirmed_address_cannot_be_made_the_accounts(client):
    sign_up(client, "Alia", "alia@example.org")
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    client.post("/accounts/email/", {"email": "alia@example.org", "action_primary": ""})
    assert User.objects.get(username="Alia").email == ""


def test_passwords_that_differ_are_refused(client):
    response = sign_up(client, "Alia", password2="something quite different")
    assert "The two passwords are not the same." in response.content.decode()
    assert not User.objects.exists()


def test_a_password_like_the_name_is_refused(client):
    response = sign_up(client, "Nightingale", password1="nightingale1", password2="nightingale1")
    assert response.status_code == 200
    assert not User.objects.exists()


def test_errors_are_tied_to_their_fields(client):
    page = sign_up(client, "").content.decode()
    field = re.search(r'<input[^>]*name="username"[^>]*>', page).group(0)
    described = re.search(r'aria-describedby="([^"]*)"', field).group(1).split()
    assert described == ["id_username_helptext", "id_username_error"]
    assert all(f'id="{name}"' in page for name in described)
    assert 'aria-invalid="true"' in field


def test_a_member_is_sent_on_from_the_page(client, alia):
    client.force_login(alia)
    assert client.get("/accounts/signup/").headers["Location"] == "/"


def test_very_many_sign_ups_from_one_address_are_slowed_down(client):
    answers = [sign_up(Client(), f"Player {number}").status_code for number in range(21)]
    assert answers == [302] * 20 + [429]


class DeadMailServer(BaseEmailBackend):
    def send_messages(self, email_messages):
        raise SMTPServerDisconnected("alia@example.org")


@pytest.mark.parametrize(("language", "said"), [("en", "could not be sent"), ("ar", "تعذّر إرسال")])
def test_who_signs_up_while_the_mail_server_is_down_is_told_and_has_the_account(
    client, settings, caplog, language, said
):
    settings.EMAIL_BACKEND = f"{__name__}.DeadMailServer"
    client.cookies["django_language"] = language
    assert sign_up(client, "Alia", "alia@example.org").status_code == 302
    assert client.session["_auth_user_id"] == str(User.objects.get(username="Alia").pk)
    assert said in client.get("/").content.decode()
    assert "a mail could not be sent: SMTPServerDisconnected" in caplog.text
    assert "alia@example.org" not in caplog.text
