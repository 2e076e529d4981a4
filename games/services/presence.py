"""Who is at which table: every web process writes its connections down, and the clock acts on what it finds.

The rows are what all processes go by. Nothing here is needed for a move: where it fails, dots are wrong for a
moment, and the next beat or the next look puts them right.
"""

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import User
from games import effects
from games.models import Connection, Match, Table, WebProcess
from games.selectors import presence as reads
from games.selectors.tables import seats_of

from . import absence, seating
from .errors import place_of
from .live import StaleError

log = logging.getLogger(__name__)

# A process beats every three seconds; one that was silent for so long is lost, and its connections with it.
SILENCE = timedelta(seconds=9)
# A connection that was closed counts for so long still: a page that is loaded anew is no absence.
GRACE = timedelta(seconds=2)
# A row that its process does not know of is closed if it is older; a younger one is only just being made.
SETTLED = timedelta(seconds=10)

# How long a person may be away: from a seat where no match is played; from their turn, where it has no limit
# and somebody waits for it; and all people of a match from that match.
SEAT_KEPT = timedelta(minutes=2)
TURN_KEPT = timedelta(minutes=1)
MATCH_KEPT = timedelta(minutes=30)
# After the site itself was away, people get so long to come back before any absence counts.
RETURN = timedelta(minutes=1)

# The clock looks every two seconds, and leaves what it cannot do in this time to the next look.
SETTLE_SECONDS = 1.0


@dataclass(frozen=True)
class Held:
    """A connection that a process holds: its id, its table's id, and the row's key of its person, if any."""

    id: str
    table_id: str
    user_id: int | None


def opened(process_id: str, held: Held) -> bool | None:
    """Writes down that a process holds a new connection. Says whether its person was away until now, which
    `mark` then changes and tells; None where there is no such table."""
    now = timezone.now()
    place = reads.place_of_connection(process_id, held.table_id, held.user_id)
    if place is None:
        return None
    if place.process is None:
        _register(process_id, [held], now)
    else:
        row = Connection(
            public_id=held.id,
            process_id=place.process,
            table_id=place.table,
            user_id=held.user_id,
            opened_at=now,
        )
        _write([row])
    return place.was_away


def closed(process_id: str, ids: Sequence[str]) -> None:
    """Writes down that connections of a process were closed."""
    reads.open_connections(process_id).filter(public_id__in=ids).update(closed_at=timezone.now())


def beat(process_id: str, held: Sequence[Held]) -> None:
    """Says that a process lives, with all the connections that it holds.

    Where the rows tell something else (the database was away, or the process stalled and was taken for lost)
    they are made to fit.
    """
    now = timezone.now()
    known = WebProcess.objects.filter(public_id=process_id).update(seen_at=now)
    if not known or reads.open_connections(process_id).count() != len(held):
        _register(process_id, held, now)
        _close_unknown(process_id, held, now)


def settle(now: datetime, seconds: float = SETTLE_SECONDS) -> None:
    """Forgets processes and connections that are gone, marks and tells who is away and who is back, and does
    what follows from a long absence. What fails at one table is logged and stays with it."""
    Connection.objects.filter(closed_at__lte=now - GRACE).delete()
    if _site_is_away(now):
        return
    since = reads.served_since()
    stop = time.monotonic() + seconds
    for work in _work(now, since is None or since <= now - RETURN):
        try:
            work()
        except StaleError:
            pass
        except Exception as error:
            log.error("who is at a table could not be settled: %s", place_of(error))
        if time.monotonic() >= stop:
            return


