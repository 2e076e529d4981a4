"""A match's page, its sheet, its record; and the pages of players."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.engine.record import read_record, replay, write_record
from games.models import Match, Table
from games.selectors.players import player_matches
from games.services import clock, tables


def play_on(match: Match, hands: int | None = None) -> Match:
    """Lets the bots play until so many hands have ended, or the match has."""
    while match.status == Match.Status.PLAYING:
        clock.run_due(timezone.now(), seconds=0 if hands else 60)
        match.refresh_from_db()
        if hands and match.hands.filter(ended_at__isnull=False).count() >= hands:
            break
    return match


@pytest.fixture(autouse=True)
def _idle_hands_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots among themselves may cancel hand after hand; here that does not end their match."""
    monkeypatch.setattr("games.services.steps.IDLE_HANDS_LIMIT", 1000)


@pytest.mark.parametrize("variant", ["tarneeb", "syrian41", "tarneeb41"])
def test_a_match_played_to_its_end(client: Client, bots_only: Callable[..., Match], variant: str) -> None:
    match = play_on(bots_only(variant))
    page = client.get(f"/matches/{match.public_id}/").content.decode()
    hands = list(match.hands.all())
    assert "won the match" in page
    assert page.count("sheet__hand") == len(hands)
    assert page.count("Dealer:") == len(hands)
    assert f"/matches/{match.public_id}/record/" in page

    answer = client.get(f"/matches/{match.public_id}/record/")
    text = answer.content.decode()
    assert answer["Content-Type"].startswith("application/json")
    record = read_record(text)
    assert write_record(record) == text
    assert replay(record).scores == tuple(match.scores)
    assert all(hand.fair is not None for hand in record.hands)


def test_a_match_that_was_left_says_so_and_has_a_record(client: Client, alia: User, solo: Match) -> None:
    tables.leave(solo.table.public_id, alia)
    page = client.get(f"/matches/{solo.public_id}/").content.decode()
    assert "The match was abandoned: nobody won." in page
    assert "The match ended during this hand; it does not count." in page
    record = read_record(client.get(f"/matches/{solo.public_id}/record/").content)
    assert replay(record).result is not None
    assert record.result.winner is None


def test_a_running_match_shows_its_finished_hands_only(
    client: Client, bots_only: Callable[..., Match]
) -> None:
    match = play_on(bots_only("syrian41"), hands=2)
    clock.run_due(timezone.now(), seconds=0)
    match.refresh_from_db()
    assert match.hands.filter(ended_at__isnull=True).count() == 1
    page = client.get(f"/matches/{match.public_id}/").content.decode()
    assert "The match is being played." in page
    assert page.count("sheet__hand") == 2
    assert "Download the record" not in page


def test_the_sheet_alone_is_a_fragment(client: Client, solo: Match) -> None:
    answer = client.get(f"/matches/{solo.public_id}/sheet/")
    page = answer.content.decode()
    assert "No hand has been finished yet." in page
    assert "<html" not in page
    assert "no-store" in answer["Cache-Control"]


def test_the_record_of_a_running_match_is_refused_with_a_reason(
    client: Client, alia: User, solo: Match
) -> None:
    client.force_login(alia)
    answer = client.get(f"/matches/{solo.public_id}/record/")
    assert answer.status_code == 409
    assert answer.json()["code"] == "match_running"
    assert set(answer.json()) == {"code", "text"}


def test_a_match_that_does_not_exist(client: Client, db: None) -> None:
    assert client.get("/matches/nosuchmatch/").status_code == 404
    assert client.get("/matches/nosuchmatch/sheet/").status_code == 404
    answer = client.get("/matches/nosuchmatch/record/")
    assert answer.status_code == 404
    assert answer.json()["code"] == "match_not_found"


def test_the_page_of_a_match_by_link_hands_the_link_to_its_players_only(
    client: Client, alia: User, zed: User, solo: Match
) -> None:
    assert solo.table.visibility == Table.Visibility.LINK
    address = f"/matches/{solo.public_id}/"
    assert solo.table.public_id not in client.get(address).content.decode()
    client.force_login(zed)
    assert solo.table.public_id not in client.get(address).content.decode()
    client.force_login(alia)
    assert solo.table.public_id in client.get(address).content.decode()


