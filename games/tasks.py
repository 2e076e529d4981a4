"""Celery's tasks: each calls one service."""

from celery import shared_task
from django.utils import timezone

from games.services import clock


@shared_task
def sweep() -> None:
    """Does whatever is due in any match. Beat sends this each half second."""
    clock.run_due(timezone.now())
