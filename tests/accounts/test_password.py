"""A new password by mail, and changing the one that is known."""

import pytest
from django.core import mail
from django.test import Client
from django.utils import translation

from accounts import services
from tests.accounts.conftest import PASSWORD, log_in, make_guest
from tests.accounts.test_sign_up import link_in

pytestmark = pytest.mark.django_db

NEW = "quite another secret"


def ask(email: str, client: Client | None = None):
    return (client or Client()).post("/accounts/password/reset/", {"email": email})


def choose(link: str, client: Client):
    """Follow the mail's link and set the new password; return the last answer."""
    form = client.get(link)
    assert form.status_code == 302
    return client.post(form.headers["Location"], {"password1": NEW, "password2": NEW})


def test_a_mail_leads_to_a_new_password(alia):
    assert ask("ALIA@example.org").status_code == 302
    (message,) = mail.outbox
    assert message.to == ["alia@example.org"]
    assert "Alia" in message.body
    client = Client()
    assert choose(link_in(message), client).headers["Location"] == "/accounts/password/reset/key/done/"
    alia.refresh_from_db()
    assert alia.check_password(NEW)
    assert "_auth_user_id" not in client.session
    assert client.get("/accounts/password/reset/key/done/").status_code == 200


def test_a_link_works_once(alia):
    ask("alia@example.org")
    link = link_in(mail.outbox[0])
    choose(link, Client())
    page = Client().get(link)
    assert "This link is no longer good" in page.content.decode()


def test_a_link_dies_when_the_address_changes(alia):
    ask("alia@example.org")
    services.confirm_address(alia, "new@example.org")
    assert "This link is no longer good" in Client().get(link_in(mail.outbox[0])).content.decode()


def test_the_page_answers_the_same_for_a_known_address_and_an_unknown_one(alia):
    known, unknown = ask("alia@example.org"), ask("nobody@example.org")
    assert known.status_code == unknown.status_code
    assert known.headers["Location"] == unknown.headers["Location"]
    assert {message.to[0] for message in mail.outbox} == {"alia@example.org", "nobody@example.org"}
    assert "/password/reset/key/" not in mail.outbox[1].body


def test_who_has_no_address_is_told_so(sami):
    page = Client().get("/accounts/password/reset/").content.decode()
    assert "An account without a mail address cannot get a new password" in page
    response = ask("Sami")
    assert "This is no mail address." in response.content.decode()
    assert "an account without an address cannot get one" in response.content.decode()
    assert mail.outbox == []


def test_a_reset_does_not_log_a_guest_out(alia):
    client, guest = make_guest()
    ask("alia@example.org")
    choose(link_in(mail.outbox[0]), client)
    assert client.session["_auth_user_id"] == str(guest.pk)
    alia.refresh_from_db()
    assert alia.check_password(NEW)


def test_a_closed_account_gets_no_link(alia):
    alia.is_active = False
    alia.save()
    ask("alia@example.org")
    assert "/password/reset/key/" not in mail.outbox[0].body


def test_asking_over_and_over_is_stopped(alia):
    assert [ask("alia@example.org").status_code for _time in range(6)] == [302] * 5 + [429]


def test_a_member_changes_the_password_and_stays_logged_in(alia):
    here, elsewhere = log_in(alia), log_in(alia)
    data = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    assert here.post("/accounts/password/change/", data).status_code == 302
    alia.refresh_from_db()
    assert alia.check_password(NEW)
    assert here.get("/accounts/settings/").status_code == 200
    assert elsewhere.get("/accounts/settings/").status_code == 302
    (message,) = mail.outbox
    assert (message.to, message.subject) == (["alia@example.org"], "Your password was changed")


def test_changing_needs_the_old_password(alia):
    data = {"oldpassword": "not it", "password1": NEW, "password2": NEW}
    page = log_in(alia).post("/accounts/password/change/", data).content.decode()
    assert "This is not your current password." in page
    alia.refresh_from_db()
    assert alia.check_password(PASSWORD)


@pytest.mark.parametrize("language", ["en", "ar"])
def test_a_mail_is_in_the_language_of_the_account(alia, language, monkeypatch):
    seen = []
    services.set_language(alia, language)

    def render(*arguments: object) -> str:
        seen.append(translation.get_language())
        return "text"

    monkeypatch.setattr("allauth.account.adapter.render_to_string", render)
    Client(headers={"accept-language": "en"}).post("/accounts/password/reset/", {"email": "alia@example.org"})
    assert set(seen) == {language}
