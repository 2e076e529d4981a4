"""The table's page and what is done there by POST."""

import pytest
from django.test import Client

from accounts.models import User
from games.models import Match, Seat, Table
from games.services import tables

ACTIONS = ["sit", "stand", "bots", "start", "leave", "return", "ready", "remove", "rematch"]
AS_PAGE = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.fixture
def table(alia: User) -> Table:
    """Alia's open table, with three free seats."""
    return tables.create_table(alia, "tarneeb", {}, 30, "open")


def post(client: Client, table: Table, action: str, user: User | None = None, **data: object):  # type: ignore[no-untyped-def]
    if user is not None:
        client.force_login(user)
    return client.post(f"/tables/{table.public_id}/{action}/", data)


def seat_of(user: User) -> int | None:
    return Seat.objects.filter(user=user).values_list("position", flat=True).first()


def test_the_page_names_the_socket_and_carries_no_play(client: Client, table: Table) -> None:
    answer = client.get(f"/tables/{table.public_id}/")
    page = answer.content.decode()
    assert answer.status_code == 200
    assert f'data-socket="/ws/tables/{table.public_id}/"' in page
    assert "no-store" in answer["Cache-Control"]
    assert "<style" not in page
    assert " style=" not in page


def test_a_table_by_link_is_seen_by_whoever_has_the_link(client: Client, alia: User) -> None:
    table = tables.create_table(alia, "syrian41", {}, None, "link")
    assert client.get(f"/tables/{table.public_id}/").status_code == 200


@pytest.mark.parametrize("table_id", ["nosuchtable", "k3v9qzk3v9", "-", "a" * 300])
def test_a_table_that_does_not_exist_is_not_found(client: Client, db: None, table_id: str) -> None:
    assert client.get(f"/tables/{table_id}/").status_code == 404


def test_a_closed_table_leads_to_its_last_match(client: Client, alia: User) -> None:
    table = tables.quick_play(alia, "tarneeb")
    tables.leave(table.public_id, alia)
    match = Match.objects.get()
    assert client.get(f"/tables/{table.public_id}/")["Location"] == f"/matches/{match.public_id}/"


def test_a_closed_table_without_a_match_is_gone(client: Client, alia: User, table: Table) -> None:
    tables.stand(table.public_id, alia)
    assert client.get(f"/tables/{table.public_id}/").status_code == 404


@pytest.mark.parametrize("action", ACTIONS)
def test_nothing_happens_by_looking(client: Client, alia: User, table: Table, action: str) -> None:
    client.force_login(alia)
    assert client.get(f"/tables/{table.public_id}/{action}/").status_code == 405
    assert seat_of(alia) == 0


@pytest.mark.parametrize("action", ACTIONS)
def test_forms_from_elsewhere_are_refused(alia: User, table: Table, action: str) -> None:
    strict = Client(enforce_csrf_checks=True)
    assert post(strict, table, action, alia, position="1").status_code == 403
    assert seat_of(alia) == 0


def test_a_whole_table_by_script(client: Client, alia: User, basim: User, table: Table) -> None:
    assert post(client, table, "sit", basim, position="2").json() == {"ok": True}
    assert seat_of(basim) == 2
    assert post(client, table, "bots", alia).json() == {"ok": True}
    assert post(client, table, "start").json() == {"ok": True}
    assert Match.objects.get().status == Match.Status.PLAYING
    Seat.objects.filter(user=alia).update(held_by_bot=True)
    assert post(client, table, "return").json() == {"ok": True}
    assert not Seat.objects.get(user=alia).held_by_bot
    assert post(client, table, "leave").json() == {"ok": True, "redirect": "/"}
    assert seat_of(alia) is None


def test_a_plain_form_goes_back_to_the_table(client: Client, alia: User, table: Table) -> None:
    client.force_login(alia)
    answer = client.post(f"/tables/{table.public_id}/bots/", headers=AS_PAGE)
    assert answer.status_code == 302
    assert answer["Location"] == f"/tables/{table.public_id}/"


