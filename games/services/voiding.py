"""Taking a ranked match out of the ratings."""

from datetime import datetime

from django.db import transaction

from games.models import Match, RatingChange, Standing
from games.ratings import CURRENT, Rating
from games.selectors.tallies import tallies

from .ranking import count_places, is_listed


def void_match(match_id: str, now: datetime) -> bool:
    """Gives everyone back what a ranked match cost or brought them, on every ladder; the uncertainty stays.

    The ledger gets a row more for each row of the match. Says whether anything changed: a match is voided
    once, however often that is asked for.
    """
    with transaction.atomic():
        match = Match.objects.select_for_update().get(public_id=match_id)
        changes = list(match.rating_changes.filter(kind=RatingChange.Kind.MATCH).order_by("season", "user"))
        voided = match.rating_changes.filter(kind=RatingChange.Kind.VOID).exists()
        if voided or not changes:
            return False
        for season_id in dict.fromkeys(change.season_id for change in changes):
            of_season = [change for change in changes if change.season_id == season_id]
            _void_on(match, of_season, now)
        return True


def taken_back(standing: Rating, change: RatingChange) -> Rating:
    """Gives a rating without what a change brought."""
    return Rating(standing.mu - (change.mu_after - change.mu_before), standing.sigma)


def _void_on(match: Match, changes: list[RatingChange], now: datetime) -> None:
    season = changes[0].season
    counted = tallies(match)
    rows = Standing.objects.filter(
        season=season, variant=match.variant, user__in=[change.user_id for change in changes]
    )
    standings = {row.user_id: row for row in rows.select_for_update(of=("self",)).order_by("user")}
    places = {row.pk: row.points if row.listed else None for row in standings.values()}
    for change in changes:
        standing, tally = standings[change.user_id], counted[change.seat]
        old = Rating(standing.mu, standing.sigma)
        new = taken_back(old, change)
        standing.mu, standing.points = new.mu, new.points(CURRENT)
        standing.matches -= 1
        standing.wins -= change.won
        standing.contracts -= tally.contracts
        standing.contracts_made -= tally.made
        standing.listed = is_listed(standing, CURRENT, now)
        standing.save()
        RatingChange.objects.create(
            match=match,
            season=season,
            variant=match.variant,
            user_id=change.user_id,
            kind=RatingChange.Kind.VOID,
            seat=change.seat,
            left=False,
            won=False,
            mu_before=old.mu,
            sigma_before=old.sigma,
            mu_after=new.mu,
            sigma_after=new.sigma,
            chance=change.chance,
            settings_version=change.settings_version,
            created_at=now,
        )
    count_places(season, match.variant, places, list(standings.values()))
