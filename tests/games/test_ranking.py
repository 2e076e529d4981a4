"""What a ranked match changes on the ladders, once."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta

import pytest
from django.db import IntegrityError, transaction
from django.db.models import Sum

from accounts.models import User
from games.models import (
    ALL_TIME,
    Hand,
    Match,
    PointsCount,
    RatingChange,
    Season,
    Seat,
    Standing,
    Table,
)
from games.ratings import CURRENT, Outcome, Rating, newcomer, rate
from games.services import ranking, tables
from games.services.ranking import rate_match
from tests.games.ranked import won_match

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 12, 15, 12, tzinfo=UTC)


@pytest.fixture
def players(alia: User, basim: User, celine: User, dawud: User) -> list[User]:
    return [alia, basim, celine, dawud]


def all_time(user: User, variant: str = "tarneeb") -> Standing:
    return Standing.objects.get(user=user, season__key=ALL_TIME, variant=variant)


def rated(users: Sequence[User], winner: int, **more: object) -> Match:
    match = won_match(users, winner, at=NOW, **more)  # type: ignore[arg-type]
    rate_match(match, NOW)
    return match


def test_a_match_moves_all_four_on_the_ladders_of_its_month_and_of_all_time(players: list[User]) -> None:
    match = rated(players, 1)
    assert set(Season.objects.values_list("key", flat=True)) == {"2026-12", ALL_TIME}
    expected = rate([newcomer(CURRENT)] * 4, Outcome(1), CURRENT)
    for key in ("2026-12", ALL_TIME):
        changes = list(match.rating_changes.filter(season__key=key).order_by("seat"))
        assert [change.user_id for change in changes] == [user.pk for user in players]
        assert [change.won for change in changes] == [False, True, False, True]
        assert [(change.mu_after, change.sigma_after) for change in changes] == [
            (one.mu, one.sigma) for one in expected
        ]
        assert [change.chance for change in changes] == pytest.approx([0.5] * 4)
        for change in changes:
            standing = Standing.objects.get(user=change.user_id, season__key=key, variant="tarneeb")
            assert (standing.mu, standing.sigma) == (change.mu_after, change.sigma_after)
            assert standing.points == Rating(standing.mu, standing.sigma).points(CURRENT)
            assert standing.descending == -standing.points
            assert (standing.matches, standing.wins) == (1, int(change.won))


def test_the_chances_of_the_teams_are_of_what_was_known_before(players: list[User]) -> None:
    for _match in range(20):
        rated(players, 0)
    first, second, *_others = rated(players, 1).rating_changes.filter(season__key=ALL_TIME).order_by("seat")
    assert first.chance > 0.6
    assert first.chance + second.chance == pytest.approx(1)


def test_an_ending_that_is_processed_twice_is_rated_once(players: list[User]) -> None:
    match = rated(players, 0)
    before = list(Standing.objects.order_by("pk").values())
    rate_match(match, NOW + timedelta(seconds=1))
    assert list(Standing.objects.order_by("pk").values()) == before
    assert match.rating_changes.count() == 8


def test_the_database_itself_keeps_a_match_from_being_rated_twice(
    players: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = rated(players, 0)
    with pytest.raises(IntegrityError), transaction.atomic():
        ranking._rate_on(
            Season.objects.get(key=ALL_TIME),
            match,
            ranking.players_of(match),
            Outcome(0),
            ranking.tallies(match),
            NOW,
        )
    assert all_time(players[0]).matches == 1


def test_a_casual_match_and_one_that_nobody_won_are_not_rated(players: list[User]) -> None:
    casual = won_match(players, 0)
    Match.objects.filter(pk=casual.pk).update(ranked=False)
    casual.refresh_from_db()
    rate_match(casual, NOW)
    abandoned = won_match(players, 0)
    Match.objects.filter(pk=abandoned.pk).update(winner=None, reason="abandoned")
    abandoned.refresh_from_db()
    rate_match(abandoned, NOW)
    assert not RatingChange.objects.exists()
    assert not Standing.objects.exists()


@pytest.mark.parametrize("winner", [0, 1])
def test_who_left_has_lost_and_the_partner_loses_half(players: list[User], winner: int) -> None:
    match = rated(players, winner, leavers=[0])
    expected = rate([newcomer(CURRENT)] * 4, Outcome(winner, frozenset({0})), CURRENT)
    changes = match.rating_changes.filter(season__key=ALL_TIME).order_by("seat")
    assert [change.mu_after for change in changes] == [one.mu for one in expected]
    assert [change.left for change in changes] == [True, False, False, False]
    assert [change.won for change in changes] == [False, winner == 1, winner == 0, winner == 1]


def test_a_double_leaver_has_lost_although_the_bots_won(players: list[User]) -> None:
    match = rated(players, 0, leavers=[0, 2])
    changes = match.rating_changes.filter(season__key=ALL_TIME).order_by("seat")
    assert [change.won for change in changes] == [False, False, False, False]
    assert all(change.mu_after < change.mu_before for change in changes)


def test_where_all_four_left_nobody_is_rated(players: list[User]) -> None:
    match = rated(players, 0, leavers=[0, 1, 2, 3])
    assert not match.rating_changes.exists()


def test_a_streak_turns_and_grows(players: list[User]) -> None:
    streaks = []
    for winner in (0, 0, 1, 1, 1, 0):
        rated(players, winner)
        streaks.append((all_time(players[0]).streak, all_time(players[1]).streak))
    assert streaks == [(1, -1), (2, -2), (-1, 1), (-2, 2), (-3, 3), (1, -1)]


def test_each_game_and_each_month_has_its_own_ladder(players: list[User]) -> None:
    rated(players, 0)
    rated(players, 0, variant="syrian41")
    january = won_match(players, 0, at=NOW + timedelta(days=20))
    rate_match(january, NOW + timedelta(days=20))
    counted = {
        (standing.season.key, standing.variant): standing.matches
        for standing in Standing.objects.filter(user=players[0]).select_related("season")
    }
    assert counted == {
        ("2026-12", "tarneeb"): 1,
        ("2026-12", "syrian41"): 1,
        ("2027-01", "tarneeb"): 1,
        (ALL_TIME, "tarneeb"): 2,
        (ALL_TIME, "syrian41"): 1,
    }


def test_contracts_are_counted_for_who_had_them(players: list[User]) -> None:
    match = won_match(players, 0, at=NOW)
    hand = {"match": match, "dealer": 0, "method": "m", "version_dealt": 1, "dealt_at": NOW, "ended_at": NOW}
    Hand.objects.create(ordinal=1, outcome="scored", declarer=1, points=[0, 8], **hand)
    Hand.objects.create(ordinal=2, outcome="scored", declarer=1, points=[4, -8], **hand)
    Hand.objects.create(ordinal=3, outcome="scored", declarer=2, points=[7, 0], **hand)
    Hand.objects.create(ordinal=4, outcome="passed_out", **hand)
    rate_match(match, NOW)
    found = [(all_time(user).contracts, all_time(user).contracts_made) for user in players]
    assert found == [(0, 0), (2, 1), (1, 1), (0, 0)]


def test_where_each_bids_every_bid_is_counted(players: list[User]) -> None:
    match = won_match(players, 0, at=NOW, variant="tarneeb41")
    hand = {"match": match, "dealer": 0, "method": "m", "version_dealt": 1, "dealt_at": NOW, "ended_at": NOW}
    Hand.objects.create(ordinal=1, outcome="scored", points=[3, -2, 4, 5], **hand)
    rate_match(match, NOW)
    found = [all_time(user, "tarneeb41").contracts_made for user in players]
    assert found == [1, 0, 1, 1]


@pytest.fixture
def soon_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ranking, "MATCHES_TO_BE_LISTED", 2)
    monkeypatch.setattr(Rating, "is_provisional", lambda _rating, _settings: False)


def test_the_counts_of_a_ladder_are_those_of_its_listed_players(
    players: list[User], soon_listed: None
) -> None:
    for winner in (0, 1, 1, 0, 1, 1, 1):
        rated(players, winner)
        for season in Season.objects.all():
            listed = Standing.objects.filter(season=season, listed=True)
            counted = {
                row.points: row.players for row in PointsCount.objects.filter(season=season, players__gt=0)
            }
            points = list(listed.values_list("points", flat=True))
            assert counted == {one: points.count(one) for one in points}
    assert PointsCount.objects.aggregate(Sum("players"))["players__sum"] == 8


def test_a_newcomer_has_no_place_yet(players: list[User]) -> None:
    rated(players, 0)
    assert not Standing.objects.filter(listed=True).exists()
    assert not PointsCount.objects.exists()


@pytest.fixture
def to_the_end(
    four: Match, play_turn: Callable[..., object], run_out: Callable[[Match], datetime]
) -> Callable[[], Match]:
    """Plays the match of the four, as a short and ranked one at a ranked table, until somebody has won."""

    def play() -> Match:
        Table.objects.update(ranked=True)
        Match.objects.update(ranked=True, options={**four.options, "target": 31})
        four.refresh_from_db()
        while four.status == Match.Status.PLAYING:
            if four.turn is None:
                run_out(four)
            else:
                play_turn(four)
            four.refresh_from_db()
        return four

    return play


def test_a_played_match_is_rated_as_it_ends(to_the_end: Callable[[], Match]) -> None:
    four = to_the_end()
    assert four.winner is not None
    changes = four.rating_changes.filter(season__key=ALL_TIME).order_by("seat")
    assert [change.won for change in changes] == [seat % 2 == four.winner for seat in range(4)]
    contracts = sum(standing.contracts for standing in Standing.objects.filter(season__key=ALL_TIME))
    assert contracts == four.hands.filter(outcome="scored").count()


def test_who_stays_away_leaves_the_ladder_of_all_time_and_keeps_the_month(
    players: list[User], soon_listed: None
) -> None:
    for winner in (0, 1):
        rated(players, winner)
    assert ranking.unlist_who_stayed_away(NOW + ranking.LISTED_FOR) == 0
    later = NOW + ranking.LISTED_FOR + timedelta(seconds=1)
    assert ranking.unlist_who_stayed_away(later, at_most=3) == 3
    assert ranking.unlist_who_stayed_away(later, at_most=3) == 1
    assert ranking.unlist_who_stayed_away(later) == 0
    assert not Standing.objects.filter(season__key=ALL_TIME, listed=True).exists()
    assert Standing.objects.filter(season__key="2026-12", listed=True).count() == 4
    counted = PointsCount.objects.values("season__key").annotate(Sum("players")).order_by("season__key")
    assert [row["players__sum"] for row in counted] == [4, 0]


def test_a_match_that_a_bot_began_ends_and_is_not_rated(
    players: list[User], caplog: pytest.LogCaptureFixture
) -> None:
    match = won_match(players, 0, at=NOW)
    match.occupancies.filter(seat=2).update(user=None, bot="steady")
    rate_match(match, NOW)
    assert not match.rating_changes.exists()
    assert "not begun by four people" in caplog.text


def test_a_ranked_table_closes_after_its_match_and_seats_no_bots_for_another(
    to_the_end: Callable[[], Match],
) -> None:
    to_the_end()
    assert Table.objects.get().status == Table.Status.CLOSED
    assert not Seat.objects.filter(user__isnull=False).exists()


@pytest.mark.parametrize("people", [3, 4])
def test_a_match_is_ranked_where_four_people_begin_it_at_a_ranked_table(
    players: list[User], people: int
) -> None:
    table = tables.create_table(players[0], "tarneeb", {}, 30, "link")
    Table.objects.update(ranked=True)
    for position, user in enumerate(players[1:people], 1):
        tables.sit(table.public_id, user, position)
    if people < 4:
        tables.fill_with_bots(table.public_id, players[0])
    assert tables.start_match(table.public_id, players[0]).ranked is (people == 4)
