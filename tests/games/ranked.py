"""Ranked matches that were played elsewhere: their rows, as they are when they end."""

from collections.abc import Collection, Sequence
from datetime import datetime
from itertools import count

from django.utils import timezone

from accounts.models import User
from games.models import Match, Occupancy, Table

_numbers = count()


def won_match(
    users: Sequence[User],
    winner: int,
    leavers: Collection[int] = (),
    at: datetime | None = None,
    variant: str = "tarneeb",
) -> Match:
    """Gives a ranked match that the four began and team `winner` has just won; bots play for the leavers."""
    at = at or timezone.now()
    name = f"ranked{next(_numbers)}"
    table = Table.objects.create(
        public_id=name, variant=variant, turn_seconds=30, ranked=True, status="closed", closed_at=at
    )
    match = Match.objects.create(
        public_id=name,
        table=table,
        variant=variant,
        turn_seconds=30,
        ranked=True,
        status=Match.Status.ENDED,
        version=100,
        phase="ended",
        first_dealer=0,
        next_dealer=0,
        scores=[31, 5],
        winner=winner,
        reason=Match.Reason.TARGET,
        ended_at=at,
    )
    for seat, user in enumerate(users):
        left = 50 if seat in leavers else 100
        Occupancy.objects.create(match=match, seat=seat, user=user, from_version=0, to_version=left)
        if seat in leavers:
            Occupancy.objects.create(match=match, seat=seat, bot="steady", from_version=50, to_version=100)
    return match
