"""What the lists of open tables say of each, and what they cost."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.models import Match, Seat, Table
from games.selectors import lobby
from games.selectors.lobby import lobby_lists
from games.services import clock, tables

pytestmark = pytest.mark.django_db


def open_table(name: str, variant: str = "tarneeb", visibility: str = "open", **options: object) -> Table:
    """Opens a table with an owner of its own, who does not look at it."""
    owner = User.objects.create_user(name)
    return tables.create_table(owner, variant, options, 30, visibility)


def start(table: Table) -> Match:
    assert table.owner is not None
    tables.fill_with_bots(table.public_id, table.owner)
    return tables.start_match(table.public_id, table.owner)


def end_hand(match: Match) -> None:
    """Bots play for everyone until a hand has counted."""
    Seat.objects.filter(table=match.table_id).update(held_by_bot=True)
    Match.objects.filter(pk=match.pk).update(due_at=timezone.now())
    while not match.hands.filter(outcome="scored").exists():
        clock.run_due(timezone.now(), seconds=0)


def test_a_table_that_waits_is_listed_with_who_sits_there_and_no_account(alia: User) -> None:
    table = tables.create_table(alia, "tarneeb", {"target": 61}, 30, "open")
    Seat.objects.filter(user=alia).update(away_since=None)
    Table.objects.update(watchers=3)
    [entry] = lobby_lists().waiting
    assert entry == {
        "id": table.public_id,
        "variant": "tarneeb",
        "options": table.options,
        "turn_seconds": 30,
        "status": "waiting",
        "seats": [
            {"position": 0, "kind": "person", "name": "Alia", "online": True},
            *({"position": seat, "kind": "empty", "name": None, "online": False} for seat in (1, 2, 3)),
        ],
        "watchers": 3,
        "scores": None,
        "hand": None,
        "created_at": int(table.created_at.timestamp() * 1000),
    }
    assert entry["options"]["target"] == 61


def test_who_has_no_page_of_the_table_open_is_not_online() -> None:
    open_table("Alia")
    Seat.objects.filter(user__isnull=False).update(away_since=timezone.now())
    assert [seat["online"] for seat in lobby_lists().waiting[0]["seats"]] == [False] * 4


@pytest.mark.parametrize(("variant", "scores"), [("tarneeb", [0, 0]), ("tarneeb41", [0, 0, 0, 0])])
def test_a_match_is_listed_with_its_score_and_the_hand_that_is_played(
    no_pauses: None, variant: str, scores: list[int]
) -> None:
    match = start(open_table("Alia", variant))
    [entry] = lobby_lists().playing
    assert (entry["status"], entry["scores"], entry["hand"]) == ("playing", scores, 1)
    end_hand(match)
    match.refresh_from_db()
    [entry] = lobby_lists().playing
    assert (entry["scores"], entry["hand"]) == (match.scores, 2)
    assert entry["scores"] != scores


def test_a_table_by_link_is_in_no_list() -> None:
    open_table("Alia", visibility="link")
    start(open_table("Basim", visibility="link"))
    lists = lobby_lists()
    assert (lists.waiting, lists.playing) == ([], [])


def test_the_newest_are_listed_and_the_rest_have_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby._entries, "__defaults__", ("", 2))
    made = [open_table(f"Player {number}").public_id for number in range(3)]
    lists = lobby_lists()
    assert [entry["id"] for entry in lists.waiting] == [made[2], made[1]]
    assert lists.more["playing"] is None
    key = lists.more["waiting"]
    assert key is not None
    assert [entry.id for entry in lobby.open_tables(after=key).entries] == [made[0]]


def test_more_tables_cost_no_more_queries() -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            lobby_lists()
        return len(captured)

    start(open_table("First"))
    open_table("Second")
    few = queries()
    for number in range(5):
        start(open_table(f"Playing {number}"))
        open_table(f"Waiting {number}")
    assert queries() == few
    assert few <= 5


@pytest.mark.parametrize("show", ["waiting", "playing"])
def test_the_page_shows_scores_and_watchers(client: Client, no_pauses: None, show: str) -> None:
    table = open_table("Alia", "tarneeb41")
    Table.objects.update(watchers=2)
    if show == "playing":
        match = start(table)
        Match.objects.filter(pk=match.pk).update(scores=[12, -3, 7, 0])
    page = client.get("/tables/", {"show": show}).content.decode()
    listed = page.partition("<template")[0]
    assert "2 are watching" in listed
    assert ("Hand 1" in listed) == (show == "playing")
    assert all((f">{score}</b>" in listed) == (show == "playing") for score in ("12", "−3", "7"))


def test_a_free_seat_is_taken_from_the_list_by_a_plain_form(client: Client, alia: User) -> None:
    table = tables.create_table(alia, "tarneeb", {}, 30, "open")
    address = f"/tables/{table.public_id}/sit/"
    assert f'action="{address}"' in client.get("/tables/").content.decode()
    answer = client.post(address, {"position": "2"}, headers={"accept": "text/html"})
    assert answer.url == f"/tables/{table.public_id}/"
    seat = Seat.objects.get(table=table, position=2)
    assert seat.user is not None
    assert seat.user.get_username() in client.get("/tables/").content.decode()


def test_who_wants_a_seat_at_a_table_that_was_closed_is_told_so_in_the_list(
    client: Client, alia: User
) -> None:
    table = tables.create_table(alia, "tarneeb", {}, 30, "open")
    tables.stand(table.public_id, alia)
    address = f"/tables/{table.public_id}/sit/"
    html = {"accept": "text/html"}
    answer = client.post(address, {"position": "2"}, headers=html, follow=True)
    assert answer.redirect_chain == [("/tables/", 302)]
    assert "This table is closed." in answer.content.decode()
