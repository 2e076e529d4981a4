"""The lists of open tables."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import Table
from games.selectors.lobby import PAGE_SIZE, open_tables
from games.services import tables

pytestmark = pytest.mark.django_db


@pytest.fixture
def open_table() -> Callable[..., Table]:
    """Opens a table with an owner of its own."""

    def make(name: str, visibility: str = "open", **options: object) -> Table:
        return tables.create_table(User.objects.create_user(name), "tarneeb", options, 30, visibility)

    return make


def start(table: Table) -> None:
    assert table.owner is not None
    tables.fill_with_bots(table.public_id, table.owner)
    tables.start_match(table.public_id, table.owner)


def test_open_tables_are_listed_with_their_seats_and_rules(
    client: Client, open_table: Callable[..., Table]
) -> None:
    table = open_table("Alia", target=61, egyptian=True)
    page = client.get("/tables/").content.decode()
    assert f"/tables/{table.public_id}/" in page
    assert "Alia" in page
    assert "to 61" in page
    assert "Egyptian bidding" in page
    assert page.count(f'action="/tables/{table.public_id}/sit/"') == 3


def test_a_table_by_link_is_in_no_list(client: Client, open_table: Callable[..., Table]) -> None:
    waiting = open_table("Alia", "link")
    playing = open_table("Basim", "link")
    start(playing)
    for address in ("/", "/tables/", "/tables/?show=playing"):
        page = client.get(address).content.decode()
        assert waiting.public_id not in page
        assert playing.public_id not in page


def test_tables_being_played_are_listed_apart(client: Client, open_table: Callable[..., Table]) -> None:
    waiting, playing = open_table("Alia"), open_table("Basim")
    start(playing)
    free = client.get("/tables/").content.decode()
    played = client.get("/tables/?show=playing").content.decode()
    assert waiting.public_id in free
    assert playing.public_id not in free
    assert playing.public_id in played
    assert waiting.public_id not in played


def test_a_full_table_that_waits_is_not_offered_as_free(open_table: Callable[..., Table]) -> None:
    table = open_table("Alia")
    assert table.owner is not None
    tables.fill_with_bots(table.public_id, table.owner)
    assert open_tables().entries == []


def test_pages_follow_each_other_without_gap_or_double(open_table: Callable[..., Table]) -> None:
    made = [open_table(f"Player {number}").public_id for number in range(7)]
    # The same moment for all: the key alone has to keep them apart.
    Table.objects.update(created_at=Table.objects.earliest("created_at").created_at)
    seen, after = [], ""
    for _page in range(4):
        page = open_tables(after=after, size=2)
        seen += [entry.id for entry in page.entries]
        if page.next_key is None:
            break
        after = page.next_key
    assert seen == made[::-1]


def test_the_next_page_is_linked(client: Client, open_table: Callable[..., Table]) -> None:
    oldest = open_table("Oldest")
    for number in range(PAGE_SIZE):
        open_table(f"Player {number}")
    first = client.get("/tables/")
    key = first.context["page"].next_key
    assert oldest.public_id not in first.content.decode()
    assert f"?after={key}" in first.content.decode()
    second = client.get("/tables/", {"after": key}).content.decode()
    assert oldest.public_id in second
    assert "First page" in second


@pytest.mark.parametrize(
    "key",
    ["x", "-", "1-", "zz-zz", "-1--1", "f" * 60, "ffffffffffffffffff-1", "1-ffffffffffffffffffff", "\x00-1"],
)
def test_a_key_that_was_never_given_shows_the_first_page(
    client: Client, open_table: Callable[..., Table], key: str
) -> None:
    table = open_table("Alia")
    answer = client.get("/tables/", {"after": key})
    assert answer.status_code == 200
    assert table.public_id in answer.content.decode()


@pytest.mark.parametrize("address", ["/", "/tables/", "/tables/?show=playing"])
def test_more_tables_cost_no_more_queries(
    client: Client, open_table: Callable[..., Table], address: str
) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            client.get(address)
        return len(captured)

    start(open_table("First"))
    open_table("Second")
    few = queries()
    for number in range(4):
        start(open_table(f"Playing {number}"))
        open_table(f"Waiting {number}")
    assert queries() == few
    assert few <= 4
