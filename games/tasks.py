"""Celery's tasks: each calls one service."""

from celery import shared_task
from django.utils import timezone

from games.services import clock, presence, ranking


@shared_task
def sweep() -> None:
    """Does whatever is due in any match. Beat sends this each half second."""
    clock.run_due(timezone.now())


@shared_task
def settle_presence() -> None:
    """Notices who is at the tables and who is away. Beat sends this every two seconds."""
    presence.settle(timezone.now())


@shared_task
def unlist_who_stayed_away() -> None:
    """Takes those off the ladders who have not played for long. Beat sends this every hour."""
    while ranking.unlist_who_stayed_away(timezone.now()):
        pass
