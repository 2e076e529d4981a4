"""The form that opens a table."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.models import Match, Table
from games.services import tables

pytestmark = pytest.mark.django_db

CHOICES: dict[str, Any] = {
    "variant": "tarneeb",
    "target": "41",
    "turn_seconds": "30",
    "opponents": "people",
    "visibility": "open",
}


def test_what_was_chosen_is_what_the_table_has(client: Client) -> None:
    choices = CHOICES | {"target": "61", "house_rules": ["no_trump", "single_round"], "turn_seconds": "10"}
    answer = client.post("/tables/new/", choices)
    table = Table.objects.get()
    assert answer["Location"] == f"/tables/{table.public_id}/"
    assert table.options == {
        "target": 61,
        "single_round": True,
        "dealer_must_bid": False,
        "no_trump": True,
        "first_lead_trump": False,
        "egyptian": False,
    }
    assert (table.variant, table.turn_seconds, table.visibility) == ("tarneeb", 10, "open")
    assert not Match.objects.exists()


def test_a_visitor_opens_a_table_as_a_guest(client: Client) -> None:
    client.post("/tables/new/", CHOICES)
    owner = Table.objects.get().owner
    assert owner is not None
    assert owner.is_guest
    assert client.session["_auth_user_id"] == str(owner.pk)


def test_with_bots_the_first_hand_is_dealt(client: Client) -> None:
    client.post("/tables/new/", CHOICES | {"opponents": "bots", "turn_seconds": "none"})
    match = Match.objects.get()
    assert match.status == Match.Status.PLAYING
    assert match.hands.count() == 1
    assert match.turn_seconds is None


def test_a_table_by_link_has_an_address_nobody_can_guess(client: Client) -> None:
    client.post("/tables/new/", CHOICES | {"visibility": "link"})
    table = Table.objects.get()
    assert table.visibility == "link"
    assert len(table.public_id) >= 26


@pytest.mark.parametrize("variant", ["syrian41", "tarneeb41"])
def test_house_rules_of_another_game_are_not_used(client: Client, variant: str) -> None:
    hidden = {"target": "61", "house_rules": ["egyptian", "single_round"]}
    answer = client.post("/tables/new/", CHOICES | hidden | {"variant": variant})
    assert answer.status_code == 302
    assert Table.objects.get().options == {"target": 41}


@pytest.mark.parametrize("other", ["single_round", "dealer_must_bid"])
def test_rules_that_exclude_each_other_are_refused_and_nothing_is_lost(client: Client, other: str) -> None:
    choices = CHOICES | {
        "target": "51",
        "house_rules": ["egyptian", other, "no_trump"],
        "turn_seconds": "60",
        "opponents": "bots",
        "visibility": "link",
    }
    answer = client.post("/tables/new/", choices)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "exclude each other" in page
    for value in ("tarneeb", "51", "egyptian", other, "no_trump", "60", "bots", "link"):
        assert any(f'value="{value}"' in tag and "checked" in tag for tag in page.split("<input")), (
            f"{value} is no longer chosen"
        )
    assert 'id="id_house_rules_errors"><li>' in page
    assert not Table.objects.exists()
    assert not User.objects.exists()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("variant", ""),
        ("variant", "bridge"),
        ("target", "40"),
        ("target", "41.0"),
        ("house_rules", "bidding"),
        ("turn_seconds", ""),
        ("turn_seconds", "15"),
        ("opponents", ""),
        ("visibility", "secret"),
    ],
)
def test_what_is_not_offered_is_refused_at_its_field(client: Client, field: str, value: str) -> None:
    answer = client.post("/tables/new/", CHOICES | {field: value})
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    assert f'id="id_{field}_errors"><li>' in answer.content.decode()
    assert not Table.objects.exists()


def test_the_home_page_chooses_a_game_beforehand(client: Client) -> None:
    page = client.get("/tables/new/?variant=syrian41").content.decode()
    assert 'value="syrian41" required checked' in page
    page = client.get("/tables/new/?variant=bridge").content.decode()
    assert 'value="tarneeb" required checked' in page


def test_who_plays_a_match_is_sent_back_to_it(client: Client, alia: User) -> None:
    table = tables.quick_play(alia, "tarneeb")
    client.force_login(alia)
    answer = client.post("/tables/new/", CHOICES)
    assert answer["Location"] == f"/tables/{table.public_id}/"
    assert Table.objects.count() == 1
