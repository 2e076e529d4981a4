"""Guests: play before choosing a name, keep the account, or lose it."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib.sessions.models import Session
from django.core import mail
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from accounts import services
from accounts.models import User
from accounts.tasks import clear_sessions, expire_guests
from tests.accounts.conftest import PASSWORD, log_in, make_guest
from tests.accounts.test_sign_up import link_in

pytestmark = pytest.mark.django_db

KEEP = {"name": "Layla", "email": "", "password1": PASSWORD, "password2": PASSWORD}


def test_a_visitor_becomes_a_guest_with_a_name_and_nothing_else():
    client, guest = make_guest()
    assert guest.username.split()[0] == "Guest"
    assert guest.username.split()[1].isdecimal()
    assert (guest.is_guest, guest.email, guest.has_usable_password()) == (True, "", False)
    assert guest.expires_at - timezone.now() > timedelta(days=29)
    assert client.session["_auth_user_id"] == str(guest.pk)
    assert client.session.get_expiry_age() > 29 * 24 * 3600


def test_a_guests_name_is_in_the_persons_language():
    assert make_guest("ar")[1].username.startswith("ضيف ")


def test_guests_get_different_names_when_the_dice_repeat(monkeypatch):
    monkeypatch.setattr(services.secrets, "randbelow", lambda limit: 7)
    assert [make_guest()[1].username for _time in range(3)] == ["Guest 1007", "Guest 10007", "Guest 100007"]


def test_who_is_logged_in_gets_no_guest(rf, alia):
    request = rf.post("/play/")
    request.user = alia
    with services.user_or_guest(request) as player:
        assert player == alia
    assert User.objects.count() == 1


def test_very_many_guests_from_one_address_are_refused(settings):
    settings.ACCOUNT_RATE_LIMITS = {"create_guest": "2/h/ip"}
    make_guest()
    make_guest()
    with pytest.raises(ImmediateHttpResponse) as answer:
        make_guest()
    assert answer.value.response.status_code == 429
    assert User.objects.count() == 2


def test_a_guest_who_chooses_a_name_keeps_id_and_session():
    client, guest = make_guest()
    assert guest.username in client.get("/accounts/keep/").content.decode()
    response = client.post("/accounts/keep/", KEEP)
    assert response.status_code == 302
    member = User.objects.get(username="Layla")
    assert (member.pk, member.public_id) == (guest.pk, guest.public_id)
    assert (member.is_guest, member.expires_at) == (False, None)
    assert client.get("/accounts/settings/").status_code == 200
    assert Client().post("/accounts/login/", {"login": "Layla", "password": PASSWORD}).status_code == 302
    assert mail.outbox == []


def test_a_guest_may_give_an_address_which_counts_once_confirmed():
    client, guest = make_guest()
    client.post("/accounts/keep/", {**KEEP, "email": "Layla@example.org"})
    guest.refresh_from_db()
    assert guest.email == ""
    client.post(link_in(mail.outbox[0]))
    guest.refresh_from_db()
    assert guest.email == "layla@example.org"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"name": "A1ia"}, "This name is taken, or looks like one that is."),
        ({"name": "Admin"}, "This name is kept for"),
        ({"password2": "another one altogether"}, "The two passwords are not the same."),
        ({"password1": "12345678", "password2": "12345678"}, "too common"),
        ({"name": "Nightingale", "password1": "nightingale1", "password2": "nightingale1"}, "too similar"),
    ],
)
def test_a_guest_stays_a_guest_while_something_is_wrong(alia, change, sentence):
    client, guest = make_guest()
    page = client.post("/accounts/keep/", {**KEEP, **change}).content.decode()
    assert sentence in page
    guest.refresh_from_db()
    assert guest.is_guest


def test_only_guests_are_named(alia):
    with pytest.raises(ValidationError):
        services.name_guest(alia, name="Layla", password=PASSWORD)
    assert log_in(alia).get("/accounts/keep/").headers["Location"] == "/accounts/settings/"
    assert Client().get("/accounts/keep/").headers["Location"] == "/accounts/signup/"


@pytest.mark.parametrize("page", ["email", "password/change", "password/set", "reauthenticate", "signup"])
def test_what_would_break_a_guest_leads_to_keeping_it(page):
    client, guest = make_guest()
    data = {"email": "g@example.org", "action_add": "", "password1": PASSWORD, "password2": PASSWORD}
    for answer in (client.get(f"/accounts/{page}/"), client.post(f"/accounts/{page}/", data)):
        assert answer.headers["Location"] == "/accounts/keep/"
    guest.refresh_from_db()
    assert not guest.has_usable_password()
    assert not EmailAddress.objects.exists()


def test_a_guest_is_warned_before_the_account_is_lost():
    client, guest = make_guest()
    page = client.post("/accounts/logout/").content.decode()
    assert "Log out and lose this account?" in page
    assert "/accounts/keep/" in page
    assert client.session["_auth_user_id"] == str(guest.pk)
    client.post("/accounts/logout/", {"lose": "yes"})
    assert "_auth_user_id" not in client.session
    guest.refresh_from_db()
    assert not guest.is_active


def stay_away(guest: User, days: int = 31) -> None:
    User.objects.filter(pk=guest.pk).update(expires_at=timezone.now() + timedelta(days=30 - days))


def test_a_guest_who_stays_away_is_closed_and_its_name_is_free(settings):
    client, guest = make_guest()
    _other_client, other = make_guest()
    stay_away(guest)
    name = guest.username
    expire_guests()
    guest.refresh_from_db()
    assert (guest.is_active, guest.is_guest, guest.username) == (False, True, f"Guest {guest.public_id}")
    User.objects.create_user(name, password=PASSWORD)
    other.refresh_from_db()
    assert other.is_active
    assert client.get("/accounts/settings/").status_code == 302, "its session is over"


def test_closing_twice_changes_nothing():
    _client, guest = make_guest()
    stay_away(guest)
    assert services.expire_guests(timezone.now()) == 1
    assert services.expire_guests(timezone.now()) == 0


def test_more_guests_than_one_batch_are_closed(monkeypatch):
    monkeypatch.setattr(services, "_EXPIRE_BATCH", 2)
    for _time in range(5):
        stay_away(make_guest()[1])
    assert services.expire_guests(timezone.now()) == 5


def test_members_are_never_closed(alia):
    client, _guest = make_guest()
    client.post("/accounts/keep/", KEEP)
    assert services.expire_guests(timezone.now() + timedelta(days=400)) == 0
    assert User.objects.filter(is_active=True).count() == 2


def test_a_closed_guest_cannot_be_named():
    _client, guest = make_guest()
    stay_away(guest)
    services.expire_guests(timezone.now())
    with pytest.raises(ValidationError):
        services.name_guest(guest, name="Layla", password=PASSWORD)
    assert not User.objects.filter(username="Layla").exists()


def test_a_guest_who_comes_by_stays():
    client, guest = make_guest()
    stay_away(guest, days=20)
    client.get("/accounts/settings/")
    guest.refresh_from_db()
    assert guest.expires_at - timezone.now() > timedelta(days=29)


def test_coming_by_twice_a_day_writes_once():
    _client, guest = make_guest()
    stay_away(guest, days=20)
    guest.refresh_from_db()
    assert services.keep_guest_longer(guest, timezone.now())
    guest.refresh_from_db()
    assert not services.keep_guest_longer(guest, timezone.now())


@pytest.mark.parametrize(
    "change",
    [
        {"email": "guest@example.org"},
        {"is_staff": True},
        {"is_superuser": True},
        {"expires_at": None},
    ],
)
def test_the_database_lets_no_guest_have_more(change):
    _client, guest = make_guest()
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.filter(pk=guest.pk).update(**change)


def test_the_database_lets_no_member_expire(alia):
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.filter(pk=alia.pk).update(expires_at=timezone.now())


def test_all_that_is_wrong_is_said_at_once(alia):
    client, _guest = make_guest()
    page = client.post("/accounts/keep/", {**KEEP, "name": "ALIA", "password1": "x"}).content.decode()
    assert "This name is taken" in page
    assert "too short" in page


def test_sessions_that_are_over_are_deleted():
    make_guest()
    Session.objects.update(expire_date=timezone.now() - timedelta(days=1))
    _client, staying = make_guest()
    clear_sessions()
    (session,) = Session.objects.all()
    assert session.get_decoded()["_auth_user_id"] == str(staying.pk)
