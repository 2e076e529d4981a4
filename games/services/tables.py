"""What people do at a table: open one, sit, stand, be ready, remove, fill with bots, start, leave, come back.

Every function runs in one transaction and either does what it says or raises TableError and changes nothing.
"""

import math
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from games import effects
from games.engine import rules
from games.engine.errors import InvalidOptions
from games.engine.variants import get_variant
from games.models import Match, Removal, Seat, Table
from games.models.tables import TURN_LENGTHS
from games.selectors.tables import seat_name, seats_of

from . import seating
from .errors import TableCode, TableError
from .ids import UNGUESSABLE, new_public_id
from .live import LiveMatch
from .locking import lock_match_of_table
from .steps import abandon_match, deal_hand, player_changed

# Who was removed from a table cannot sit at it again for so long.
REMOVED_SECONDS = 60


def create_table(
    owner: User, variant: str, options: Mapping[str, object], turn_seconds: int | None, visibility: str
) -> Table:
    """Opens a table and seats its owner at position 0. Options left out have their defaults.

    Refuses: the engine's codes for a game or options that do not exist or do not go together,
    unknown_turn_length, unknown_visibility, already_seated (where a match is being played).
    """
    try:
        chosen = get_variant(variant)(options).options
    except InvalidOptions as error:
        raise TableError.of_options(error) from None
    if turn_seconds is not None and turn_seconds not in TURN_LENGTHS:
        raise TableError(TableCode.UNKNOWN_TURN_LENGTH)
    if visibility not in Table.Visibility.values:
        raise TableError(TableCode.UNKNOWN_VISIBILITY)
    with _one_seat_a_user():
        _free(owner)
        table = Table.objects.create(
            public_id=new_public_id(UNGUESSABLE) if visibility == Table.Visibility.LINK else new_public_id(),
            variant=variant,
            options=dict(chosen),
            turn_seconds=turn_seconds,
            visibility=visibility,
            owner=owner,
        )
        seats = [Seat(table=table, position=position) for position in range(4)]
        seats[0].user, seats[0].away_since = owner, timezone.now()
        Seat.objects.bulk_create(seats)
        effects.table_changed(table.public_id)
    return table


def quick_play(user: User, variant: str) -> Table:
    """Opens a table by link, with three bots and no limit to a turn, and deals the first hand.

    Refuses what create_table refuses.
    """
    return play_with_bots(user, variant, {}, None, Table.Visibility.LINK)


def play_with_bots(
    user: User, variant: str, options: Mapping[str, object], turn_seconds: int | None, visibility: str
) -> Table:
    """Opens a table, seats three bots with its owner and deals. Refuses what create_table refuses."""
    with transaction.atomic():
        table = create_table(user, variant, options, turn_seconds, visibility)
        fill_with_bots(table.public_id, user)
        return start_match(table.public_id, user).table


def sit(table_id: str, user: User, position: int) -> None:
    """Seats a person at an empty place, or in a bot's; from another place at this table, they move over.

    Refuses: table_not_found, table_closed, match_running, no_such_seat, seat_taken, already_seated (in a
    match at another table; a place where nothing is played is left for this one), removed_from_table (by
    its owner, less than a minute ago).
    """
    if position not in range(4):
        raise TableError(TableCode.NO_SUCH_SEAT)
    with _one_seat_a_user():
        _free(user, goes_to=table_id)
        table, seats = _lock_waiting(table_id)
        seat = seats[position]
        if seat.user_id == user.pk:
            return
        if seat.user_id is not None:
            raise TableError(TableCode.SEAT_TAKEN)
        now = timezone.now()
        _check_not_removed(table, user, now)
        for other in seats:
            if other.user_id == user.pk:
                seating.clear_seat(other)
        seating.take_seat(seat, user.pk, now)
        seating.pass_ownership(table, seats)
        effects.table_changed(table.public_id)


def stand(table_id: str, user: User) -> None:
    """Frees a person's seat while no match is played. A table that all people left closes.

    Refuses: table_not_found, table_closed, match_running, not_seated.
    """
    with transaction.atomic():
        table, seats = _lock_waiting(table_id)
        _stand(table, seats, user)


