from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

TURN_LENGTHS = (10, 20, 30, 60)


class Table(models.Model):
    """The live place with four seats; it outlives its matches."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting for players")
        PLAYING = "playing", _("playing")
        CLOSED = "closed", _("closed")

    class Visibility(models.TextChoices):
        OPEN = "open", _("open")
        LINK = "link", _("by link")

    public_id = models.CharField(_("id"), max_length=32, unique=True)
    variant = models.CharField(_("game"), max_length=20)
    options = models.JSONField(_("house rules"), default=dict)
    turn_seconds = models.PositiveSmallIntegerField(_("seconds a turn"), null=True, blank=True)
    visibility = models.CharField(
        _("visibility"), max_length=8, choices=Visibility.choices, default=Visibility.OPEN
    )
    status = models.CharField(_("status"), max_length=8, choices=Status.choices, default=Status.WAITING)
    ranked = models.BooleanField(_("ranked"), default=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="owned_tables",
        verbose_name=_("owner"),
    )
    # As everyone was told last: people without a seat here, and visitors' connections.
    watchers = models.PositiveIntegerField(_("watchers"), default=0)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        indexes = [
            models.Index(fields=["visibility", "status", "-created_at"], name="table_lobby"),
            models.Index(fields=["watchers"], condition=Q(watchers__gt=0), name="table_watched"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(turn_seconds__isnull=True) | Q(turn_seconds__in=TURN_LENGTHS),
                name="table_turn_length_known",
            ),
            models.CheckConstraint(
                condition=Q(visibility__in=["open", "link"]), name="table_visibility_known"
            ),
            models.CheckConstraint(
                condition=Q(status__in=["waiting", "playing"], closed_at__isnull=True)
                | Q(status="closed", closed_at__isnull=False),
                name="table_closed_has_time",
            ),
        ]

    def __str__(self) -> str:
        return self.public_id


class Seat(models.Model):
    """Who sits at one position of a table now: a person, a bot, or nobody."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats", verbose_name=_("table"))
    position = models.PositiveSmallIntegerField(_("position"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="seats",
        verbose_name=_("user"),
    )
    bot = models.CharField(_("bot"), max_length=20, blank=True, default="")
    held_by_bot = models.BooleanField(_("held by a bot"), default=False)
    timeouts_in_row = models.PositiveSmallIntegerField(_("turns in a row that ran out"), default=0)
    ready = models.BooleanField(_("ready for a match"), default=False)
    # Null while the person has a connection to this table.
    away_since = models.DateTimeField(_("away since"), null=True, blank=True)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["table", "position"], name="seat_once_a_table"),
            models.UniqueConstraint(
                fields=["user"], condition=Q(user__isnull=False), name="seat_one_live_a_user"
            ),
            models.CheckConstraint(condition=Q(position__lte=3), name="seat_position_0_to_3"),
            models.CheckConstraint(
                condition=Q(user__isnull=True) | Q(bot=""), name="seat_person_or_bot_not_both"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.position}"

    @property
    def kind(self) -> str:
        """What fills the seat: "person", "bot" or "empty"."""
        if self.user_id is not None:
            return "person"
        return "bot" if self.bot else "empty"

    @property
    def online(self) -> bool:
        """True where a person sits here who has a connection to the table."""
        return self.user_id is not None and self.away_since is None

    @property
    def played_by_bot(self) -> bool:
        """True where a bot makes the seat's moves: no person sits here, or one who is away."""
        return self.user_id is None or self.held_by_bot


class Removal(models.Model):
    """A person whom the owner of a table took out of a seat: for a while they cannot sit there again."""

    table = models.ForeignKey(
        Table, on_delete=models.CASCADE, related_name="removals", verbose_name=_("table"), db_index=False
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="removals", verbose_name=_("user")
    )
    until = models.DateTimeField(_("until"))

    class Meta:
        verbose_name = _("removal")
        verbose_name_plural = _("removals")
        constraints = [models.UniqueConstraint(fields=["table", "user"], name="removal_once_a_table")]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.user_id}"
