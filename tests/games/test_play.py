"""The one door for every move: who may go through it, and what is kept."""

from collections.abc import Callable

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.engine import shuffle
from games.engine.observation import observe
from games.models import Actor, Hand, Match, Move, Seat
from games.selectors.states import write_deal
from games.services import clock
from games.services.play import BOT, CLOCK, Answer, person, submit_move
from tests.games.together import at_once

pytestmark = pytest.mark.django_db

Play = Callable[..., Answer]
Legal = Callable[[Match], list[str]]


def in_turn(match: Match) -> tuple[int, User]:
    match.refresh_from_db()
    seat = Seat.objects.get(table=match.table_id, position=match.turn)
    assert seat.user is not None
    return seat.position, seat.user


def stored(match: Match) -> tuple[object, ...]:
    """Everything of a match that a refused move must leave alone."""
    match = Match.objects.get(pk=match.pk)
    moves = Move.objects.filter(hand__match=match).order_by("pk").values_list()
    hands = list(match.hands.values_list("pk", "ended_at"))
    return match.version, match.turn, match.due_at, list(moves), hands


def test_a_move_is_kept_with_its_actor_and_makes_the_next_version(four: Match) -> None:
    seat, user = in_turn(four)
    before = four.version
    answer = submit_move(four.public_id, seat, "7", before, person(user.pk), "first")
    assert answer == Answer(before + 1)
    four.refresh_from_db()
    assert (four.version, four.turn) == (before + 1, (seat + 1) % 4)
    move = Move.objects.get()
    assert (move.place, move.seat, move.text, move.actor) == (0, seat, "7", Actor.PERSON)


def test_the_cards_come_from_a_seed_that_was_committed_to(four: Match) -> None:
    hand = Hand.objects.get(match=four)
    seed = bytes(hand.seed)
    assert hand.commitment == shuffle.commitment(seed)
    assert hand.deal == write_deal(shuffle.deal_cards(seed, ("", "", "", ""), hand.dealer))
    assert hand.dealer == four.first_dealer


def test_a_move_for_an_old_version_is_refused_with_the_version_of_now(four: Match, play_turn: Play) -> None:
    seat, user = in_turn(four)
    old = four.version
    play_turn(four, "7")
    before = stored(four)
    answer = submit_move(four.public_id, seat, "8", old, person(user.pk), "late")
    assert (answer.code, answer.version, answer.params) == ("stale_version", old + 1, {"version": old + 1})
    assert stored(four) == before


@pytest.mark.parametrize(
    ("text", "code"), [("7", "bid_too_low"), ("SA", "wrong_phase"), ("07", "not_a_move"), ("", "not_a_move")]
)
def test_a_move_against_the_rules_says_why_and_changes_nothing(
    four: Match, play_turn: Play, text: str, code: str
) -> None:
    play_turn(four, "8")
    before = stored(four)
    seat, user = in_turn(four)
    answer = submit_move(four.public_id, seat, text, four.version, person(user.pk), "again")
    assert (answer.code, answer.version) == (code, four.version)
    assert stored(four) == before


def test_nobody_moves_out_of_turn_or_for_another_seat(four: Match, zed: User) -> None:
    seat, user = in_turn(four)
    other = Seat.objects.get(table=four.table_id, position=(seat + 1) % 4).user
    assert other is not None
    before = stored(four)
    for who, where, code in (
        (other, (seat + 1) % 4, "not_your_turn"),
        (other, seat, "not_your_seat"),
        (zed, seat, "not_your_seat"),
        (user, 4, "not_your_seat"),
        (user, -1, "not_your_seat"),
    ):
        assert submit_move(four.public_id, where, "7", four.version, person(who.pk)).code == code
    assert submit_move(four.public_id, seat, "7", four.version, BOT).code == "not_your_seat"
    assert submit_move(four.public_id, seat, "7", four.version, CLOCK).code == "not_due"
    assert submit_move("nosuch", seat, "7", 0, person(user.pk)).code == "match_not_found"
    assert stored(four) == before


def test_a_person_does_not_move_while_a_bot_holds_the_seat(four: Match) -> None:
    seat, user = in_turn(four)
    Seat.objects.filter(table=four.table_id, position=seat).update(held_by_bot=True)
    assert submit_move(four.public_id, seat, "7", four.version, person(user.pk)).code == "seat_held_by_bot"
    assert submit_move(four.public_id, seat, "7", four.version, BOT).accepted


def test_a_move_sent_again_gets_its_first_answer_and_is_there_once(four: Match, play_turn: Play) -> None:
    seat, user = in_turn(four)
    version = four.version
    first = play_turn(four, "7", "same")
    play_turn(four, "8")
    before = stored(four)
    for expected in (version, version + 1, four.version):
        again = submit_move(four.public_id, seat, "7", expected, person(user.pk), "same")
        assert again == first
    assert stored(four) == before


def test_the_same_client_id_of_another_seat_is_another_move(four: Match, play_turn: Play) -> None:
    first = play_turn(four, "7", "same")
    second = play_turn(four, "8", "same")
    assert (first.version, second.version) == (2, 3)


def test_a_client_id_that_is_none_is_refused(four: Match) -> None:
    seat, user = in_turn(four)
    for bad in ("x" * 65, "with space", "é", "\n"):
        answer = submit_move(four.public_id, seat, "7", four.version, person(user.pk), bad)
        assert answer.code == "bad_client_id"
    assert not Move.objects.exists()


def finish_hand(match: Match, play_turn: Play, sent: list[tuple[int, int, str, str, Answer]]) -> None:
    """Plays people's first legal moves until the hand ends, noting each: seat, version, move, id, answer."""
    hand = match.hands.latest("ordinal")
    while Hand.objects.get(pk=hand.pk).ended_at is None:
        seat, _user = in_turn(match)
        version = match.version
        client_id = f"{hand.ordinal}-{version}"
        answer = play_turn(match, client_id=client_id)
        sent.append((seat, version, "?", client_id, answer))


