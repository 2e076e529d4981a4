"""The games in the admin: searchable, read-only, and blind to what is hidden."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib import admin
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import Connection, Hand, Match, Move, Occupancy, Removal, Table, WebProcess
from games.services import presence, tables
from games.services.presence import Held

MODELS = [Table, Match, Hand, Move, Occupancy, WebProcess, Connection, Removal]


@pytest.fixture
def root(client: Client, db: None) -> Client:
    """A superuser's browser."""
    client.force_login(User.objects.create_superuser("Root Admin"))
    return client


def address(model: type, *rest: object) -> str:
    return "/".join(["/admin/games", model.__name__.lower(), *map(str, rest), ""])


@pytest.mark.parametrize("model", MODELS)
def test_lists_open_for_superusers(root: Client, solo: Match, model: Any) -> None:
    answer = root.get(address(model))
    assert answer.status_code == 200
    assert not admin.site.get_model_admin(model).show_full_result_count


@pytest.mark.parametrize("model", MODELS)
def test_nobody_adds_changes_or_deletes_by_hand(
    root: Client, solo: Match, play_turn: Any, model: Any
) -> None:
    presence.opened("web", Held("c1", solo.table.public_id, None))
    rows = list(model.objects.values())
    assert root.get(address(model, "add")).status_code == 403
    assert root.post(address(model, "add"), {}).status_code == 403
    row = model.objects.first()
    if row is None:
        return
    assert root.post(address(model, row.pk, "change"), {"status": "closed"}).status_code == 403
    assert root.post(address(model, row.pk, "delete"), {"post": "yes"}).status_code == 403
    bulk = {"action": "delete_selected", "_selected_action": row.pk, "post": "yes"}
    root.post(address(model), bulk)
    assert list(model.objects.values()) == rows


@pytest.mark.parametrize("model", MODELS)
def test_only_staff_get_in(client: Client, alia: User, model: Any) -> None:
    client.force_login(alia)
    assert client.get(address(model)).status_code == 302


def test_found_by_id_and_by_name(root: Client, four: Match) -> None:
    match_id, table_id = four.public_id, four.table.public_id
    for model, words in [
        (Table, table_id),
        (Table, "ali"),
        (Match, match_id),
        (Match, table_id),
        (Hand, match_id),
        (Occupancy, match_id),
        (Occupancy, "basi"),
    ]:
        found = root.get(address(model), {"q": words}).context["cl"].queryset
        assert found.exists(), (model, words)
        nothing = root.get(address(model), {"q": "nobodyandnothing"}).context["cl"].queryset
        assert not nothing.exists()


def test_filters_that_are_offered_work(root: Client, solo: Match) -> None:
    for model, name, value in [(Table, "status__exact", "playing"), (Match, "variant", "tarneeb")]:
        answer = root.get(address(model), {name: value})
        assert answer.status_code == 200
        assert answer.context["cl"].queryset.exists()


@pytest.mark.parametrize("model", [Table, Match, Hand, Occupancy, Connection, Removal])
def test_longer_lists_cost_no_more_queries(
    root: Client, alia: User, basim: User, no_pauses: None, model: Any
) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert root.get(address(model)).status_code == 200
        return len(captured)

    def one_more() -> None:
        table = tables.quick_play(alia, "tarneeb")
        presence.opened("web", Held(table.public_id, table.public_id, alia.pk))
        tables.leave(table.public_id, alia)
        waiting = tables.create_table(alia, "tarneeb", {}, None, "open")
        tables.sit(waiting.public_id, basim, 1)
        tables.remove(waiting.public_id, alia, 1)

    one_more()
    few = queries()
    for _match in range(4):
        one_more()
    assert queries() == few


# What nobody may see


@pytest.mark.parametrize("column", ["deal", "seed", "receipts", "plays", "commitment"])
@pytest.mark.parametrize("lookup", ["contains", "startswith", "exact", "regex", "gt", "isnull"])
def test_no_address_asks_about_a_column_that_is_not_shown(
    root: Client, solo: Match, column: str, lookup: str
) -> None:
    """The number of rows found would answer whether a card is where the asker thinks."""
    for model, prefix in [(Hand, ""), (Match, "hands__"), (Table, "matches__hands__"), (Move, "hand__")]:
        answer = root.get(address(model), {f"{prefix}{column}__{lookup}": "S"})
        assert answer.status_code in (302, 400), (model, column)


def test_a_filter_that_is_offered_opens_no_way_further(root: Client, solo: Match) -> None:
    for path in ("occupancies__match__hands__deal", "owned_tables__matches__hands__seed"):
        assert root.get("/admin/accounts/user/", {f"{path}__contains": "S"}).status_code in (302, 400)
    for name in ("status__deal", "match__hands__deal__contains", "table__matches__hands__seed"):
        assert root.get(address(Match), {name: "S"}).status_code in (302, 400)


def test_the_page_of_a_hand_in_play_has_no_cards(root: Client, solo: Match) -> None:
    hand = Hand.objects.get(match=solo)
    with CaptureQueriesContext(connection) as captured:
        page = root.get(address(Hand, hand.pk, "change")).content.decode()
    assert hand.commitment in page
    for line in hand.deal.splitlines():
        assert line not in page
    assert bytes(hand.seed).hex() not in page
    reads = [query["sql"] for query in captured if 'FROM "games_hand"' in query["sql"]]
    assert reads
    assert not any('"games_hand"."deal"' in sql or '"games_hand"."seed"' in sql for sql in reads)


def test_the_page_of_a_hand_that_is_over_has_its_cards(
    root: Client, alia: User, solo: Match, table_of: Callable[[Match], Table]
) -> None:
    tables.leave(table_of(solo).public_id, alia)
    hand = Hand.objects.get(match=solo)
    page = root.get(address(Hand, hand.pk, "change")).content.decode()
    assert hand.deal.splitlines()[0] in page
    assert bytes(hand.seed).hex() in page


def test_names_of_rows_name_no_card(solo: Match) -> None:
    hand = Hand.objects.get(match=solo)
    assert str(hand) == f"{solo.pk}/1"
    assert str(Move(hand=hand, place=3, seat=1, text="SA")) == f"{hand.pk}/3"
