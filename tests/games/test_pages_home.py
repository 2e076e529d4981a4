"""The home page, the way to a dealt hand, and what every page has."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Hand, Match, Table
from games.services import tables
from games.variant_texts import VARIANTS

pytestmark = pytest.mark.django_db


def test_three_games_each_with_its_own_name_and_a_button(client: Client) -> None:
    page = client.get("/").content.decode()
    for text in VARIANTS:
        assert str(text.subtitle).replace("'", "&#x27;") in page
        assert f'name="variant" value="{text.key}"' in page
    assert page.count('action="/play/"') == 3
    assert len({str(text.full_name) for text in VARIANTS}) == 3


@pytest.mark.parametrize("variant", ["tarneeb", "syrian41", "tarneeb41"])
def test_a_visitor_is_two_clicks_from_a_dealt_hand(client: Client, variant: str) -> None:
    answer = client.post("/play/", {"variant": variant})
    match = Match.objects.get()
    assert answer.status_code == 302
    assert answer["Location"] == f"/tables/{match.table.public_id}/"
    assert match.variant == variant
    assert Hand.objects.get(match=match).ended_at is None
    assert match.table.owner is not None
    assert match.table.owner.is_guest
    seats = list(match.table.seats.all())
    assert sorted(seat.kind for seat in seats) == ["bot", "bot", "bot", "person"]


def test_a_game_that_does_not_exist_makes_nothing(client: Client) -> None:
    answer = client.post("/play/", {"variant": "bridge"}, follow=True)
    assert "There is no such game." in answer.content.decode()
    assert not Table.objects.exists()


def test_play_now_with_a_match_running_goes_to_that_match(client: Client, alia: User) -> None:
    table = tables.quick_play(alia, "tarneeb")
    client.force_login(alia)
    answer = client.post("/play/", {"variant": "syrian41"})
    assert answer["Location"] == f"/tables/{table.public_id}/"
    assert Match.objects.count() == 1


def test_who_is_in_a_match_finds_the_way_back_to_it(client: Client, alia: User, zed: User) -> None:
    table = tables.quick_play(alia, "tarneeb")
    client.force_login(alia)
    assert f'href="/tables/{table.public_id}/"' in client.get("/").content.decode()
    client.force_login(zed)
    assert table.public_id not in client.get("/").content.decode()


def test_who_waits_at_a_table_that_no_list_has_finds_the_way_back_to_it(client: Client, alia: User) -> None:
    table = tables.create_table(alia, "tarneeb", {}, None, "link")
    client.force_login(alia)
    page = client.get("/").content.decode()
    assert "A seat at a table is yours." in page
    assert f'href="/tables/{table.public_id}/"' in page
    tables.stand(table.public_id, alia)
    assert table.public_id not in client.get("/").content.decode()


def test_looking_starts_nothing(client: Client) -> None:
    assert client.get("/play/").status_code == 405
    assert client.get("/").status_code == 200
    assert not Table.objects.exists()
    assert not User.objects.exists()


def test_forms_from_elsewhere_are_refused() -> None:
    strict = Client(enforce_csrf_checks=True)
    answer = strict.post("/play/", {"variant": "tarneeb"})
    assert answer.status_code == 403
    assert "could not be checked" in answer.content.decode()
    assert not Table.objects.exists()


PAGES = [
    "/",
    "/tables/",
    "/tables/?show=playing",
    "/tables/new/",
    "/rules/",
    "/rules/tarneeb/",
    "/rules/syrian41/",
    "/rules/tarneeb41/",
    "/nowhere/",
]


@pytest.mark.parametrize("address", PAGES)
@pytest.mark.parametrize(("language", "direction"), [("en", "ltr"), ("ar", "rtl")])
def test_every_page_has_language_direction_switch_and_no_inline_code(
    client: Client, address: str, language: str, direction: str
) -> None:
    page = client.get(address, headers={"accept-language": language}).content.decode()
    assert f'<html lang="{language}" dir="{direction}">' in page
    assert f'action="{reverse("set_language")}"' in page
    other = "ar" if language == "en" else "en"
    assert f'name="language" value="{other}"' in page
    assert "<style" not in page
    assert " style=" not in page
    assert "<script>" not in page
    assert " onclick=" not in page
    assert 'id="main"' in page


def test_the_language_switch_comes_back_to_the_page(client: Client) -> None:
    answer = client.post(reverse("set_language"), {"language": "ar", "next": "/tables/?show=playing"})
    assert answer["Location"] == "/tables/?show=playing"
    assert 'dir="rtl"' in client.get("/").content.decode()


def test_the_language_switch_leads_to_no_other_site(client: Client) -> None:
    answer = client.post(reverse("set_language"), {"language": "ar", "next": "https://evil.example/"})
    assert "evil.example" not in answer["Location"]


def test_a_wrong_address_is_answered_as_a_page(client: Client) -> None:
    answer = client.get("/tables/nosuchtable/")
    assert answer.status_code == 404
    assert "There is nothing at this address" in answer.content.decode()


def test_a_broken_page_still_has_the_sites_frame(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(**_options: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("games.views.home.open_tables", broken)
    client.raise_request_exception = False
    answer = client.get("/")
    assert answer.status_code == 500
    page = answer.content.decode()
    assert "Something broke on our side" in page
    assert "RuntimeError" not in page