def test_the_page_of_an_open_match_links_its_table(client: Client, four: Match) -> None:
    assert four.table.public_id in client.get(f"/matches/{four.public_id}/").content.decode()


def test_more_hands_cost_no_more_queries(client: Client, bots_only: Callable[..., Match]) -> None:
    match = play_on(bots_only("tarneeb"), hands=1)

    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            client.get(f"/matches/{match.public_id}/")
        return len(captured)

    few = queries()
    play_on(match, hands=3)
    assert queries() == few
    assert few <= 3  # the match, who played it, its hands


def test_the_sheet_never_reads_the_secret_columns(client: Client, solo: Match) -> None:
    with CaptureQueriesContext(connection) as captured:
        client.get(f"/matches/{solo.public_id}/")
    for query in captured:
        assert '"deal"' not in query["sql"]
        assert '"seed"' not in query["sql"]
        assert "games_move" not in query["sql"]


# Players


def test_a_players_page_lists_matches_newest_first(client: Client, alia: User, no_pauses: None) -> None:
    ids = []
    for variant in ("tarneeb", "syrian41", "tarneeb41"):
        table = tables.quick_play(alia, variant)
        ids.append(table.matches.get().public_id)
        tables.leave(table.public_id, alia)
    page = client.get(f"/players/{alia.public_id}/").content.decode()
    places = [page.index(f"/matches/{match_id}/") for match_id in ids]
    assert places == sorted(places, reverse=True)
    assert page.count("Abandoned") == 3


def test_who_leaves_while_others_play_on_has_left(
    alia: User, basim: User, celine: User, dawud: User, four: Match
) -> None:
    assert player_matches(basim).entries[0].outcome == "playing"
    for user in (basim, celine, dawud, alia):
        tables.leave(four.table.public_id, user)
    assert player_matches(basim).entries[0].outcome == "left"
    assert player_matches(alia).entries[0].outcome == "abandoned"


def test_won_and_lost_are_the_players_own(bots_only: Callable[..., Match], alia: User) -> None:
    match = bots_only("tarneeb", target=31)
    play_on(match)
    match.occupancies.filter(user=alia).update(to_version=match.version)
    assert match.winner is not None
    assert player_matches(alia).entries[0].outcome == ("won" if match.winner == 0 else "lost")


def test_a_running_match_by_link_is_not_listed(client: Client, alia: User, solo: Match) -> None:
    client.force_login(alia)
    assert solo.public_id not in client.get(f"/players/{alia.public_id}/").content.decode()
    tables.leave(solo.table.public_id, alia)
    assert solo.public_id in client.get(f"/players/{alia.public_id}/").content.decode()


def test_a_running_open_match_is_listed(client: Client, alia: User, four: Match) -> None:
    assert four.public_id in client.get(f"/players/{alia.public_id}/").content.decode()


def test_matches_are_paged_without_gap(alia: User, no_pauses: None) -> None:
    ids = []
    for _match in range(5):
        table = tables.quick_play(alia, "tarneeb")
        ids.append(table.matches.get().public_id)
        tables.leave(table.public_id, alia)
    first = player_matches(alia, size=3)
    assert first.next_key is not None
    second = player_matches(alia, after=first.next_key, size=3)
    assert [entry.id for entry in first.entries + second.entries] == ids[::-1]
    assert second.next_key is None


def test_more_matches_cost_no_more_queries(client: Client, alia: User, no_pauses: None) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            client.get(f"/players/{alia.public_id}/")
        return len(captured)

    def leave_a_match() -> None:
        tables.leave(tables.quick_play(alia, "tarneeb").public_id, alia)

    leave_a_match()
    few = queries()
    for _match in range(4):
        leave_a_match()
    assert queries() == few
    assert few <= 3


def test_a_player_who_does_not_exist_or_is_gone_is_not_found(client: Client, zed: User) -> None:
    assert client.get("/players/nobodyhere/").status_code == 404
    User.objects.filter(pk=zed.pk).update(is_active=False)
    assert client.get(f"/players/{zed.public_id}/").status_code == 404


def test_a_players_page_shows_no_mail_address(client: Client, alia: User) -> None:
    User.objects.filter(pk=alia.pk).update(email="alia@example.org")
    assert "example.org" not in client.get(f"/players/{alia.public_id}/").content.decode()