def test_a_move_that_ended_a_hand_or_the_match_is_known_when_it_comes_again(
    four: Match, play_turn: Play, run_out: Callable[[Match], object]
) -> None:
    users = {seat.position: seat.user_id for seat in Seat.objects.filter(table=four.table_id)}
    sent: list[tuple[int, int, str, str, Answer]] = []
    while True:
        finish_hand(four, play_turn, sent)
        four.refresh_from_db()
        before = stored(four)
        # The last one, which ended the hand, and some of all hands.
        for seat, version, move, client_id, answer in sent[-1::-29]:
            by = person(users[seat] or 0)
            assert submit_move(four.public_id, seat, move, version, by, client_id) == answer
        assert stored(four) == before
        if four.status == Match.Status.ENDED:
            break
        run_out(four)
    assert four.reason == "target"


def test_an_ended_hand_is_one_row(four: Match, play_turn: Play) -> None:
    finish_hand(four, play_turn, [])
    hand = Hand.objects.get(match=four)
    assert not Move.objects.exists()
    assert hand.outcome == "scored"
    assert len(hand.plays.split()) == 52
    assert sum(hand.tricks) == 13
    four.refresh_from_db()
    assert four.scores == hand.scores
    assert sum(len(str(value)) for value in (hand.deal, hand.plays, hand.calls, hand.receipts)) < 1500


def test_a_hand_is_dealt_once(four: Match, play_turn: Play) -> None:
    finish_hand(four, play_turn, [])
    four.refresh_from_db()
    version = four.version
    for _sweep in range(2):
        clock.run_due(timezone.now())
    four.refresh_from_db()
    assert four.version == version + 1
    assert four.hands.count() == 2


def test_a_restart_in_mid_hand_finds_the_same_cards_and_the_same_turn(
    four: Match, play_turn: Play, state_of: Callable[[Match], object]
) -> None:
    for _move in range(14):
        play_turn(four)
    first = state_of(four)
    second = state_of(four)
    for seat in (None, 0, 1, 2, 3):
        assert observe(first, seat) == observe(second, seat)  # type: ignore[arg-type]
    four.refresh_from_db()
    assert (first.version, first.turn) == (four.version, four.turn)  # type: ignore[attr-defined]


def test_between_hands_the_last_trick_is_still_there(
    four: Match, play_turn: Play, state_of: Callable[[Match], object]
) -> None:
    finish_hand(four, play_turn, [])
    seen = observe(state_of(four), None)  # type: ignore[arg-type]
    assert seen.phase == "awaiting_deal"
    assert seen.hand is not None
    assert len(seen.hand.plays) == 52
    assert len(seen.results) == 1


def test_the_database_keeps_moves_and_hands_single(four: Match, play_turn: Play) -> None:
    play_turn(four, "7", "once")
    move = Move.objects.get()
    for change in ({"client_id": "other"}, {"place": 1}):
        fields = {"place": move.place, "client_id": move.client_id} | change
        with pytest.raises(IntegrityError), transaction.atomic():
            Move.objects.create(
                hand=move.hand, seat=move.seat, text="8", actor="person", at=timezone.now(), **fields
            )
    hand = Hand.objects.get()
    hand.pk, hand.ordinal = None, 2
    with pytest.raises(IntegrityError), transaction.atomic():
        hand.save(force_insert=True)


def test_a_move_asks_the_database_little(four: Match, play_turn: Play, legal: Legal) -> None:
    for _move in range(10):
        play_turn(four)
    seat, user = in_turn(four)
    move = legal(four)[0]
    with CaptureQueriesContext(connection) as asked:
        assert submit_move(four.public_id, seat, move, four.version, person(user.pk), "counted").accepted
    assert len(asked) <= 8, [query["sql"] for query in asked.captured_queries]


@pytest.mark.django_db(transaction=True)
def test_of_moves_that_come_together_one_is_kept(four: Match) -> None:
    seat, user = in_turn(four)
    version = four.version
    answers = at_once(
        4,
        lambda place: submit_move(four.public_id, seat, "7", version, person(user.pk), f"move-{place}"),
    )
    codes = sorted(str(answer.code) for answer in answers if isinstance(answer, Answer))
    assert codes == ["None", "stale_version", "stale_version", "stale_version"]
    assert Move.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_one_move_sent_by_two_connections_at_once_is_answered_alike(four: Match) -> None:
    seat, user = in_turn(four)
    version = four.version
    answers = at_once(
        4, lambda _place: submit_move(four.public_id, seat, "7", version, person(user.pk), "the-same")
    )
    assert answers == [Answer(version + 1)] * 4
    assert Move.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_sweeps_that_run_together_do_everything_once(solo: Match) -> None:
    at_once(3, lambda _place: clock.run_due(timezone.now()))
    solo.refresh_from_db()
    moves = list(Move.objects.filter(hand__match=solo).order_by("place"))
    assert solo.turn == 0
    assert [move.place for move in moves] == list(range(len(moves)))
    assert solo.version == 1 + len(moves)


@pytest.mark.django_db(transaction=True)
def test_a_move_is_kept_though_nobody_can_be_told(
    four: Match, play_turn: Play, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def lost(_messages: object) -> None:
        raise ConnectionError("cards on their way: SA HT")

    monkeypatch.setattr("games.bus.send", lost)
    assert play_turn(four, "7").accepted
    assert Move.objects.count() == 1
    assert "could not send" in caplog.text
    assert "SA HT" not in caplog.text
