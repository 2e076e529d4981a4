"""What a process keeps of a match is never more than a guess that the database confirms."""

from collections.abc import Callable, Iterator

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.models import Actor, Match, Move, Seat
from games.services import clock, tables
from games.services.kept import KeptMatches, kept
from games.services.live import LiveMatch
from games.services.locking import lock_match
from games.services.play import Answer, Submission, person, submit_move, submit_moves
from games.services.steps import abandon_match

pytestmark = pytest.mark.django_db(transaction=True)

Legal = Callable[[Match], list[str]]


@pytest.fixture(autouse=True)
def nothing_kept() -> Iterator[None]:
    kept.clear()
    yield
    kept.clear()


@pytest.fixture
def move(legal: Legal) -> Callable[..., Answer]:
    """Makes the first legal move, or the one given, for the person in turn."""

    def make(match: Match, text: str = "", client_id: str = "") -> Answer:
        match.refresh_from_db()
        seat = Seat.objects.get(table=match.table_id, position=match.turn)
        assert seat.user_id is not None
        return submit_move(
            match.public_id,
            seat.position,
            text or legal(match)[0],
            match.version,
            person(seat.user_id),
            client_id,
        )

    return make


def elsewhere(change: Callable[[], object]) -> None:
    """Lets another process change something: this one keeps what it kept before."""
    before = dict(kept._matches)
    kept.clear()
    change()
    kept.clear()
    kept._matches.update(before)


def test_a_move_in_a_kept_match_is_one_write_and_reads_nothing(
    four: Match, move: Callable[..., Answer]
) -> None:
    move(four)
    four.refresh_from_db()
    seat = Seat.objects.get(table=four.table_id, position=four.turn)
    assert seat.user_id is not None
    with CaptureQueriesContext(connection, ) as queries:
        answer = submit_move(four.public_id, seat.position, "pass", four.version, person(seat.user_id))
    assert answer.accepted
    asked = [query["sql"].split()[0] for query in queries]
    assert "SELECT" not in asked
    assert len(asked) <= 4  # one statement in PostgreSQL; begin, update, insert and commit in SQLite


def test_moves_made_elsewhere_are_read_on_not_overwritten(four: Match, move: Callable[..., Answer]) -> None:
    move(four, "7")
    elsewhere(lambda: move(four, "pass"))
    assert move(four, "pass").accepted
    four.refresh_from_db()
    assert four.version == 4
    assert list(Move.objects.order_by("place").values_list("text", flat=True)) == ["7", "pass", "pass"]


def test_a_move_worked_out_from_an_old_state_is_refused_with_the_version_of_now(
    four: Match, move: Callable[..., Answer]
) -> None:
    move(four, "7")
    four.refresh_from_db()
    turn, version = four.turn, four.version
    user_id = Seat.objects.get(table=four.table_id, position=turn).user_id
    assert turn is not None
    assert user_id is not None
    elsewhere(lambda: move(four, "pass"))
    answer = submit_move(four.public_id, turn, "8", version, person(user_id))
    assert (answer.code, answer.version) == ("stale_version", version + 1)
    assert list(Move.objects.filter(text="8")) == []


def test_a_move_accepted_elsewhere_gets_its_answer_here(four: Match, move: Callable[..., Answer]) -> None:
    move(four, "7")
    four.refresh_from_db()
    turn, version = four.turn, four.version
    user_id = Seat.objects.get(table=four.table_id, position=turn).user_id
    assert turn is not None
    assert user_id is not None
    elsewhere(lambda: move(four, "pass", "mine"))
    again = submit_move(four.public_id, turn, "pass", version, person(user_id), "mine")
    assert (again.accepted, again.version) == (True, version + 1)
    assert Move.objects.filter(client_id="mine").count() == 1


def test_who_was_given_the_seat_back_elsewhere_may_move_here(
    four: Match, move: Callable[..., Answer], run_out: Callable[[Match], object]
) -> None:
    move(four)
    four.refresh_from_db()
    turn = four.turn
    seat = Seat.objects.select_related("user").get(table=four.table_id, position=turn)
    Seat.objects.filter(pk=seat.pk).update(timeouts_in_row=2)
    Match.objects.filter(pk=four.pk).update(seating=four.seating + 1)
    run_out(four)
    seat.refresh_from_db()
    assert seat.held_by_bot
    move(four)
    four.refresh_from_db()
    assert seat.user is not None
    user = seat.user
    assert turn is not None
    held = submit_move(four.public_id, turn, "7", four.version, person(user.pk))
    assert held.code == "seat_held_by_bot"
    elsewhere(lambda: tables.take_back(four.table.public_id, user))
    given_back = submit_move(four.public_id, turn, "7", four.version, person(user.pk))
    assert given_back.code == "not_your_turn"


def test_who_left_elsewhere_does_not_move_here(
    four: Match, move: Callable[..., Answer], legal: Legal
) -> None:
    move(four)
    four.refresh_from_db()
    turn = four.turn
    leaver = Seat.objects.select_related("user").get(table=four.table_id, position=turn).user
    assert turn is not None
    assert leaver is not None
    first = legal(four)[0]
    elsewhere(lambda: tables.leave(four.table.public_id, leaver))
    answer = submit_move(four.public_id, turn, first, four.version, person(leaver.pk))
    assert answer.code == "not_your_seat"
    assert not Move.objects.filter(actor=Actor.PERSON, seat=turn).exists()