def _work(now: datetime, absence_counts: bool) -> Iterator[Callable[[], None]]:
    """Gives what is to be done, each at one table; a read comes after the work that it may depend on."""
    for table_id in reads.tables_with_other_people():
        yield partial(mark, table_id, now)
    for table_id, count in reads.changed_watchers().items():
        yield partial(_tell_watchers, table_id, count)
    if not absence_counts:
        return
    for table_id in reads.matches_left(now - MATCH_KEPT):
        yield partial(absence.give_up_match, table_id, now - MATCH_KEPT, now)
    for table_id in reads.turns_left(now - TURN_KEPT):
        yield partial(absence.hold_turn, table_id, now - TURN_KEPT, now)
    for table_id in reads.waiting_tables_left(now - SEAT_KEPT):
        yield partial(absence.free_seats, table_id, now - SEAT_KEPT, now)


def _site_is_away(now: datetime) -> bool:
    """Forgets the processes that are lost, unless that is all there are and some had connections: then it is
    the site that is away, not their people. A process without connections may end, or rest, in silence."""
    with transaction.atomic():
        # Locked, and so asked again: a process that beats at this moment is not lost.
        silent = WebProcess.objects.select_for_update().filter(seen_at__lt=now - SILENCE)
        lost = list(silent.values_list("pk", flat=True))
        if not lost:
            return False
        others = WebProcess.objects.exclude(pk__in=lost).exists()
        if not others and Connection.objects.filter(process__in=lost).exists():
            return True
        WebProcess.objects.filter(pk__in=lost).delete()
        return False


def mark(table_id: str, now: datetime) -> None:
    """Marks who of the people at a table is there and who is away, and tells it."""
    with transaction.atomic():
        playing = Match.objects.filter(table__public_id=table_id, status=Match.Status.PLAYING)
        match = playing.select_for_update(of=("self",)).first()
        table = Table.objects.select_for_update().get(public_id=table_id)
        if match is None and table.status == Table.Status.PLAYING:
            return  # It began between the two; the next look finds the table again.
        here = reads.connected_users(table.pk)
        changed = [
            seat
            for seat in seats_of(table)
            if seat.user_id is not None and seat.online != (seat.user_id in here)
        ]
        for seat in changed:
            seat.away_since = now if seat.online else None
            # Nothing is to begin without a person who is ready and went away.
            seat.ready = seat.ready and seat.online
            seat.save(update_fields=["away_since", "ready"])
        if changed:
            if match is not None:
                seating.count_change(match)
            effects.table_changed(table_id)


def _tell_watchers(table_id: str, count: int) -> None:
    with transaction.atomic():
        Table.objects.filter(public_id=table_id).update(watchers=count)
        effects.table_changed(table_id)


def _register(process_id: str, held: Sequence[Held], now: datetime) -> None:
    """Makes the rows that are missing of a process and its connections."""
    process, _made = WebProcess.objects.get_or_create(
        public_id=process_id, defaults={"started_at": now, "seen_at": now}
    )
    tables = reads.table_keys(one.table_id for one in held)
    people = {one.user_id for one in held if one.user_id is not None}
    users: set[int | None] = {None, *User.objects.filter(pk__in=people).values_list("pk", flat=True)}
    _write(
        [
            Connection(
                public_id=one.id,
                process=process,
                table_id=tables[one.table_id],
                user_id=one.user_id,
                opened_at=now,
            )
            for one in held
            if one.table_id in tables and one.user_id in users
        ]
    )


def _close_unknown(process_id: str, held: Sequence[Held], now: datetime) -> None:
    """Closes the rows of a process's connections that it holds no more, and did not get to say so."""
    ids = {one.id for one in held}
    rows = reads.open_connections(process_id).filter(opened_at__lte=now - SETTLED)
    unknown = [public_id for public_id in rows.values_list("public_id", flat=True) if public_id not in ids]
    if unknown:
        closed(process_id, unknown)


def _write(rows: Sequence[Connection]) -> None:
    """Makes the rows that are not there yet. A process or a person that goes at this moment takes the rows
    along; the next beat writes down those that are still to be."""
    try:
        with transaction.atomic():
            Connection.objects.bulk_create(rows, ignore_conflicts=True, batch_size=500)
    except IntegrityError as error:
        log.warning("connections could not be written down: %s", place_of(error))
