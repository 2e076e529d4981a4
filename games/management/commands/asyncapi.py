"""Prints the AsyncAPI document of the sockets, which is kept in games/static/games/asyncapi.json."""

import json
from typing import Any

from django.core.management.base import BaseCommand

from games.socket_page.asyncapi import document


class Command(BaseCommand):
    """Prints the document; after a change of frames, its place is overwritten with it."""

    help = "Prints the AsyncAPI document of the sockets (kept in games/static/games/asyncapi.json)."
    requires_system_checks: list[str] = []

    def handle(self, **_options: Any) -> None:
        """Prints it."""
        self.stdout.write(json.dumps(document(), indent=1, ensure_ascii=False))