def test_a_hand_dealt_elsewhere_is_read_on(
    four: Match, move: Callable[..., Answer], play_turn: Callable[..., Answer]
) -> None:
    while four.hands.filter(ended_at__isnull=True).exists():
        assert play_turn(four).accepted
    elsewhere(lambda: clock.run_due(timezone.now()))
    four.refresh_from_db()
    with CaptureQueriesContext(connection) as queries:
        seat = Seat.objects.get(table=four.table_id, position=four.turn)
        assert seat.user_id is not None
        assert submit_move(
            four.public_id, seat.position, "pass", four.version, person(seat.user_id)
        ).accepted
    assert not any("games_seat" in query["sql"] and "JOIN" in query["sql"] for query in queries)


def test_of_moves_of_many_matches_each_has_its_own_answer(
    four: Match, solo_of: Callable[[], tuple[Match, User]], legal: Legal
) -> None:
    pairs = [solo_of() for _match in range(3)]
    for match, _user in pairs:
        match.refresh_from_db()
    wanted = [
        # A bid, the highest: four who pass end their hand, and its moves are rows no longer.
        Submission(match.public_id, 0, legal(match)[-1], match.version, person(user.pk), "a")
        for match, user in pairs
    ]
    wanted.insert(1, Submission("nosuch", 0, "7", 1, person(pairs[0][1].pk)))
    wanted.append(wanted[0])
    wanted.append(Submission(wanted[0].match_id, 0, "7", wanted[0].expected_version, wanted[0].by, "b"))
    for _again in range(2):  # the first time nothing is kept, the second everything
        answers = submit_moves(wanted)
        assert [answer.code for answer in answers] == [
            None,
            "match_not_found",
            None,
            None,
            None,
            answers[-1].code,
        ]
        assert answers[0] == answers[4]
        assert answers[-1].code in {"stale_version", "not_your_turn"}
    assert Move.objects.filter(client_id="a").count() == 3


@pytest.fixture
def solo_of(no_pauses: None) -> Callable[[], tuple[Match, User]]:
    """Starts a match of a new person against bots, in which it is that person's turn."""
    names = iter(("Eman", "Fadi", "Ghada"))

    def start() -> tuple[Match, User]:
        user = User.objects.create_user(next(names))
        match = Match.objects.select_related("table").get(table=tables.quick_play(user, "tarneeb"))
        while match.turn != 0:
            clock.run_due(timezone.now())
            match.refresh_from_db()
        return match, user

    return start


def test_what_was_not_committed_is_not_kept(
    four: Match, move: Callable[..., Answer], monkeypatch: pytest.MonkeyPatch
) -> None:
    move(four)

    def fail(*_args: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("games.services.play._count_timeouts", fail)
    Seat.objects.filter(table=four.table_id).update(timeouts_in_row=1)
    Match.objects.filter(pk=four.pk).update(seating=four.seating + 1)
    with pytest.raises(RuntimeError):
        move(four)
    assert kept.take(four.public_id) is None
    monkeypatch.undo()
    assert move(four).accepted


def test_matches_that_were_not_used_for_longest_go_first(four: Match) -> None:
    def live(name: str) -> LiveMatch:
        match = Match(public_id=name, status=Match.Status.PLAYING)
        return LiveMatch(match, [], [], [], None)  # type: ignore[arg-type]

    some = KeptMatches(size=2)
    for name in ("a", "b", "c"):
        some.put(live(name))
    assert some.take("a") is None
    assert some.take("b") is not None
    ended = live("d")
    ended.match.status = Match.Status.ENDED
    some.put(ended)
    assert some.take("d") is None


def test_who_names_the_matches_of_others_or_old_ones_has_none_of_them_read(
    four: Match, zed: User, play_turn: Callable[..., Answer]
) -> None:
    """Somebody may do that fifty times a second, and moves of everyone wait behind theirs."""
    play_turn(four, client_id="first")
    kept.clear()
    four.refresh_from_db()
    first = Move.objects.get(client_id="first")
    mover = Seat.objects.select_related("user").get(table=four.table_id, position=first.seat).user
    assert mover is not None
    with CaptureQueriesContext(connection) as queries:
        answer = submit_move(four.public_id, 0, "7", four.version, person(zed.pk), "a")
    assert (answer.code, answer.version) == ("not_your_seat", four.version)
    with transaction.atomic():
        abandon_match(lock_match(four.public_id), timezone.now())
    four.refresh_from_db()
    with CaptureQueriesContext(connection) as later:
        late = submit_move(four.public_id, first.seat, "7", four.version, person(mover.pk), "late")
        old = submit_move(four.public_id, first.seat, "7", 1, person(mover.pk), "late")
        again = submit_move(four.public_id, first.seat, first.text, 1, person(mover.pk), "first")
    assert [late.code, old.code, again.code] == ["match_over", "stale_version", None]
    assert again.version == 2
    asked = [query["sql"] for query in [*queries, *later]]
    assert not any('"games_move"' in sql or '"games_hand"."deal"' in sql for sql in asked)
