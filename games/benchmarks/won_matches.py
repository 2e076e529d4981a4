"""Ranked matches that nobody played: their rows, as they are when they have just been won."""

from collections.abc import Sequence
from datetime import datetime

from games.models import Match, Occupancy, Table


def won_match(name: str, users: Sequence[int], winner: int, variant: str, now: datetime) -> Match:
    """Gives a ranked match of the four, by seat, that is not rated yet; `name` is its id and its table's."""
    table = Table.objects.create(
        public_id=name, variant=variant, turn_seconds=30, ranked=True, status="closed", closed_at=now
    )
    match = Match.objects.create(
        public_id=name,
        table=table,
        variant=variant,
        turn_seconds=30,
        ranked=True,
        status="ended",
        phase="ended",
        first_dealer=0,
        next_dealer=0,
        winner=winner,
        reason="target",
        ended_at=now,
    )
    Occupancy.objects.bulk_create(
        Occupancy(match=match, seat=seat, user_id=user, from_version=0, to_version=1)
        for seat, user in enumerate(users)
    )
    return match
