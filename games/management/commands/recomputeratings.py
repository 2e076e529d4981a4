"""``manage.py recomputeratings``: every rating anew from the stored results."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from games.services.recomputing import differences, recompute


class Command(BaseCommand):
    """Prints the ratings that are not what the results say; exits 1 where there are any. Changes nothing."""

    help = "Work every rating out anew from the results of ranked matches, and compare with what is stored."

    def handle(self, **_wishes: Any) -> None:
        found = recompute()
        wrong = 0
        for one in differences(found):
            wrong += 1
            whose = f"{one.season} {one.variant} user {one.user_id}"
            self.stdout.write(f"{whose}: {one.stored} is stored, and not {one.expected}")
        self.stdout.write(f"{found.matches} matches, {len(found.ratings)} ratings, {wrong} differ")
        if wrong:
            raise SystemExit(1)
