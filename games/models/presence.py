from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from .tables import Table


class WebProcess(models.Model):
    """One process that serves sockets. Its connections count while it says again and again that it lives."""

    public_id = models.CharField(_("id"), max_length=32, unique=True)
    started_at = models.DateTimeField(_("started"))
    seen_at = models.DateTimeField(_("last seen"), db_index=True)

    class Meta:
        verbose_name = _("web process")
        verbose_name_plural = _("web processes")

    def __str__(self) -> str:
        return self.public_id


class Connection(models.Model):
    """One socket at a table, of a person or (no user) of a visitor.

    The row of one that was closed stays for a moment, and counts: a page that is loaded anew closes its
    socket and opens another.
    """

    public_id = models.CharField(_("id"), max_length=32, unique=True)
    process = models.ForeignKey(
        WebProcess, on_delete=models.CASCADE, related_name="connections", verbose_name=_("web process")
    )
    table = models.ForeignKey(
        Table,
        on_delete=models.CASCADE,
        related_name="connections",
        verbose_name=_("table"),
        db_index=False,  # the index below begins with it
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="connections",
        verbose_name=_("user"),
    )
    opened_at = models.DateTimeField(_("opened"))
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)

    class Meta:
        verbose_name = _("connection")
        verbose_name_plural = _("connections")
        indexes = [
            models.Index(fields=["table", "user"], name="connection_at_table"),
            models.Index(
                fields=["closed_at"], condition=models.Q(closed_at__isnull=False), name="connection_closed"
            ),
        ]

    def __str__(self) -> str:
        return self.public_id
