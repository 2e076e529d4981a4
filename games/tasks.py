"""Celery's tasks: each calls one service."""

from celery import shared_task
from django.utils import timezone

from games.services import clock, presence


@shared_task
def sweep() -> None:
    """Does whatever is due in any match. Beat sends this each half second."""
    clock.run_due(timezone.now())


@shared_task
def settle_presence() -> None:
    """Notices who is at the tables and who is away. Beat sends this every two seconds."""
    presence.settle(timezone.now())
