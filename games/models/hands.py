from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .matches import Match


class Actor(models.TextChoices):
    """Who made a move."""

    PERSON = "person", _("person")
    BOT = "bot", _("bot")
    CLOCK = "clock", _("clock")


class Hand(models.Model):
    """One hand: its deal while it is played, and all that happened in it in one compact row once it ended.

    `deal`, `seed` and the moves of a hand that has not ended are secret to everybody.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="hands", verbose_name=_("match"))
    ordinal = models.PositiveSmallIntegerField(_("ordinal"))
    number = models.PositiveSmallIntegerField(_("number"), null=True, blank=True)
    dealer = models.PositiveSmallIntegerField(_("dealer"))
    # Four lines in seat order, thirteen cards each, in the order dealt.
    deal = models.TextField(_("cards"))
    seed = models.BinaryField(_("seed"), max_length=32)
    method = models.CharField(_("deal method"), max_length=32)
    commitment = models.CharField(_("commitment"), max_length=64)
    version_dealt = models.PositiveIntegerField(_("version when dealt"))
    dealt_at = models.DateTimeField(_("dealt"))
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)
    # scored, passed_out or cancelled; unfinished where the match ended inside the hand; empty in play
    outcome = models.CharField(_("outcome"), max_length=10, blank=True, default="")
    calls = models.JSONField(_("calls"), default=list)
    revealed = models.CharField(_("revealed card"), max_length=2, blank=True, default="")
    trump = models.CharField(_("trump"), max_length=2, blank=True, default="")
    declarer = models.PositiveSmallIntegerField(_("declarer"), null=True, blank=True)
    contract = models.CharField(_("contract"), max_length=4, blank=True, default="")
    doubled = models.BooleanField(_("doubled"), default=False)
    plays = models.TextField(_("plays"), blank=True, default="")
    tricks = models.JSONField(_("tricks"), null=True, blank=True)
    points = models.JSONField(_("points"), null=True, blank=True)
    scores = models.JSONField(_("score"), null=True, blank=True)
    # "place:digest" of every move that came with a client's id: such a move sent again is known again.
    receipts = models.TextField(_("receipts"), blank=True, default="")

    class Meta:
        verbose_name = _("hand")
        verbose_name_plural = _("hands")
        ordering = ["ordinal"]
        constraints = [
            models.UniqueConstraint(fields=["match", "ordinal"], name="hand_once_a_match"),
            models.UniqueConstraint(
                fields=["match"], condition=Q(ended_at__isnull=True), name="hand_one_live_a_match"
            ),
            models.CheckConstraint(condition=Q(dealer__lte=3), name="hand_dealer_0_to_3"),
            models.CheckConstraint(
                condition=Q(outcome="", ended_at__isnull=True)
                | Q(
                    outcome__in=["scored", "passed_out", "cancelled", "unfinished"],
                    ended_at__isnull=False,
                ),
                name="hand_ended_has_outcome",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.ordinal}"


class Move(models.Model):
    """A move of the hand being played; the rows go when the hand ends and becomes one row."""

    hand = models.ForeignKey(Hand, on_delete=models.CASCADE, related_name="moves", verbose_name=_("hand"))
    place = models.PositiveSmallIntegerField(_("place"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    text = models.CharField(_("move"), max_length=8)
    actor = models.CharField(_("made by"), max_length=6, choices=Actor.choices)
    at = models.DateTimeField(_("at"))
    client_id = models.CharField(_("client's id"), max_length=64, blank=True, default="")

    class Meta:
        verbose_name = _("move")
        verbose_name_plural = _("moves")
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(fields=["hand", "place"], name="move_once_a_place"),
            models.UniqueConstraint(
                fields=["hand", "seat", "client_id"],
                condition=~Q(client_id=""),
                name="move_once_a_client_id",
            ),
            models.CheckConstraint(condition=Q(seat__lte=3), name="move_seat_0_to_3"),
            models.CheckConstraint(condition=Q(actor__in=Actor.values), name="move_actor_known"),
        ]

    def __str__(self) -> str:
        # Not the card: a line in a log must not name it.
        return f"{self.hand_id}/{self.place}"