def fill_with_bots(table_id: str, by: User) -> None:
    """Puts a bot into every empty seat; the match starts if every person is ready.

    Refuses: table_not_found, table_closed, match_running, not_owner.
    """
    with transaction.atomic():
        table, seats = _lock_waiting(table_id)
        _check_owner(table, by)
        for seat in seats:
            if seat.kind == "empty":
                seating.clear_seat(seat, seating.BOT)
        _start_if_ready(table, seats)


def start_match(table_id: str, by: User) -> Match:
    """Starts a match and deals its first hand; the first dealer is drawn by lot.

    Refuses: table_not_found, table_closed, match_running, not_owner, seats_empty.
    """
    with transaction.atomic():
        table, seats = _lock_waiting(table_id)
        _check_owner(table, by)
        return _start(table, seats)


def ready(table_id: str, user: User, is_ready: bool = True) -> Match | None:
    """Says that a person is ready for a match, the first at this table or another one; or not ready any more.

    It starts when all four seats are filled and every person has said so; the owner may start it before.
    Gives the match if it started now. Refuses: table_not_found, table_closed, match_running, not_seated.
    """
    with transaction.atomic():
        table, seats = _lock_waiting(table_id)
        mine = _seat_of(seats, user)
        mine.ready = is_ready
        mine.save(update_fields=["ready"])
        return _start_if_ready(table, seats)


def remove(table_id: str, by: User, position: int) -> None:
    """Frees the seat of a person who is not ready. They cannot sit at this table again for a minute.

    Refuses: table_not_found, table_closed, match_running, not_owner, no_such_seat, seat_not_taken (by a
    person), own_seat, player_ready.
    """
    now = timezone.now()
    with transaction.atomic():
        table, seats = _lock_waiting(table_id)
        _check_owner(table, by)
        if position not in range(4):
            raise TableError(TableCode.NO_SUCH_SEAT)
        seat = seats[position]
        if seat.user is None:
            raise TableError(TableCode.SEAT_NOT_TAKEN)
        if seat.user_id == by.pk:
            raise TableError(TableCode.OWN_SEAT)
        if seat.ready:
            raise TableError(TableCode.PLAYER_READY)
        Removal.objects.filter(until__lte=now).delete()
        Removal.objects.update_or_create(
            table=table, user=seat.user, defaults={"until": now + timedelta(seconds=REMOVED_SECONDS)}
        )
        seating.clear_seat(seat)
        effects.table_changed(table.public_id)


def leave(table_id: str, user: User) -> None:
    """Leaves for good. In a match a bot takes the seat; when the last person leaves, the match ends as
    abandoned and the table closes. Refuses: table_not_found, table_closed, not_seated."""
    now = timezone.now()
    with transaction.atomic():
        table, seats, live = _lock(table_id)
        if live is None:
            _stand(table, seats, user)
            return
        mine = _seat_of(live.seats, user)
        seating.clear_seat(mine, seating.BOT)
        if seating.has_people(live.seats):
            seating.pass_ownership(table, live.seats)
            player_changed(live, mine.position, now)
        else:
            abandon_match(live, now)


def leave_any(user: User) -> None:
    """Leaves the table where the person sits, as `leave` does; nothing happens where there is none."""
    seat = Seat.objects.select_related("table").filter(user_id=user.pk).first()
    if seat is not None:
        leave(seat.table.public_id, user)


def take_back(table_id: str, user: User) -> None:
    """Gives a person's seat back to them from the bot that held it.

    Refuses: table_not_found, table_closed, no_match_running, not_seated, seat_not_held_by_bot.
    """
    with transaction.atomic():
        _table, _seats, live = _lock(table_id)
        if live is None:
            raise TableError(TableCode.NO_MATCH_RUNNING)
        mine = _seat_of(live.seats, user)
        if not mine.held_by_bot:
            raise TableError(TableCode.SEAT_NOT_HELD_BY_BOT)
        mine.held_by_bot = False
        mine.timeouts_in_row = 0
        mine.save(update_fields=["held_by_bot", "timeouts_in_row"])
        player_changed(live, mine.position, timezone.now())


