"""Work that Celery does at its own time."""

from importlib import import_module

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from accounts import services


@shared_task
def expire_guests() -> None:
    """Close the guests who have stayed away too long."""
    services.expire_guests(timezone.now())


@shared_task
def clear_sessions() -> None:
    """Delete the sessions that are over: each guest and each visitor who chose something left one."""
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
