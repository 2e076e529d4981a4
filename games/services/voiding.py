"""Taking a ranked match out of the ratings."""

from datetime import datetime

from django.db import transaction

from games.models import ALL_TIME, Match, RatingChange, Standing
from games.ratings import CURRENT, Rating
from games.selectors.tallies import tallies

from .ranking import count_places, is_listed


def void_match(match_id: str, now: datetime) -> bool:
    """Gives everyone back what a ranked match cost or brought them, on the ladders of its month and of all
    time; the uncertainty stays, and so does what a later month began with.

    The ledger gets a row more for each row of the match. Says whether anything changed: a match is voided
    once, however often that is asked for.
    """
    with transaction.atomic():
        match = Match.objects.select_for_update().get(public_id=match_id)
        rows = match.rating_changes.filter(kind=RatingChange.Kind.MATCH)
        changes = list(rows.select_related("season").order_by("user"))
        voided = match.rating_changes.filter(kind=RatingChange.Kind.VOID).exists()
        if voided or not changes:
            return False
        # In the order in which the end of a match takes them: neither waits for the other.
        for season in sorted(
            {change.season for change in changes}, key=lambda one: (one.key == ALL_TIME, one.key)
        ):
            _void_on(match, [change for change in changes if change.season == season], now)
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
