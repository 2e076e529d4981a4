"""The Celery application. The apps send tasks by name and define them with ``shared_task``."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarneeb_site.settings")

app = Celery("tarneeb")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
