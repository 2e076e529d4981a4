"""Matches that this process keeps in memory between two changes, so that a move need not read them again.

What is kept is a cache and no more: it holds committed states only, may be thrown away at any moment, and is
written through a statement that names the version and the seating it was worked out from. So any number of
processes can serve a table, each with its own copy.
"""

import threading
from collections import OrderedDict

from django.db import transaction

from games.models import Match, Move

from .live import LiveMatch, add_hand, add_moves

# A match takes about 30 KB; those that were not used for longest go first.
MATCHES_KEPT = 2000


class KeptMatches:
    """Live matches by public id. Whoever works on one takes it out, so that no two threads share it."""

    def __init__(self, size: int = MATCHES_KEPT) -> None:
        self._size = size
        self._matches: OrderedDict[str, LiveMatch] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, public_id: str) -> LiveMatch | None:
        """Gives a kept match and forgets it, None where it is not kept."""
        with self._lock:
            return self._matches.pop(public_id, None)

    def put(self, live: LiveMatch) -> None:
        """Keeps a match as it was committed. One that has ended is not needed again."""
        if live.match.status != Match.Status.PLAYING:
            return
        with self._lock:
            self._matches[live.match.public_id] = live
            self._matches.move_to_end(live.match.public_id)
            if len(self._matches) > self._size:
                self._matches.popitem(last=False)

    def put_on_commit(self, live: LiveMatch) -> None:
        """Keeps a match once the transaction that it was read or changed in is committed."""
        transaction.on_commit(lambda: self.put(live))

    def clear(self) -> None:
        """Forgets everything."""
        with self._lock:
            self._matches.clear()


kept = KeptMatches()


def catch_up(live: LiveMatch, match: Match) -> bool:
    """Brings a match to what its row says, by reading only what came since; gives the row to it.

    False where it has to be read anew: its seats changed, or more than one hand has ended.
    """
    if match.seating != live.match.seating or match.status != Match.Status.PLAYING:
        return False
    if match.version < live.match.version:
        return False
    if match.version > live.match.version:
        read_on(live)
    live.match = match
    return live.state.version == match.version


def read_on(live: LiveMatch) -> None:
    """Reads the moves, or the hand, that were added to a match since it was read."""
    last = live.hands[-1] if live.hands else None
    if last is None or last.ended_at is not None:
        last = live.match.hands.filter(ordinal=len(live.hands) + 1).first()
        if last is None or last.ended_at is not None:
            return
        add_hand(live, last)
    add_moves(live, Move.objects.filter(hand=last, place__gte=len(live.moves)).order_by("place"))
