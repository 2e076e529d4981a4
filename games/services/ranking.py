"""What a ranked match changes on the ladders, in the transaction that ends it."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby

from django.db import connection, transaction
from django.db.models import F

from games.models import ALL_TIME, Match, PointsCount, RatingChange, Season, Standing
from games.ratings import CURRENT, Outcome, Rating, RatingSettings, drawn, newcomer, predict, rate
from games.selectors.seasons import season_key, season_times
from games.selectors.tallies import Tally, tallies

log = logging.getLogger(__name__)

SEATS = 4
# A rating is on the ladder once it is not provisional, after so many matches there, and for so long after the
# last one.
MATCHES_TO_BE_LISTED = 10
LISTED_FOR = timedelta(days=60)
_CHANGED = (
    "mu", "sigma", "points", "listed", "matches", "wins", "streak", "contracts", "contracts_made",
    "last_match_at",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class RankedPlayer:
    """A person who began a ranked match, and whether they left it."""

    seat: int
    user_id: int
    left: bool


def rate_match(match: Match, now: datetime) -> None:
    """Rates a ranked match if it has been won, on the ladders of its month and of all time. What was rated
    once is not rated again, and what four people did not begin is never: it ends all the same."""
    if not match.ranked or match.winner is None or match.rating_changes.exists():
        return
    players = players_of(match)
    if len(players) != SEATS:
        log.error("ranked match %s was not begun by four people, and is not rated", match.public_id)
        return
    outcome = Outcome(match.winner, frozenset(player.seat for player in players if player.left))
    if len(outcome.leavers) == len(players):
        return
    counted = tallies(match)
    for season in (_season(season_key(now)), _season(ALL_TIME)):
        _rate_on(season, match, players, outcome, counted, now)


def players_of(match: Match) -> list[RankedPlayer]:
    """Gives the people who began a match, by seat; left has who was replaced by a bot that still played for
    them at the end."""
    rows = match.occupancies.order_by("seat", "from_version", "pk")
    players = []
    for seat, occupancies in groupby(rows, key=lambda occupancy: occupancy.seat):
        users = [occupancy.user_id for occupancy in occupancies]
        if users[0] is not None:
            players.append(RankedPlayer(seat, users[0], left=users[-1] != users[0]))
    return players


def _season(key: str) -> Season:
    begins, ends = season_times(key)
    season, _made = Season.objects.get_or_create(key=key, defaults={"starts_at": begins, "ends_at": ends})
    return season


def _rate_on(
    season: Season,
    match: Match,
    players: Sequence[RankedPlayer],
    outcome: Outcome,
    counted: Sequence[Tally],
    now: datetime,
) -> None:
    standings = _locked(season, match.variant, players)
    before = [Rating(standing.mu, standing.sigma) for standing in standings]
    after = rate(before, outcome, CURRENT)
    chance = predict(before, CURRENT)
    places = {standing.pk: standing.points if standing.listed else None for standing in standings}
    changes = []
    for player, standing, tally, old, new in zip(players, standings, counted, before, after, strict=True):
        won = not player.left and player.seat % 2 == outcome.winner
        _take_over(standing, new, won, tally, now)
        changes.append(
            RatingChange(
                match=match,
                season=season,
                variant=match.variant,
                user_id=player.user_id,
                seat=player.seat,
                left=player.left,
                won=won,
                mu_before=old.mu,
                sigma_before=old.sigma,
                mu_after=new.mu,
                sigma_after=new.sigma,
                chance=chance if player.seat % 2 == 0 else 1 - chance,
                settings_version=CURRENT.version,
                created_at=now,
            )
        )
    RatingChange.objects.bulk_create(changes)
    Standing.objects.bulk_update(standings, _CHANGED)
    count_places(season, match.variant, places, standings)


def _locked(season: Season, variant: str, players: Sequence[RankedPlayer]) -> list[Standing]:
    """The players' standings, by seat, locked in the order of users."""
    rows = Standing.objects.filter(
        season=season, variant=variant, user__in=[player.user_id for player in players]
    )
    known = set(rows.values_list("user", flat=True))
    Standing.objects.bulk_create(
        [
            new_standing(season, variant, user_id)
            for user_id in sorted(player.user_id for player in players)
            if user_id not in known
        ],
        ignore_conflicts=True,
    )
    by_user = {row.user_id: row for row in rows.select_for_update(of=("self",)).order_by("user")}
    return [by_user[player.user_id] for player in players]


