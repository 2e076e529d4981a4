"""Matches that end at the same moment, and one whose end is processed several times at once."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial

import pytest
from django.db import transaction

from accounts.models import User
from games.models import ALL_TIME, Match, PointsCount, Standing
from games.ratings import Rating
from games.services import ranking
from games.services.ranking import rate_match
from games.services.recomputing import differences, recompute
from games.services.voiding import void_match
from tests.games.ranked import won_match
from tests.games.together import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]

NOW = datetime(2026, 12, 15, 12, tzinfo=UTC)


def end(match: Match, now: datetime = NOW) -> None:
    """Rates a match under its lock, as the move that ends it does."""
    with transaction.atomic():
        locked = Match.objects.select_for_update().get(pk=match.pk)
        rate_match(locked, now)


@pytest.fixture
def listed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ranking, "MATCHES_TO_BE_LISTED", 1)
    monkeypatch.setattr(Rating, "is_provisional", lambda _rating, _settings: False)


def test_matches_that_end_at_once_are_all_rated_and_counted(listed_at_once: None) -> None:
    users = [User.objects.create_user(f"Player {number}") for number in range(24)]
    for _round in range(4):
        matches = [won_match(users[place : place + 4], place // 4 % 2, at=NOW) for place in range(0, 24, 4)]
        at_once(len(matches), lambda place, matches=matches: end(matches[place]))  # type: ignore[misc]
    assert set(Standing.objects.values_list("matches", flat=True)) == {4}
    assert Standing.objects.count() == 48
    for count in PointsCount.objects.all():
        listed = Standing.objects.filter(season=count.season, points=count.points, listed=True)
        assert count.players == listed.count()
    assert list(differences(recompute())) == []


def test_matches_of_the_same_people_that_end_and_are_voided_at_once_wait_for_each_other_in_one_order(
    listed_at_once: None,
) -> None:
    users = [User.objects.create_user(f"Player {number}") for number in range(6)]
    for month in (11, 12):  # in the second month its row is younger than that of all time
        now = datetime(2026, month, 15, 12, tzinfo=UTC)
        ended = [won_match(users[place : place + 4], place % 2, at=now) for place in range(3)]
        for match in ended:
            end(match, now)
        ending = [won_match(users[place : place + 4], place % 2, at=now) for place in range(3)]
        works = [*(partial(end, match, now) for match in ending)]
        works += [partial(void_match, match.public_id, now) for match in ended]
        failed = [result for result in at_once(6, lambda place, works=works: tried(works[place])) if result]  # type: ignore[misc]
        assert failed == []
    assert list(differences(recompute())) == []


def tried(work: Callable[[], object]) -> object:
    """Gives what went wrong with a work, None where nothing did."""
    try:
        work()
    except Exception as error:
        return error
    return None


def test_an_ending_that_is_processed_by_several_at_once_is_rated_once(
    alia: User, basim: User, celine: User, dawud: User
) -> None:
    match = won_match([alia, basim, celine, dawud], 0, at=NOW)
    at_once(4, lambda _place: end(match))
    assert match.rating_changes.count() == 8
    assert Standing.objects.get(user=alia, season__key=ALL_TIME).matches == 1


def test_a_match_that_several_void_at_once_is_voided_once(
    alia: User, basim: User, celine: User, dawud: User
) -> None:
    match = won_match([alia, basim, celine, dawud], 0, at=NOW)
    end(match)
    assert sorted(map(bool, at_once(4, lambda _place: void_match(match.public_id, NOW)))) == [False] * 3 + [
        True
    ]
    assert Standing.objects.get(user=alia, season__key=ALL_TIME).matches == 0
