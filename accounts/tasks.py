"""Work that Celery does at its own time."""

from celery import shared_task
from django.utils import timezone

from accounts import services


@shared_task
def expire_guests() -> None:
    """Close the guests who have stayed away too long."""
    services.expire_guests(timezone.now())
