"""Every rating worked out anew from the stored results, to be held against what is stored."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from django.db.models import F

from games.models import ALL_TIME, RatingChange, Season, Standing
from games.ratings import Outcome, Rating, drawn, newcomer, rate, settings_of

from .voiding import taken_back

CHUNK = 2000
SEATS = 4


@dataclass(frozen=True, slots=True)
class Difference:
    """A rating that is stored, and what the results say; None where there is none."""

    season: str
    variant: str
    user_id: int
    stored: Rating | None
    expected: Rating | None


@dataclass(slots=True)
class Recomputed:
    """All ratings, by season's key, game and user; the number of matches that they came from; and of rows of
    the ledger that are not four to a match and ladder."""

    ratings: dict[tuple[str, str, int], Rating] = field(default_factory=dict)
    matches: int = 0
    incomplete: int = 0


def recompute() -> Recomputed:
    """Rates all stored results in the order of the ledger. Reads who sat where, who won, who left, which
    settings held and what was voided; of the ratings in the ledger nothing."""
    seasons = {season.pk: season for season in Season.objects.all()}
    earlier = {key: _before(season, seasons) for key, season in seasons.items()}
    found = Recomputed()
    voided = set(RatingChange.objects.filter(kind=RatingChange.Kind.VOID).values_list("match", flat=True))
    made: dict[tuple[int, int, int], RatingChange] = {}
    for rows in _by_match(found):
        season = seasons[rows[0].season_id]
        for row in rows:
            place = season.key, row.variant, row.user_id
            if place not in found.ratings:
                found.ratings[place] = _beginning(found, row, earlier[season.pk])
        before = [found.ratings[season.key, row.variant, row.user_id] for row in rows]
        if rows[0].kind == RatingChange.Kind.VOID:
            after = [
                taken_back(old, made[row.match_id, row.season_id, row.user_id])
                for old, row in zip(before, rows, strict=True)
            ]
        else:
            after = list(rate(before, _outcome(rows), settings_of(rows[0].settings_version)))
            found.matches += season.key == ALL_TIME
        for row, old, new in zip(rows, before, after, strict=True):
            found.ratings[season.key, row.variant, row.user_id] = new
            if row.match_id in voided:
                row.mu_before, row.mu_after = old.mu, new.mu
                made[row.match_id, row.season_id, row.user_id] = row
    return found


def differences(found: Recomputed) -> Iterator[Difference]:
    """Gives the stored ratings that are not what the results say, to the last digit, and those that are not
    stored at all."""
    missing = dict(found.ratings)
    rows = Standing.objects.select_related("season").order_by("pk")
    for row in rows.iterator(CHUNK):
        stored = Rating(row.mu, row.sigma)
        expected = missing.pop((row.season.key, row.variant, row.user_id), None)
        if stored != expected:
            yield Difference(row.season.key, row.variant, row.user_id, stored, expected)
    for (season, variant, user_id), expected in missing.items():
        yield Difference(season, variant, user_id, None, expected)


def _by_match(found: Recomputed) -> Iterator[list[RatingChange]]:
    """The ledger's rows by match and ladder, four at a time and by seat, in the order in which they came.
    Those of matches that ended at the same moment may be mixed."""
    waiting: dict[tuple[int, int, str], list[RatingChange]] = {}
    for row in RatingChange.objects.annotate(winner=F("match__winner")).order_by("pk").iterator(CHUNK):
        key = row.match_id, row.season_id, row.kind
        together = waiting.setdefault(key, [])
        together.append(row)
        if len(together) == SEATS:
            del waiting[key]
            yield sorted(together, key=lambda row: row.seat)
    found.incomplete = sum(map(len, waiting.values()))


def _outcome(rows: list[RatingChange]) -> Outcome:
    return Outcome(rows[0].winner, frozenset(row.seat for row in rows if row.left))  # type: ignore[attr-defined]


def _before(season: Season, seasons: dict[int, Season]) -> list[str]:
    """The months before one, the latest first."""
    if season.starts_at is None:
        return []
    months = [other for other in seasons.values() if other.starts_at and other.starts_at < season.starts_at]
    return [month.key for month in sorted(months, key=lambda month: month.key, reverse=True)]


def _beginning(found: Recomputed, row: RatingChange, earlier: list[str]) -> Rating:
    settings = settings_of(row.settings_version)
    for key in earlier:
        last = found.ratings.get((key, row.variant, row.user_id))
        if last is not None:
            return drawn(last, settings)
    return newcomer(settings)
