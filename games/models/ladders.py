from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from .matches import Match

ALL_TIME = "all"


class Season(models.Model):
    """A calendar month, by its key ("2026-12"), or all time. A ladder is one game in one season."""

    key = models.CharField(_("season"), max_length=7, unique=True)
    starts_at = models.DateTimeField(_("begins"), null=True, blank=True)
    ends_at = models.DateTimeField(_("ends"), null=True, blank=True)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        constraints = [
            models.CheckConstraint(
                condition=Q(
                    key=ALL_TIME, starts_at__isnull=True, ends_at__isnull=True, closed_at__isnull=True
                )
                | ~Q(key=ALL_TIME) & Q(starts_at__isnull=False, ends_at__gt=F("starts_at")),
                name="season_has_times_unless_all",
            ),
        ]

    def __str__(self) -> str:
        return self.key


class Standing(models.Model):
    """What a ladder knows of one player: the rating, and figures of the matches.

    `points` is the rating as players see it; `descending` is the same with its sign turned, so that a ladder
    is read along its index. Only who is `listed` has a place on the ladder; `points_counts` counts those.
    """

    season = models.ForeignKey(
        Season, on_delete=models.PROTECT, related_name="standings", verbose_name=_("season"), db_index=False
    )
    variant = models.CharField(_("game"), max_length=20)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="standings", verbose_name=_("user")
    )
    mu = models.FloatField(_("mean of the strength"))
    sigma = models.FloatField(_("uncertainty of the strength"))
    points = models.PositiveIntegerField(_("rating"))
    descending = models.GeneratedField(
        expression=-F("points"), output_field=models.IntegerField(), db_persist=True
    )
    listed = models.BooleanField(_("on the ladder"), default=False)
    matches = models.PositiveIntegerField(_("matches"), default=0)
    wins = models.PositiveIntegerField(_("matches won"), default=0)
    # Matches in a row that were won; below zero, lost.
    streak = models.IntegerField(_("streak"), default=0)
    contracts = models.PositiveIntegerField(_("contracts"), default=0)
    contracts_made = models.PositiveIntegerField(_("contracts made"), default=0)
    last_match_at = models.DateTimeField(_("last match"), null=True, blank=True)

    class Meta:
        verbose_name = _("standing")
        verbose_name_plural = _("standings")
        constraints = [
            models.UniqueConstraint(fields=["user", "season", "variant"], name="standing_once_a_ladder"),
            models.CheckConstraint(condition=Q(sigma__gt=0), name="standing_sigma_positive"),
            models.CheckConstraint(condition=Q(wins__lte=F("matches")), name="standing_wins_are_matches"),
            models.CheckConstraint(
                condition=Q(contracts_made__lte=F("contracts")), name="standing_made_are_contracts"
            ),
        ]
        indexes = [
            models.Index(
                fields=["season", "variant", "descending", "user"],
                condition=Q(listed=True),
                name="standing_ladder",
            ),
            models.Index(fields=["last_match_at"], condition=Q(listed=True), name="standing_listed_since"),
        ]

    def __str__(self) -> str:
        return f"{self.season_id}/{self.variant}/{self.user_id}"


class PointsCount(models.Model):
    """How many listed players of a ladder have a rating of so many points. Who has how many above them is a
    sum of a few rows, however long the ladder is."""

    season = models.ForeignKey(
        Season, on_delete=models.PROTECT, related_name="+", verbose_name=_("season"), db_index=False
    )
    variant = models.CharField(_("game"), max_length=20)
    points = models.PositiveIntegerField(_("rating"))
    players = models.PositiveIntegerField(_("players"))

    class Meta:
        verbose_name = _("count of a rating")
        verbose_name_plural = _("counts of ratings")
        constraints = [
            models.UniqueConstraint(fields=["season", "variant", "points"], name="points_count_once"),
        ]

    def __str__(self) -> str:
        return f"{self.season_id}/{self.variant}/{self.points}"


class RatingChange(models.Model):
    """What one match changed in one player's rating on one ladder. Rows are added in the order of the
    changes, and none is ever altered: a voided match is a row more."""

    class Kind(models.TextChoices):
        MATCH = "match", _("match")
        VOID = "void", _("match voided")

    match = models.ForeignKey(
        Match, on_delete=models.PROTECT, related_name="rating_changes", verbose_name=_("match")
    )
    season = models.ForeignKey(
        Season, on_delete=models.PROTECT, related_name="+", verbose_name=_("season"), db_index=False
    )
    variant = models.CharField(_("game"), max_length=20)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="rating_changes",
        verbose_name=_("user"),
        db_index=False,
    )
    kind = models.CharField(_("kind"), max_length=5, choices=Kind.choices, default=Kind.MATCH)
    seat = models.PositiveSmallIntegerField(_("seat"))
    left = models.BooleanField(_("left the match"), default=False)
    won = models.BooleanField(_("rated as won"))
    mu_before = models.FloatField(_("mean before"))
    sigma_before = models.FloatField(_("uncertainty before"))
    mu_after = models.FloatField(_("mean after"))
    sigma_after = models.FloatField(_("uncertainty after"))
    chance = models.FloatField(_("chance of winning, as predicted"))
    settings_version = models.PositiveSmallIntegerField(_("version of the settings"))
    created_at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("change of a rating")
        verbose_name_plural = _("changes of ratings")
        constraints = [
            models.UniqueConstraint(
                fields=["match", "season", "user", "kind"], name="rating_change_once_a_match"
            ),
            models.CheckConstraint(condition=Q(seat__lte=3), name="rating_change_seat_0_to_3"),
            models.CheckConstraint(
                condition=Q(chance__gte=0, chance__lte=1), name="rating_change_chance_0_to_1"
            ),
            models.CheckConstraint(condition=~Q(left=True, won=True), name="rating_change_leavers_lost"),
        ]
        indexes = [
            models.Index(fields=["user", "season", "variant", "id"], name="rating_change_of_player"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.season_id}/{self.user_id}"