def test_a_plain_form_that_is_refused_says_why(client: Client, zed: User, table: Table) -> None:
    client.force_login(zed)
    answer = client.post(f"/tables/{table.public_id}/start/", headers=AS_PAGE)
    assert answer["Location"] == f"/tables/{table.public_id}/"
    assert "Only the owner of the table can do that." in client.get("/").content.decode()


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ("bots", "not_owner"),
        ("start", "not_owner"),
        ("remove", "not_owner"),
        ("stand", "not_seated"),
        ("leave", "not_seated"),
        ("ready", "not_seated"),
    ],
)
def test_a_stranger_is_refused_at_anothers_table(
    client: Client, zed: User, table: Table, action: str, code: str
) -> None:
    answer = post(client, table, action, zed)
    assert answer.status_code == 403
    assert answer.json()["code"] == code
    assert answer.json()["text"]
    assert [seat.kind for seat in table.seats.all()] == ["person", "empty", "empty", "empty"]
    assert not Match.objects.exists()


@pytest.mark.parametrize("action", ["return", "leave", "ready", "remove", "rematch"])
def test_a_stranger_is_refused_at_anothers_match(client: Client, zed: User, solo: Match, action: str) -> None:
    before = list(Seat.objects.values())
    answer = post(client, solo.table, action, zed)
    assert answer.status_code in (403, 409)
    assert answer.json()["code"] in ("not_seated", "match_running")
    assert list(Seat.objects.values()) == before


@pytest.mark.parametrize("action", [action for action in ACTIONS if action != "sit"])
def test_a_visitor_is_asked_to_log_in(client: Client, table: Table, action: str) -> None:
    answer = post(client, table, action)
    assert answer.status_code == 403
    assert answer.json()["code"] == "log_in"
    assert User.objects.count() == 1


def test_a_visitor_sits_down_as_a_guest_and_gets_the_page_anew(client: Client, table: Table) -> None:
    answer = post(client, table, "sit", position="3")
    assert answer.json() == {"ok": True, "redirect": f"/tables/{table.public_id}/"}
    sitting = table.seats.get(position=3).user
    assert sitting is not None
    assert sitting.is_guest
    assert client.session["_auth_user_id"] == str(sitting.pk)


def test_a_visitor_whose_seat_was_taken_meanwhile_is_still_a_visitor(
    client: Client, table: Table, basim: User
) -> None:
    """As a guest the visitor would have another form token and another socket than the page that is open."""
    tables.sit(table.public_id, basim, 3)
    answer = post(client, table, "sit", position="3")
    assert answer.json()["code"] == "seat_taken"
    assert "_auth_user_id" not in client.session
    assert not User.objects.filter(is_guest=True).exists()
    assert post(client, table, "sit", position="2").json()["redirect"]


@pytest.mark.parametrize("position", ["", "4", "-1", "0x1", "1.0", "١", "one", " 1"])
def test_a_seat_that_does_not_exist_makes_no_guest(client: Client, table: Table, position: str) -> None:
    answer = post(client, table, "sit", position=position)
    assert answer.status_code == 404
    assert answer.json()["code"] == "no_such_seat"
    assert User.objects.count() == 1


def test_a_taken_seat_is_a_conflict(client: Client, basim: User, table: Table) -> None:
    answer = post(client, table, "sit", basim, position="0")
    assert answer.status_code == 409
    assert answer.json()["code"] == "seat_taken"
    assert seat_of(basim) is None


@pytest.mark.parametrize("action", ACTIONS)
def test_an_unknown_table_is_not_found(client: Client, alia: User, action: str) -> None:
    client.force_login(alia)
    answer = client.post(f"/tables/nosuchtable/{action}/", {"position": "1"})
    assert answer.status_code == 404
    assert answer.json()["code"] == "table_not_found"
    page = client.post(f"/tables/nosuchtable/{action}/", {"position": "1"}, headers=AS_PAGE)
    assert page["Location"] == "/tables/"


def test_a_sentence_comes_in_the_readers_language(client: Client, zed: User, table: Table) -> None:
    client.force_login(zed)
    answer = client.post(f"/tables/{table.public_id}/start/", headers={"accept-language": "ar"})
    assert answer["Content-Language"] == "ar"
    assert answer.json()["code"] == "not_owner"


@pytest.mark.parametrize("extra", [{"next": "https://evil.example/"}, {"redirect": "//evil.example"}])
def test_no_field_of_a_form_leads_to_another_site(
    client: Client, alia: User, table: Table, extra: dict[str, str]
) -> None:
    client.force_login(alia)
    for action in ("bots", "start", "leave"):
        answer = client.post(f"/tables/{table.public_id}/{action}/", extra, headers=AS_PAGE)
        assert answer["Location"] in (f"/tables/{table.public_id}/", "/")
