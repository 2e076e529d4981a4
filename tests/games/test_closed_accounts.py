"""People who cannot come back: the others play on without them."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import services as accounts
from accounts.models import User
from games.models import Match, Seat, Table
from games.services import tables
from tests.accounts.conftest import PASSWORD, make_guest

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def guest_at_the_table(alia: User) -> tuple[Client, User, Match]:
    """A guest's table without a limit to a turn, with Alia and two bots, just dealt."""
    browser, guest = make_guest()
    table = tables.create_table(guest, "tarneeb", {}, None, "open").public_id
    tables.sit(table, alia, 1)
    tables.fill_with_bots(table, guest)
    return browser, guest, tables.start_match(table, guest)


def assert_a_bot_plays_for_the_guest(match: Match, alia: User) -> None:
    seat = Seat.objects.get(table=match.table_id, position=0)
    assert (seat.user_id, seat.kind) == (None, "bot")
    assert Table.objects.get(pk=match.table_id).owner == alia
    match.refresh_from_db()
    assert match.status == Match.Status.PLAYING
    # Nobody else's turn has a limit, so a match that waited for the guest would wait for ever.
    assert match.turn == 1 or match.due_at is not None


def test_a_guest_who_logs_out_for_good_leaves_the_match(
    guest_at_the_table: tuple[Client, User, Match], alia: User
) -> None:
    browser, _guest, match = guest_at_the_table
    browser.post(reverse("account_logout"), {"lose": "1"})
    assert_a_bot_plays_for_the_guest(match, alia)


def test_a_guest_who_logs_in_to_an_account_leaves_the_match(
    guest_at_the_table: tuple[Client, User, Match], alia: User, basim: User
) -> None:
    browser, guest, match = guest_at_the_table
    basim.set_password(PASSWORD)
    basim.save()
    browser.post(reverse("account_login"), {"login": "Basim", "password": PASSWORD})
    assert browser.session["_auth_user_id"] == str(basim.pk)
    guest.refresh_from_db()
    assert not guest.is_active
    assert_a_bot_plays_for_the_guest(match, alia)


def test_a_guest_who_expires_leaves_the_match(
    guest_at_the_table: tuple[Client, User, Match], alia: User
) -> None:
    _browser, _guest, match = guest_at_the_table
    accounts.expire_guests(timezone.now() + timedelta(days=400))
    assert_a_bot_plays_for_the_guest(match, alia)


def test_a_member_whom_the_staff_closes_leaves_the_match(four: Match, basim: User) -> None:
    staff = Client()
    staff.force_login(User.objects.create_superuser("Chief"))
    address = reverse("admin:accounts_user_change", args=[basim.pk])
    inline = {f"emailaddress_set-{key}": 0 for key in ("TOTAL_FORMS", "INITIAL_FORMS")}
    answer = staff.post(address, {"username": "Basim", "email": "", "language": "", **inline})
    assert answer.status_code == 302
    basim.refresh_from_db()
    assert not basim.is_active
    assert Seat.objects.get(table=four.table_id, position=1).kind == "bot"


def test_an_open_table_of_a_guest_who_is_gone_closes() -> None:
    browser, guest = make_guest()
    table = tables.create_table(guest, "tarneeb", {}, 30, "open")
    browser.post(reverse("account_logout"), {"lose": "1"})
    table.refresh_from_db()
    assert table.status == Table.Status.CLOSED


def test_a_guest_ends_though_its_seat_cannot_be_freed(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_user: User) -> None:
        raise RuntimeError("SA HT")

    monkeypatch.setattr(tables, "leave_any", fail)
    _browser, guest = make_guest()
    assert accounts.end_guest(guest)
    assert "could not be freed" in caplog.text
    assert "SA HT" not in caplog.text
