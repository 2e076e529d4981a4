from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from .tables import Table


class Match(models.Model):
    """From the first deal to the target.

    `version` counts every deal and move and guards each write: a change is an update of the row that still
    has the version it was worked out from. `seating` counts what changes without a move, a seat of the table
    or `due_at`: what a process keeps of a match is good while neither number grew. `due_at` says when the
    system must act next: a person's deadline, a bot's pause, or the next deal.
    """

    class Status(models.TextChoices):
        PLAYING = "playing", _("playing")
        ENDED = "ended", _("ended")

    class Reason(models.TextChoices):
        TARGET = "target", _("target reached")
        FORFEIT = "forfeit", _("given up")
        ABANDONED = "abandoned", _("abandoned")

    public_id = models.CharField(_("id"), max_length=32, unique=True)
    table = models.ForeignKey(
        Table, on_delete=models.CASCADE, related_name="matches", verbose_name=_("table")
    )
    variant = models.CharField(_("game"), max_length=20)
    options = models.JSONField(_("house rules"), default=dict)
    turn_seconds = models.PositiveSmallIntegerField(_("seconds a turn"), null=True, blank=True)
    ranked = models.BooleanField(_("ranked"), default=False)
    seat_names = models.JSONField(_("names of the seats"), default=list)
    status = models.CharField(_("status"), max_length=8, choices=Status.choices, default=Status.PLAYING)
    version = models.PositiveIntegerField(_("version"), default=0)
    seating = models.PositiveIntegerField(_("changes of seats"), default=0)
    phase = models.CharField(_("phase"), max_length=16)
    turn = models.PositiveSmallIntegerField(_("seat in turn"), null=True, blank=True)
    first_dealer = models.PositiveSmallIntegerField(_("first dealer"))
    next_dealer = models.PositiveSmallIntegerField(_("next dealer"))
    scores = models.JSONField(_("score"), default=list)
    idle_hands = models.PositiveSmallIntegerField(
        _("hands in a row that did not count and no person called in"), default=0
    )
    due_at = models.DateTimeField(_("system acts at"), null=True, blank=True)
    winner = models.PositiveSmallIntegerField(_("winning team"), null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=10, choices=Reason.choices, blank=True, default="")
    created_at = models.DateTimeField(_("started"), auto_now_add=True)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        indexes = [
            models.Index(fields=["due_at"], condition=Q(due_at__isnull=False), name="match_due"),
            models.Index(fields=["table", "-created_at"], name="match_latest_of_table"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(status="playing"), name="match_one_live_a_table"
            ),
            models.CheckConstraint(
                condition=Q(status="playing", ended_at__isnull=True, reason="", winner__isnull=True)
                | Q(status="ended", ended_at__isnull=False, due_at__isnull=True, turn__isnull=True)
                & ~Q(reason=""),
                name="match_ended_has_result",
            ),
            models.CheckConstraint(
                condition=Q(reason="abandoned", winner__isnull=True)
                | Q(reason__in=["target", "forfeit"], winner__in=[0, 1])
                | Q(reason=""),
                name="match_winner_fits_reason",
            ),
            models.CheckConstraint(condition=Q(turn__isnull=True) | Q(turn__lte=3), name="match_turn_0_to_3"),
            models.CheckConstraint(
                condition=Q(first_dealer__lte=3, next_dealer__lte=3), name="match_dealers_0_to_3"
            ),
        ]

    def __str__(self) -> str:
        return self.public_id


class Occupancy(models.Model):
    """Who played a seat of a match, from the state of one version on, up to another (null: still does)."""

    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="occupancies", verbose_name=_("match")
    )
    seat = models.PositiveSmallIntegerField(_("seat"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="occupancies",
        verbose_name=_("user"),
    )
    bot = models.CharField(_("bot"), max_length=20, blank=True, default="")
    from_version = models.PositiveIntegerField(_("from version"))
    to_version = models.PositiveIntegerField(_("to version"), null=True, blank=True)

    class Meta:
        verbose_name = _("occupancy")
        verbose_name_plural = _("occupancies")
        constraints = [
            models.UniqueConstraint(
                fields=["match", "seat"],
                condition=Q(to_version__isnull=True),
                name="occupancy_one_open_a_seat",
            ),
            models.CheckConstraint(condition=Q(seat__lte=3), name="occupancy_seat_0_to_3"),
            models.CheckConstraint(
                condition=Q(user__isnull=False, bot="") | Q(user__isnull=True) & ~Q(bot=""),
                name="occupancy_person_xor_bot",
            ),
            models.CheckConstraint(
                condition=Q(to_version__isnull=True) | Q(to_version__gte=F("from_version")),
                name="occupancy_versions_in_order",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seat}/{self.from_version}"
