"""The one door for every move: a person's, a bot's and the clock's."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db import IntegrityError, OperationalError, transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from games.engine.errors import Code, IllegalMove, InvalidMove
from games.engine.moves import parse_move
from games.engine.state import Phase
from games.models import Actor, Hand, Match, Occupancy, Seat

from .errors import MoveCode, Params, place_of
from .kept import kept, read_on
from .live import LiveMatch, MatchNotFoundError, StaleError
from .locking import live_of, lock_row
from .receipts import Receipts, is_client_id
from .seating import count_change, count_changes
from .steps import make_move, player_changed
from .together import PlainMove, keep_together, plain_move

log = logging.getLogger(__name__)

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


@dataclass(frozen=True, slots=True)
class Submission:
    """A move as somebody submits it; the fields are what submit_move takes."""

    match_id: str
    seat: int
    move: str
    expected_version: int
    by: By
    client_id: str = ""


def submit_move(
    match_id: str, seat: int, move: str, expected_version: int, by: By, client_id: str = ""
) -> Answer:
    """Makes a move, or says why not; a move that is refused changes nothing.

    Takes the version that the move answers. A `client_id` that was accepted before gets its first answer
    again, also when the hand or the match has ended since.
    """
    return submit_moves([Submission(match_id, seat, move, expected_version, by, client_id)])[0]


def submit_moves(submissions: Sequence[Submission]) -> list[Answer]:
    """Makes several moves, each as submit_move does, and gives their answers in the same order.

    Those that only add themselves to matches that this process keeps share a commit; each of the others is a
    transaction of its own under the lock of its match's row.
    """
    answers: dict[int, Answer] = {}
    waiting = list(enumerate(submissions))
    while waiting:
        # Two of one match cannot be worked out from the same state.
        first = {submission.match_id: place for place, submission in reversed(waiting)}
        now = {place: submission for place, submission in waiting if first[submission.match_id] == place}
        answers |= _submit_of_different_matches(now)
        waiting = [(place, submission) for place, submission in waiting if place not in now]
    return [answers[place] for place in range(len(submissions))]


def _submit_of_different_matches(submissions: Mapping[int, Submission]) -> dict[int, Answer]:
    answers: dict[int, Answer] = {}
    plain: dict[int, PlainMove] = {}
    for place, submission in submissions.items():
        judged = _judge_kept(submission)
        if isinstance(judged, PlainMove):
            plain[place] = judged
        elif judged is not None:
            answers[place] = judged
    for (place, move), was_kept in zip(plain.items(), _keep(list(plain.values())), strict=True):
        if was_kept:
            kept.put(move.live)
            answers[place] = Answer(move.state.version)
    for place, submission in submissions.items():
        if place not in answers:
            answers[place] = _submit_alone(submission)
    return answers


def _keep(moves: Sequence[PlainMove]) -> list[bool]:
    """Keeps moves together. Where one of them breaks a rule of the database, each is to be tried alone."""
    try:
        return keep_together(moves)
    except (IntegrityError, OperationalError) as error:
        log.warning("%d moves could not be kept together: %s", len(moves), place_of(error))
        return [False] * len(moves)


def _judge_kept(submission: Submission) -> PlainMove | Answer | None:
    """Judges a move by what this process keeps of its match; None where that does not decide it."""
    live = kept.take(submission.match_id)
    if live is None or (submission.client_id and not is_client_id(submission.client_id)):
        return None
    if live.match.version < submission.expected_version:
        read_on(live)
        live.match.version = live.state.version
    judged = _judge(live, submission, timezone.now())
    # What was kept may be old; of what it says only that a move was accepted once stays true.
    if isinstance(judged, Answer) and not judged.accepted and not live.as_stored().exists():
        return None
    if not isinstance(judged, PlainMove):
        kept.put(live)
    return judged


def _judge(live: LiveMatch, submission: Submission, now: datetime) -> PlainMove | Answer | None:
    """Works a move out, or says why it is refused; None where it changes more than itself."""
    refused = _refusal(live, submission, now)
    if refused is not None:
        return refused
    by, seat = submission.by, submission.seat
    if by.actor is Actor.CLOCK or live.seats[seat].timeouts_in_row:
        return None
    try:
        return plain_move(live, seat, parse_move(submission.move), by.actor, submission.client_id, now)
    except (InvalidMove, IllegalMove) as error:
        return Answer(live.match.version, error.code.value, error.params)


def _submit_alone(submission: Submission) -> Answer:
    """Makes a move under the lock of its match's row. Of a match that has ended, or of others, little more is
    read: whoever names such matches again and again is not to keep everyone's moves waiting."""
    if submission.client_id and not is_client_id(submission.client_id):
        return Answer(None, MoveCode.BAD_CLIENT_ID)
    had_seat = Occupancy.objects.filter(
        match=OuterRef("pk"), seat=submission.seat, user__isnull=False, user=submission.by.user_id
    )
    try:
        with transaction.atomic():
            match = lock_row(submission.match_id, had_seat=Exists(had_seat))
            if submission.by.actor is Actor.PERSON and not match.had_seat:  # type: ignore[attr-defined]
                return Answer(match.version, MoveCode.NOT_YOUR_SEAT)
            if match.status == Match.Status.ENDED:
                return _answer_in_ended_match(match, submission)
            return play(live_of(match), submission, timezone.now())
    except MatchNotFoundError:
        return Answer(None, MoveCode.MATCH_NOT_FOUND)
    except StaleError:
        return _stale_answer(submission.match_id)


