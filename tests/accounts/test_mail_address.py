"""Adding, changing and removing the mail address."""

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from accounts import services
from accounts.models import User
from tests.accounts.conftest import PASSWORD, log_in, make_guest
from tests.accounts.test_sign_up import link_in

pytestmark = pytest.mark.django_db


def claim(client, email):
    """Ask for another address, writing the password once more when asked."""
    response = client.post("/accounts/email/", {"email": email, "action_add": ""})
    if "/reauthenticate/" in response.headers.get("Location", ""):
        response = client.post(response.headers["Location"], {"password": PASSWORD})
    return response


def test_another_address_counts_once_it_is_confirmed(alia):
    client = log_in(alia)
    claim(client, "New@example.org")
    alia.refresh_from_db()
    assert alia.email == "alia@example.org"
    page = client.get("/accounts/email/").content.decode()
    assert "alia@example.org" in page
    assert "waits to be confirmed" in page
    client.post(link_in(mail.outbox[0]))
    alia.refresh_from_db()
    assert alia.email == "new@example.org"
    assert list(EmailAddress.objects.values_list("email", "verified")) == [("new@example.org", True)]
    assert mail.outbox[-1].to == ["alia@example.org"], "the old address learns of it"


def test_changing_it_asks_for_the_password_first(alia):
    client = log_in(alia)
    response = client.post("/accounts/email/", {"email": "new@example.org", "action_add": ""})
    assert "/accounts/reauthenticate/" in response.headers["Location"]
    assert client.get(response.headers["Location"]).status_code == 200
    assert mail.outbox == []


def test_a_member_without_one_adds_one(sami):
    client = log_in(sami)
    assert "Your account has no mail address." in client.get("/accounts/email/").content.decode()
    claim(client, "sami@example.org")
    client.post(link_in(mail.outbox[0]))
    sami.refresh_from_db()
    assert sami.email == "sami@example.org"


def test_the_page_does_not_tell_that_an_address_is_anothers(alia, sami):
    taken, free = claim(log_in(sami), "alia@example.org"), claim(log_in(sami), "free@example.org")
    assert taken.status_code == free.status_code
    assert taken.headers["Location"] == free.headers["Location"]
    sami.refresh_from_db()
    assert sami.email == ""


def test_confirming_from_another_browser_leaves_its_guest_logged_in(sami):
    claim(log_in(sami), "sami@example.org")
    client, guest = make_guest()
    link = link_in(mail.outbox[0])
    client.get(link)
    client.post(link)
    assert client.session["_auth_user_id"] == str(guest.pk)
    sami.refresh_from_db()
    assert sami.email == "sami@example.org"


def test_an_address_can_be_removed(alia):
    client = log_in(alia)
    response = client.post("/accounts/email/", {"email": "alia@example.org", "action_remove": ""})
    client.post(response.headers["Location"], {"password": PASSWORD})
    alia.refresh_from_db()
    assert alia.email == ""
    assert not EmailAddress.objects.exists()


def test_the_database_keeps_addresses_single_without_regard_to_case(alia, sami):
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.filter(pk=sami.pk).update(email="ALIA@EXAMPLE.org")


def test_the_staff_cannot_give_one_address_to_two(alia, sami):
    with pytest.raises(ValidationError):
        services.confirm_address(sami, "Alia@example.org")
    sami.refresh_from_db()
    assert sami.email == ""
