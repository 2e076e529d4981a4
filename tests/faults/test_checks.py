"""That the checks see what they are for: each test spoils one thing that is stored or was told a player."""

import json

import pytest
from django.db.models import F

from accounts.services import create_member
from games.models import Hand, Match, Move
from games.selectors.states import read_deal, write_deal
from games.selectors.tables import observation_frame
from games.services import tables
from games.services.play import person, submit_move
from tests.faults.checks import Checker
from tests.faults.journal import Frame, Journal, Kind, counted

pytestmark = pytest.mark.django_db(transaction=True)

MOVES = 20  # the auction, and some tricks


class Played:
    """A match of four people that is some moves old, as a journal knows it, and was found right."""

    def __init__(self) -> None:
        self.users = [create_member(name, "pass-word-1") for name in ("Alia", "Basim", "Celine", "Dawud")]
        self.table = tables.create_table(self.users[0], "tarneeb", {}, None, "open").public_id
        for position, user in enumerate(self.users[1:], 1):
            tables.sit(self.table, user, position)
        self.match = tables.start_match(self.table, self.users[0]).public_id
        self.journal = Journal()
        self.checker = Checker(self.journal.sent)
        for number in range(MOVES):
            self.move(f"id-{number}")
        assert self.problems() == set()

    def seen(self, seat: int) -> Frame:
        frame = observation_frame(self.table, self.users[seat].public_id)
        return dict(json.loads(json.dumps(frame)))

    def show(self, frame: Frame, seat: int | None) -> None:
        self.journal.heard(seat, frame, json.dumps(frame))

    def move(self, client_id: str) -> int:
        """The seat in turn makes its last legal move; give that seat."""
        turn = next(seat for seat in range(4) if self.seen(seat)["observation"]["legal"])
        seen = self.seen(turn)
        self.show(seen, turn)
        move = seen["observation"]["legal"][-1]
        self.journal.move_sent(self.match, turn, client_id, move)
        by = person(self.users[turn].pk)
        answer = submit_move(self.match, turn, move, seen["version"], by, client_id)
        assert answer.version is not None
        self.journal.move_acknowledged(self.match, turn, client_id, answer.version)
        return turn

    def problems(self) -> set[Kind]:
        return set(counted(self.checker.check(self.journal.take())))


@pytest.fixture
def played() -> Played:
    return Played()


def test_a_move_that_is_gone_is_lost(played: Played) -> None:
    Move.objects.order_by("place").reverse()[0].delete()
    Match.objects.update(version=F("version") - 1)
    assert Kind.LOST in played.problems()


def test_an_acknowledged_move_that_is_another_one_in_the_database_is_lost(played: Played) -> None:
    played.move("kept")
    taken = played.journal.take()
    taken.acks = [ack._replace(move="another") for ack in taken.acks]
    assert Kind.LOST in counted(played.checker.check(taken))


def test_a_move_whose_id_was_not_kept_is_lost(played: Played) -> None:
    played.move("kept")
    Move.objects.filter(client_id="kept").update(client_id="other")
    assert Kind.LOST in played.problems()


def test_a_hand_with_other_cards_was_dealt_again(played: Played) -> None:
    hand = Hand.objects.get()
    first, second, *others = read_deal(hand.deal)
    Hand.objects.update(deal=write_deal([second, first, *others]))
    assert Kind.DEALT_AGAIN in played.problems()


def test_a_refused_move_that_was_kept_is_doubled(played: Played) -> None:
    seat = played.move("refused")
    played.journal.take()
    played.journal.move_refused(played.match, seat, "refused", "stale_version")
    assert played.problems() == {Kind.DOUBLED, Kind.BROKEN}


def test_an_id_that_moved_to_another_place_is_doubled(played: Played) -> None:
    seat = played.move("once")
    assert played.problems() == set()
    Move.objects.filter(client_id="once").update(client_id="")
    first = Move.objects.filter(seat=seat).earliest("place")
    Move.objects.filter(pk=first.pk).update(client_id="once")
    assert Kind.DOUBLED in played.problems()


def test_a_receipt_that_is_there_twice_is_doubled(played: Played) -> None:
    Hand.objects.update(receipts="3:digest 7:digest")
    assert Kind.DOUBLED in played.problems()


def test_the_row_of_an_ended_hand_stays_as_it_is(played: Played) -> None:
    number = 0
    while Hand.objects.get().ended_at is None:
        played.move(f"more-{number}")
        number += 1
    assert played.problems() == set()
    Hand.objects.update(receipts="")
    assert played.problems() == {Kind.LOST}


def test_a_version_that_was_shown_and_is_not_there_is_lost(played: Played) -> None:
    frame = played.seen(0)
    played.show({**frame, "version": frame["version"] + 1}, 0)
    assert played.problems() == {Kind.LOST}


def test_the_cards_of_another_seat_are_secret(played: Played) -> None:
    played.show(played.seen(1), 0)
    assert played.problems() == {Kind.SECRET, Kind.DIFFERENT}


@pytest.mark.parametrize("seat", [0, None])
def test_what_was_shown_must_be_what_the_moves_give(played: Played, seat: int | None) -> None:
    frame = played.seen(0)
    frame["observation"]["seat"] = seat
    frame["observation"]["scores"] = [7, 7]
    frame["observation"]["hand"]["cards"] = None
    frame["observation"]["legal"] = []
    played.show(frame, seat)
    assert played.problems() == {Kind.DIFFERENT}
