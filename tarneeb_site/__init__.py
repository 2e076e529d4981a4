"""The wiring: settings, addresses, servers. It imports the apps; no app imports it."""

from tarneeb_site.celery import app as celery_app

__all__ = ["celery_app"]
