"""Pages of a ladder: its top, the part around a player, and where a name stands.

A page is read along the ladder's index, and the standings on it from the counts of each rating: neither takes
longer on a longer ladder. Players of equal rating share a standing, the best that any of them could have.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F, Func, IntegerField, QuerySet, Sum, Value
from django.db.models.lookups import GreaterThan, LessThan

from accounts.names import name_key
from games.models import PointsCount, Season, Standing

PAGE = 50
AROUND = 12
FOUND = 10


@dataclass(frozen=True, slots=True)
class Ladder:
    """One game in one season."""

    season: Season
    variant: str


@dataclass(frozen=True, slots=True)
class Place:
    """A player on the ladder: 1 stands highest."""

    standing: int
    player: Standing


class _Row(Func):
    """Several columns or values as one, compared from left to right, as an index compares them."""

    template = "(%(expressions)s)"
    output_field = IntegerField()


def top(ladder: Ladder, after: tuple[int, int] | None = None, count: int = PAGE) -> list[Place]:
    """Gives the highest places, or those that follow a player's, who is given by points and user."""
    rows = _listed(ladder).order_by("descending", "user")
    if after is not None:
        rows = rows.filter(GreaterThan(_row(), _key(*after)))
    return _placed(ladder, list(rows[:count]))


def around(ladder: Ladder, user_id: int, count: int = AROUND) -> list[Place]:
    """Gives a listed player's place with so many above and below it; nothing for one who is not listed."""
    mine = _listed(ladder).filter(user=user_id).first()
    if mine is None:
        return []
    key = _key(mine.points, user_id)
    above = _listed(ladder).filter(LessThan(_row(), key)).order_by("-descending", "-user")[:count]
    below = _listed(ladder).filter(GreaterThan(_row(), key)).order_by("descending", "user")[:count]
    return _placed(ladder, [*reversed(above), mine, *below])


def place_of(ladder: Ladder, user_id: int) -> Place | None:
    """Gives a player's place, None for one who has none."""
    return next(iter(_placed(ladder, list(_listed(ladder).filter(user=user_id)))), None)


def find(ladder: Ladder, name: str, count: int = FOUND) -> list[Place]:
    """Gives places of players whose name begins with `name`, or with what looks like it, by name."""
    key = name_key(name)
    if not key:
        return []
    found = _listed(ladder).filter(user__username_key__startswith=key).order_by("user__username_key")[:count]
    places = {
        place.player.pk: place for place in _placed(ladder, sorted(found, key=lambda one: one.descending))
    }
    return [places[player.pk] for player in found]


def _listed(ladder: Ladder) -> QuerySet[Standing]:
    rows = Standing.objects.filter(season=ladder.season, variant=ladder.variant, listed=True)
    return rows.select_related("user")


def _row() -> _Row:
    return _Row(F("descending"), F("user_id"))


def _key(points: int, user_id: int) -> _Row:
    return _Row(Value(-points), Value(user_id))


def _placed(ladder: Ladder, players: Sequence[Standing]) -> list[Place]:
    if not players:
        return []
    best, least = players[0].points, players[-1].points
    counts = PointsCount.objects.filter(season=ladder.season, variant=ladder.variant)
    standing = 1 + (counts.filter(points__gt=best).aggregate(above=Sum("players"))["above"] or 0)
    standings: dict[int, int] = {}
    on_page = counts.filter(points__range=(least, best)).order_by("-points")
    for points, number in on_page.values_list("points", "players"):
        standings[points] = standing
        standing += number
    return [Place(standings[player.points], player) for player in players]
