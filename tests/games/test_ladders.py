"""The pages of a ladder, held against the whole list put in order."""

from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.names import name_key
from games.models import ALL_TIME, PointsCount, Season, Standing
from games.selectors.ladders import Ladder, around, find, place_of, top

pytestmark = pytest.mark.django_db

PLAYERS = 120


@pytest.fixture
def ladder() -> Ladder:
    """A ladder with many ties, some who are not listed, and another ladder beside it."""
    rng = Random(5)
    season = Season.objects.create(key=ALL_TIME)
    users = User.objects.bulk_create(
        User(username=f"P{number}", username_key=name_key(f"P{number}"), public_id=f"p{number}")
        for number in range(PLAYERS)
    )
    rng.shuffle(users)
    rows = [
        Standing(
            season=season,
            variant=variant,
            user=user,
            mu=25,
            sigma=3,
            points=rng.randrange(1480, 1510),
            listed=rng.random() < 0.9,
        )
        for variant in ("tarneeb", "syrian41")
        for user in users
    ]
    Standing.objects.bulk_create(rows)
    for variant in ("tarneeb", "syrian41"):
        points = [row.points for row in rows if row.listed and row.variant == variant]
        PointsCount.objects.bulk_create(
            PointsCount(season=season, variant=variant, points=one, players=points.count(one))
            for one in set(points)
        )
    return Ladder(season, "tarneeb")


def whole(ladder: Ladder) -> list[tuple[int, int]]:
    """All places, as standing and user, worked out from the list itself."""
    rows = Standing.objects.filter(season=ladder.season, variant=ladder.variant, listed=True)
    ordered = sorted(rows, key=lambda row: (-row.points, row.user_id))
    points = [row.points for row in ordered]
    return [(1 + sum(other > row.points for other in points), row.user_id) for row in ordered]


def as_pairs(places: object) -> list[tuple[int, int]]:
    return [(place.standing, place.player.user_id) for place in places]  # type: ignore[attr-defined]


def test_the_pages_follow_each_other_to_the_end(ladder: Ladder) -> None:
    read: list[tuple[int, int]] = []
    after = None
    while places := top(ladder, after, 17):
        read += as_pairs(places)
        after = places[-1].player.points, places[-1].player.user_id
    assert read == whole(ladder)


def test_everyone_is_in_the_middle_of_the_part_around_them(ladder: Ladder) -> None:
    everyone = whole(ladder)
    for index, (standing, user) in enumerate(everyone):
        assert as_pairs(around(ladder, user, 5)) == everyone[max(0, index - 5) : index + 6]
        place = place_of(ladder, user)
        assert place is not None
        assert place.standing == standing


def test_who_is_not_listed_has_no_place(ladder: Ladder) -> None:
    hidden = Standing.objects.filter(variant="tarneeb", listed=False).first()
    assert hidden is not None
    assert place_of(ladder, hidden.user_id) is None
    assert around(ladder, hidden.user_id) == []


def test_players_are_found_by_the_beginning_of_their_name(ladder: Ladder) -> None:
    standings = {user: standing for standing, user in whole(ladder)}
    wanted = sorted(
        (name, pk)
        for name, pk in User.objects.filter(username_key__startswith=name_key("P1")).values_list(
            "username_key", "pk"
        )
        if pk in standings
    )
    places = find(ladder, "P1", 5)
    assert as_pairs(places) == [(standings[pk], pk) for _name, pk in wanted[:5]]
    assert find(ladder, "nobody") == []
    assert find(ladder, " ") == []


def test_an_empty_ladder_has_no_places(ladder: Ladder) -> None:
    assert top(Ladder(ladder.season, "tarneeb41")) == []


def test_a_page_is_three_queries_however_many_are_on_it(ladder: Ladder) -> None:
    for count in (5, 50):
        with CaptureQueriesContext(connection) as asked:
            names = [place.player.user.username for place in top(ladder, count=count)]
        assert len(names) == count
        assert len(asked) == 3
