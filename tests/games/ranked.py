"""Ranked matches that were played elsewhere: their rows, as they are when they end."""

from collections.abc import Collection, Sequence
from datetime import datetime
from itertools import count

from django.utils import timezone

from accounts.models import User
from games.benchmarks import won_matches
from games.models import Match

_numbers = count()
LEFT_AT, ENDED_AT = 1, 2


def won_match(
    users: Sequence[User],
    winner: int,
    leavers: Collection[int] = (),
    at: datetime | None = None,
    variant: str = "tarneeb",
) -> Match:
    """Gives a ranked match that the four began and team `winner` has just won; bots play for the leavers."""
    four = [user.pk for user in users]
    match = won_matches.won_match(f"ranked{next(_numbers)}", four, winner, variant, at or timezone.now())
    for seat in leavers:
        match.occupancies.create(seat=seat, bot="steady", from_version=LEFT_AT, to_version=ENDED_AT)
    return match
