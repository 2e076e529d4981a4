"""``manage.py recomputeratings``: every rating anew from the stored results."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from games.database import one_moment
from games.services.recomputing import differences, recompute


class Command(BaseCommand):
    """Prints the ratings that are not what the results say; exits 1 where there are any. Changes nothing."""

    help = "Work every rating out anew from the results of ranked matches, and compare with what is stored."

    def handle(self, **_wishes: Any) -> None:
        with one_moment():
            found = recompute()
            wrong = list(differences(found))
        for one in wrong:
            whose = f"{one.season} {one.variant} user {one.user_id}"
            self.stdout.write(f"{whose}: {one.stored} is stored, and not {one.expected}")
        self.stdout.write(f"{found.matches} matches, {len(found.ratings)} ratings, {len(wrong)} differ")
        if found.incomplete:
            self.stdout.write(f"{found.incomplete} rows of the ledger are not four to a match and ladder")
        if wrong or found.incomplete:
            raise SystemExit(1)
