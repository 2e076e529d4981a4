"""All ratings worked out anew are exactly those that are stored, and a match is voided once."""

from datetime import UTC, datetime, timedelta
from itertools import combinations
from random import Random

import pytest
from django.core.management import call_command
from django.db.models import F

from accounts.models import User
from games.models import ALL_TIME, Match, PointsCount, RatingChange, Standing
from games.services import ranking
from games.services.ranking import rate_match
from games.services.recomputing import differences, recompute
from games.services.voiding import void_match
from tests.games.ranked import won_match

pytestmark = pytest.mark.django_db

BEGUN = datetime(2026, 10, 5, 12, tzinfo=UTC)


@pytest.fixture
def league(monkeypatch: pytest.MonkeyPatch) -> list[Match]:
    """Three months of matches of seven people in two games; some leave, some matches are voided."""
    monkeypatch.setattr(ranking, "MATCHES_TO_BE_LISTED", 3)
    rng = Random(11)
    users = [User.objects.create_user(f"Player {number}") for number in range(7)]
    fours = list(combinations(users, 4))
    played = []
    for number in range(90):
        now = BEGUN + timedelta(days=number * 0.9)
        four = list(rng.choice(fours))
        rng.shuffle(four)
        leavers = [seat for seat in range(4) if rng.random() < 0.06]
        variant = rng.choice(["tarneeb", "tarneeb41"])
        match = won_match(four, rng.randrange(2), leavers, now, variant)
        rate_match(match, now)
        played.append(match)
        if number % 13 == 12:
            void_match(rng.choice(played).public_id, now)
    return played


def test_what_is_stored_is_what_the_results_say(
    league: list[Match], capsys: pytest.CaptureFixture[str]
) -> None:
    found = recompute()
    assert list(differences(found)) == []
    assert len(found.ratings) == Standing.objects.count()
    assert RatingChange.objects.filter(kind="void").exists()
    assert {key for key, _variant, _user in found.ratings} == {ALL_TIME, "2026-10", "2026-11", "2026-12"}
    call_command("recomputeratings")
    assert f"{len(found.ratings)} ratings, 0 differ" in capsys.readouterr().out


def test_a_rating_that_was_changed_by_hand_is_found(
    league: list[Match], capsys: pytest.CaptureFixture[str]
) -> None:
    Standing.objects.filter(pk=Standing.objects.latest("pk").pk).update(mu=F("mu") + 1e-12)
    with pytest.raises(SystemExit):
        call_command("recomputeratings")
    assert "1 differ" in capsys.readouterr().out


def test_a_standing_that_is_gone_is_found_and_so_is_half_a_match(
    league: list[Match], capsys: pytest.CaptureFixture[str]
) -> None:
    Standing.objects.filter(pk=Standing.objects.latest("pk").pk).delete()
    RatingChange.objects.filter(pk=RatingChange.objects.latest("pk").pk).delete()
    with pytest.raises(SystemExit):
        call_command("recomputeratings")
    told = capsys.readouterr().out
    assert "None is stored" in told
    assert "3 rows of the ledger are not four" in told


def test_a_result_that_was_changed_by_hand_is_found(league: list[Match]) -> None:
    Match.objects.filter(pk=league[-1].pk).update(winner=1 - F("winner"))
    assert list(differences(recompute()))


def test_a_voided_match_gives_back_what_it_cost_once(
    alia: User, basim: User, celine: User, dawud: User
) -> None:
    users = [alia, basim, celine, dawud]
    kept, voided = won_match(users, 0, at=BEGUN), won_match(users, 1, [2], at=BEGUN)
    rate_match(kept, BEGUN)
    stood = list(Standing.objects.order_by("pk").values("mu", "points", "matches", "wins"))
    rate_match(voided, BEGUN)
    assert void_match(voided.public_id, BEGUN) is True
    after = list(Standing.objects.order_by("pk").values("mu", "points", "matches", "wins"))
    for old, new in zip(stood, after, strict=True):
        assert new.pop("mu") == pytest.approx(old.pop("mu"), abs=1e-12)
        assert new == old
    assert void_match(voided.public_id, BEGUN) is False
    assert voided.rating_changes.filter(kind="void").count() == 8
    assert list(differences(recompute())) == []


def test_a_casual_match_cannot_be_voided(alia: User, basim: User, celine: User, dawud: User) -> None:
    match = won_match([alia, basim, celine, dawud], 0)
    assert void_match(match.public_id, BEGUN) is False


def test_voiding_keeps_the_counts_of_the_ladder(league: list[Match], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.ratings.rating.Rating.is_provisional", lambda _rating, _settings: False)
    now = BEGUN + timedelta(days=85)
    four = [change.user for change in league[-1].rating_changes.filter(season__key=ALL_TIME).order_by("seat")]
    last = won_match(four, 0, at=now, variant=league[-1].variant)
    rate_match(last, now)
    void_match(last.public_id, now)
    assert Standing.objects.filter(listed=True).exists()
    for row in PointsCount.objects.all():
        listed = Standing.objects.filter(
            season=row.season, variant=row.variant, points=row.points, listed=True
        )
        assert listed.count() == row.players
