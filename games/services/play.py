"""The one door for every move: a person's, a bot's and the clock's."""

from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games.engine.errors import IllegalMove, InvalidMove
from games.engine.moves import parse_move
from games.engine.state import Phase
from games.models import Actor, Match

from .errors import MoveCode, Params
from .live import LiveMatch, MatchNotFoundError, StaleError, lock_match
from .receipts import is_client_id, version_answered
from .seating import count_change
from .steps import make_move, player_changed

# After so many turns in a row that ran out a bot holds the seat.
TIMEOUTS_LIMIT = 3


@dataclass(frozen=True)
class By:
    """Who submits a move: a person (then `user_id` says which), a bot, or the clock."""

    actor: Actor
    user_id: int | None = None


BOT = By(Actor.BOT)
CLOCK = By(Actor.CLOCK)


def person(user_id: int) -> By:
    """Gives the submitter of a person's own moves."""
    return By(Actor.PERSON, user_id)


@dataclass(frozen=True)
class Answer:
    """What became of a move: `version` is the one it made or, where `code` says why it was refused, the one
    that the match has (None where there is no such match)."""

    version: int | None
    code: str | None = None
    params: Params = field(default_factory=dict)

    @property
    def accepted(self) -> bool:
        """True where the move was kept."""
        return self.code is None


def submit_move(
    match_id: str, seat: int, move: str, expected_version: int, by: By, client_id: str = ""
) -> Answer:
    """Makes a move, or says why not; a move that is refused changes nothing.

    Takes the version that the move answers. A `client_id` that was accepted before gets its first answer
    again, also when the hand or the match has ended since. One transaction under the lock of the match's row.
    """
    if client_id and not is_client_id(client_id):
        return Answer(None, MoveCode.BAD_CLIENT_ID)
    try:
        with transaction.atomic():
            live = lock_match(match_id)
            return play(live, seat, move, expected_version, by, timezone.now(), client_id)
    except MatchNotFoundError:
        return Answer(None, MoveCode.MATCH_NOT_FOUND)
    except StaleError:
        return _stale_answer(match_id)


def play(
    live: LiveMatch, seat: int, move: str, expected_version: int, by: By, now: datetime, client_id: str = ""
) -> Answer:
    """Makes a move in a match that is locked already. Takes and gives what submit_move does; raises
    StaleError where another change came first all the same."""
    if client_id:
        answered = version_answered(live.hands, live.moves, seat, client_id)
        if answered is not None:
            return Answer(answered)
    version = live.match.version
    code = _not_allowed(live, seat, by, now)
    if code is not None:
        return Answer(version, code)
    if expected_version != version:
        return Answer(version, MoveCode.STALE_VERSION, {"version": version})
    try:
        make_move(live, seat, parse_move(move), by.actor, client_id, now)
    except (InvalidMove, IllegalMove) as error:
        return Answer(version, error.code.value, error.params)
    _count_timeouts(live, seat, by, now)
    return Answer(version + 1)


def _not_allowed(live: LiveMatch, seat: int, by: By, now: datetime) -> MoveCode | None:
    """Says why this submitter may not move for this seat, None where it may."""
    if not 0 <= seat < len(live.seats):
        return MoveCode.NOT_YOUR_SEAT
    sitting = live.seats[seat]
    if by.actor is Actor.PERSON:
        if by.user_id is None or sitting.user_id != by.user_id:
            return MoveCode.NOT_YOUR_SEAT
        return MoveCode.SEAT_HELD_BY_BOT if sitting.held_by_bot else None
    if by.actor is Actor.BOT:
        return None if sitting.played_by_bot else MoveCode.NOT_YOUR_SEAT
    if sitting.played_by_bot:
        return MoveCode.NOT_YOUR_SEAT
    due_at = live.match.due_at
    return None if due_at is not None and due_at <= now else MoveCode.NOT_DUE


def _count_timeouts(live: LiveMatch, position: int, by: By, now: datetime) -> None:
    """Counts the turns in a row that ran out, and gives the seat to a bot after the third."""
    seat = live.seats[position]
    if seat.user_id is None or by.actor is Actor.BOT or live.state.phase is Phase.ENDED:
        return
    count = seat.timeouts_in_row + 1 if by.actor is Actor.CLOCK else 0
    if count == seat.timeouts_in_row:
        return
    seat.timeouts_in_row = count
    seat.held_by_bot = count >= TIMEOUTS_LIMIT
    seat.save(update_fields=["timeouts_in_row", "held_by_bot"])
    count_change(live.match)
    if seat.held_by_bot:
        player_changed(live, position, now)


def _stale_answer(match_id: str) -> Answer:
    version = Match.objects.filter(public_id=match_id).values_list("version", flat=True).first()
    return Answer(version, MoveCode.STALE_VERSION, {"version": version})