def _answer_in_ended_match(match: Match, submission: Submission) -> Answer:
    """Says what a move was answered that came before, or else that it comes too late."""
    if submission.client_id:
        hands = Hand.objects.filter(match=match).only("receipts", "version_dealt").order_by("ordinal")
        answered = Receipts(list(hands), ()).version_answered(submission.seat, submission.client_id)
        if answered is not None:
            return Answer(answered)
    if submission.expected_version != match.version:
        return Answer(match.version, MoveCode.STALE_VERSION, {"version": match.version})
    return Answer(match.version, Code.MATCH_OVER)


def play(live: LiveMatch, submission: Submission, now: datetime) -> Answer:
    """Makes a move in a match that is locked already, or says why not. Raises StaleError where another change
    came first all the same."""
    refused = _refusal(live, submission, now)
    if refused is not None:
        return refused
    version = live.match.version
    by, seat = submission.by, submission.seat
    try:
        make_move(live, seat, parse_move(submission.move), by.actor, submission.client_id, now)
    except (InvalidMove, IllegalMove) as error:
        return Answer(version, error.code.value, error.params)
    _count_timeouts(live, seat, by, now)
    return Answer(version + 1)


def _refusal(live: LiveMatch, submission: Submission, now: datetime) -> Answer | None:
    """Says why a move is refused before the rules are asked, or what it was answered when it came before."""
    if submission.client_id:
        answered = live.receipts.version_answered(submission.seat, submission.client_id)
        if answered is not None:
            return Answer(answered)
    version = live.match.version
    code = _not_allowed(live, submission.seat, submission.by, now)
    if code is not None:
        return Answer(version, code)
    if submission.expected_version != version:
        return Answer(version, MoveCode.STALE_VERSION, {"version": version})
    return None


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


def count_first_timeouts(moves: Iterable[PlainMove]) -> None:
    """Counts turns that ran out and after which the person keeps the seat: those of different matches, under
    the locks of their rows, once the moves in their place are kept."""
    seats, matches = [], []
    for move in moves:
        seat = move.live.seats[move.row.seat]
        seat.timeouts_in_row += 1
        seats.append(seat)
        matches.append(move.live.match)
    if seats:
        Seat.objects.bulk_update(seats, ["timeouts_in_row"])
        count_changes(matches)


def _stale_answer(match_id: str) -> Answer:
    version = Match.objects.filter(public_id=match_id).values_list("version", flat=True).first()
    return Answer(version, MoveCode.STALE_VERSION, {"version": version})