def new_standing(season: Season, variant: str, user_id: int) -> Standing:
    """Gives the standing with which a player begins on a ladder; it is not saved. A month begins where the
    last one with matches of theirs ended, drawn to the middle; that one is locked, so that no match of it can
    be voided meanwhile."""
    begins = newcomer(CURRENT)
    if season.key != ALL_TIME:
        earlier = Standing.objects.filter(
            user=user_id, variant=variant, season__starts_at__lt=season.starts_at
        ).order_by("-season__starts_at")
        last = earlier.select_for_update(of=("self",)).first()
        if last is not None:
            begins = drawn(Rating(last.mu, last.sigma), CURRENT)
    return Standing(
        season=season,
        variant=variant,
        user_id=user_id,
        mu=begins.mu,
        sigma=begins.sigma,
        points=begins.points(CURRENT),
    )


def _take_over(standing: Standing, new: Rating, won: bool, tally: Tally, now: datetime) -> None:
    standing.mu, standing.sigma = new.mu, new.sigma
    standing.points = new.points(CURRENT)
    standing.matches += 1
    standing.wins += won
    same = (standing.streak > 0) == won
    standing.streak = (standing.streak if same else 0) + (1 if won else -1)
    standing.contracts += tally.contracts
    standing.contracts_made += tally.made
    standing.last_match_at = now
    standing.listed = is_listed(standing, CURRENT, now)


def is_listed(standing: Standing, settings: RatingSettings, now: datetime) -> bool:
    """Says whether a standing has a place on its ladder."""
    return (
        not Rating(standing.mu, standing.sigma).is_provisional(settings)
        and standing.matches >= MATCHES_TO_BE_LISTED
        and standing.last_match_at is not None
        and now - standing.last_match_at <= LISTED_FOR
    )


def unlist_who_stayed_away(now: datetime, at_most: int = 500) -> int:
    """Takes those off the ladders of all time who have not played for long; gives how many. The months keep
    theirs."""
    seasons = Season.objects.filter(key=ALL_TIME)
    gone = Standing.objects.filter(season__in=seasons, listed=True, last_match_at__lt=now - LISTED_FOR)
    done = 0
    for season in seasons:
        for variant in gone.order_by().values_list("variant", flat=True).distinct():
            with transaction.atomic():
                rows = gone.filter(variant=variant).select_for_update(of=("self",)).order_by("user")[:at_most]
                standings = list(rows)
                places: dict[int, int | None] = {standing.pk: standing.points for standing in standings}
                for standing in standings:
                    standing.listed = False
                Standing.objects.bulk_update(standings, ["listed"])
                count_places(season, variant, places, standings)
            done += len(standings)
    return done


def count_places(
    season: Season, variant: str, before: Mapping[int, int | None], standings: Sequence[Standing]
) -> None:
    """Brings the counts of a ladder up to date: `before` has the listed points by standing, None for one
    that was not listed."""
    difference: dict[int, int] = {}
    for standing in standings:
        old, new = before[standing.pk], standing.points if standing.listed else None
        if old == new:
            continue
        if old is not None:
            difference[old] = difference.get(old, 0) - 1
        if new is not None:
            difference[new] = difference.get(new, 0) + 1
    # In the order of points: two matches that end at once never wait for each other.
    for points, players in sorted(difference.items()):
        if players:
            _count(season, variant, points, players)


_COUNT = f"""
INSERT INTO {PointsCount._meta.db_table} (season_id, variant, points, players) VALUES (%s, %s, %s, %s)
ON CONFLICT (season_id, variant, points) DO UPDATE
SET players = {PointsCount._meta.db_table}.players + excluded.players
"""


def _count(season: Season, variant: str, points: int, players: int) -> None:
    rows = PointsCount.objects.filter(season=season, variant=variant, points=points)
    if players < 0:
        rows.update(players=F("players") + players)
        return
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, [season.pk, variant, points, players])