@contextmanager
def _one_seat_a_user() -> Iterator[None]:
    """A transaction in which the database may find that a person sat down elsewhere at the same moment."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError:
        raise TableError(TableCode.ALREADY_SEATED, table="") from None


def _lock_table(table_id: str) -> tuple[Table, list[Seat]]:
    table = Table.objects.select_for_update().filter(public_id=table_id).first()
    if table is None:
        raise TableError(TableCode.TABLE_NOT_FOUND)
    if table.status == Table.Status.CLOSED:
        raise TableError(TableCode.TABLE_CLOSED)
    return table, seats_of(table)


def _lock_waiting(table_id: str) -> tuple[Table, list[Seat]]:
    table, seats = _lock_table(table_id)
    if table.status == Table.Status.PLAYING:
        raise TableError(TableCode.MATCH_RUNNING)
    return table, seats


def _lock(table_id: str) -> tuple[Table, list[Seat], LiveMatch | None]:
    """Locks a table and the match it plays, the match first, as every move does."""
    live = lock_match_of_table(table_id)
    table, seats = _lock_table(table_id)
    if live is None and table.status == Table.Status.PLAYING:
        # It began between the two.
        live = lock_match_of_table(table_id)
    if live is not None:
        live.match.table = table
        seats = live.seats
    return table, seats, live


def _free(user: User, goes_to: str = "") -> None:
    """Takes a person out of a seat at another table, where nothing is being played.

    Locks the person, and both tables in the order of their rows: of two people who change places at the same
    moment none waits for the other.
    """
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    comes_from = Seat.objects.filter(user_id=user.pk).values("table")
    concerned = Table.objects.filter(Q(pk__in=comes_from) | Q(public_id=goes_to))
    list(concerned.select_for_update().order_by("pk").values_list("pk"))
    seat = Seat.objects.select_related("table").filter(user_id=user.pk).first()
    if seat is None or seat.table.public_id == goes_to:
        return
    table, seats = _lock_table(seat.table.public_id)
    if table.status == Table.Status.PLAYING:
        raise TableError(TableCode.ALREADY_SEATED, table=table.public_id)
    _stand(table, seats, user)


def _stand(table: Table, seats: list[Seat], user: User) -> None:
    seating.clear_seat(_seat_of(seats, user))
    seating.people_left(table, seats, timezone.now())


def _start_if_ready(table: Table, seats: list[Seat]) -> Match | None:
    """Starts the match if every seat is filled and every person ready; else tells who sits there now."""
    full = all(seat.kind != "empty" for seat in seats)
    if full and all(seat.ready for seat in seats if seat.user_id is not None):
        return _start(table, seats)
    effects.table_changed(table.public_id)
    return None


def _check_not_removed(table: Table, user: User, now: datetime) -> None:
    removal = Removal.objects.filter(table=table, user=user, until__gt=now).first()
    if removal is not None:
        seconds = math.ceil((removal.until - now).total_seconds())
        raise TableError(TableCode.REMOVED_FROM_TABLE, seconds=seconds)


def _start(table: Table, seats: list[Seat]) -> Match:
    _check_full(seats)
    state = rules.start(table.variant, table.options, secrets.randbelow(4))
    match = Match.objects.create(
        public_id=new_public_id(),
        table=table,
        variant=table.variant,
        options=table.options,
        turn_seconds=table.turn_seconds,
        ranked=table.ranked and all(seat.kind == "person" for seat in seats),
        seat_names=[seat_name(seat) for seat in seats],
        phase=state.phase.value,
        first_dealer=state.next_dealer,
        next_dealer=state.next_dealer,
        scores=list(state.scores),
    )
    for seat in seats:
        seating.open_occupancy(match, seat)
    Seat.objects.filter(table=table, ready=True).update(ready=False)
    table.status = Table.Status.PLAYING
    table.save(update_fields=["status"])
    effects.table_changed(table.public_id)
    deal_hand(LiveMatch(match, seats, [], [], state), timezone.now())
    return match


def _seat_of(seats: list[Seat], user: User) -> Seat:
    for seat in seats:
        if seat.user_id == user.pk:
            return seat
    raise TableError(TableCode.NOT_SEATED)


def _check_owner(table: Table, by: User) -> None:
    if table.owner_id != by.pk:
        raise TableError(TableCode.NOT_OWNER)


def _check_full(seats: list[Seat]) -> None:
    if any(seat.kind == "empty" for seat in seats):
        raise TableError(TableCode.SEATS_EMPTY)
