"""The clock: what runs out is played once, by the fallback, and after three times by a bot."""

import logging
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games import bots, tasks
from games.engine.fallback import fallback
from games.models import Actor, Match, Move, Occupancy, Seat
from games.selectors.states import read_deal
from games.services import clock, tables
from games.services.errors import TableError
from games.services.play import Answer

pytestmark = pytest.mark.django_db

Play = Callable[..., Answer]
RunOut = Callable[[Match], object]


def test_a_turn_that_ran_out_is_played_by_the_fallback(
    four: Match, run_out: RunOut, state_of: Callable[[Match], object]
) -> None:
    expected = str(fallback(state_of(four)))  # type: ignore[arg-type]
    seat = four.turn
    run_out(four)
    move = Move.objects.get()
    assert (move.seat, move.text, move.actor) == (seat, expected, "clock")
    assert Seat.objects.get(table=four.table_id, position=seat).timeouts_in_row == 1
    assert four.version == 2


def test_nothing_happens_before_its_time_and_late_or_doubled_looks_change_nothing(four: Match) -> None:
    due_at = four.due_at
    assert due_at is not None
    assert clock.run_due(due_at - timedelta(microseconds=1)) == 0
    assert clock.run_due(due_at, seconds=0) == 1
    four.refresh_from_db()
    assert four.due_at == due_at + timedelta(seconds=30)
    assert clock.run_due(due_at) == 0
    assert clock.run_due(due_at - timedelta(seconds=5)) == 0
    assert Move.objects.count() == 1


def test_a_lost_look_is_made_up_for_by_the_next(four: Match) -> None:
    due_at = four.due_at
    assert due_at is not None
    late = due_at + timedelta(minutes=10)
    assert clock.run_due(late) == 1
    four.refresh_from_db()
    assert four.due_at == late + timedelta(seconds=30)


def test_without_a_limit_a_person_is_never_due(solo: Match, play_turn: Play) -> None:
    clock.run_due(timezone.now())
    solo.refresh_from_db()
    assert (solo.turn, solo.due_at) == (0, None)
    assert clock.run_due(timezone.now() + timedelta(days=30)) == 0


def time_out(match: Match, seat: int, run_out: RunOut, play_turn: Play, times: int) -> None:
    """Lets one seat's turns run out, and plays for the others."""
    done = 0
    while done < times:
        match.refresh_from_db()
        if match.turn == seat:
            done += 1
            run_out(match)
        elif match.turn is None:
            run_out(match)
        else:
            play_turn(match)
    match.refresh_from_db()


def test_after_three_turns_in_a_row_a_bot_holds_the_seat_until_it_is_taken_back(
    four: Match, basim: User, run_out: RunOut, play_turn: Play
) -> None:
    time_out(four, 1, run_out, play_turn, 2)
    seat = Seat.objects.get(user=basim)
    assert (seat.held_by_bot, seat.timeouts_in_row) == (False, 2)
    time_out(four, 1, run_out, play_turn, 1)
    seat.refresh_from_db()
    assert seat.held_by_bot
    held = Occupancy.objects.get(match=four, seat=1, to_version__isnull=True)
    assert (held.bot, held.user_id, held.from_version) == ("steady", None, four.version)

    while four.turn != 1:
        play_turn(four)
        four.refresh_from_db()
    run_out(four)
    assert Move.objects.filter(seat=1).latest("place").actor == "bot"

    tables.take_back(four.table.public_id, basim)
    seat.refresh_from_db()
    assert (seat.held_by_bot, seat.timeouts_in_row) == (False, 0)
    again = Occupancy.objects.get(match=four, seat=1, to_version__isnull=True)
    assert (again.user_id, again.from_version) == (basim.pk, four.version)
    with pytest.raises(TableError, match="seat_not_held_by_bot"):
        tables.take_back(four.table.public_id, basim)


def test_taking_the_seat_back_in_ones_turn_gives_a_whole_turn(
    four: Match, run_out: RunOut, play_turn: Play
) -> None:
    seat = Seat.objects.get(table=four.table_id, position=four.turn)
    assert seat.user is not None
    Seat.objects.filter(pk=seat.pk).update(held_by_bot=True)
    tables.take_back(four.table.public_id, seat.user)
    four.refresh_from_db()
    assert four.due_at is not None
    assert four.due_at - timezone.now() > timedelta(seconds=25)


def test_a_move_in_time_begins_the_count_anew(
    four: Match, basim: User, run_out: RunOut, play_turn: Play
) -> None:
    time_out(four, 1, run_out, play_turn, 2)
    while four.turn != 1:
        play_turn(four)
        four.refresh_from_db()
    play_turn(four)
    assert Seat.objects.get(user=basim).timeouts_in_row == 0


def test_bots_move_and_hands_are_dealt_after_a_pause(alia: User, settings: object) -> None:
    settings.TARNEEB_BOT_PAUSE = 1.0  # type: ignore[attr-defined]
    match = Match.objects.get(table=tables.quick_play(alia, "tarneeb"))
    hand = match.hands.get()
    if match.turn == 0:
        assert match.due_at is None
    else:
        assert match.due_at is not None
        pause = (match.due_at - hand.dealt_at).total_seconds()
        assert 0.6 <= pause <= 1.4


def test_bots_are_shown_their_own_cards_only(
    solo: Match, play_turn: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []

    def choose(observation, rng):  # type: ignore[no-untyped-def]
        seen.append(observation)
        return observation.legal[0]

    monkeypatch.setattr(bots, "choose", choose)
    clock.run_due(timezone.now())
    play_turn(solo, "7")
    clock.run_due(timezone.now())
    deal = read_deal(solo.hands.get().deal)
    assert len(seen) == Move.objects.count() - 1 >= 3
    for observation in seen:
        assert observation.seat == observation.turn
        assert set(observation.hand.cards) == set(deal[observation.seat])


def test_a_bot_that_fails_does_not_hold_up_the_table(
    solo: Match, play_turn: Play, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def choose(observation, rng):  # type: ignore[no-untyped-def]
        raise ValueError(f"I hold {observation.hand.cards}")

    monkeypatch.setattr(bots, "choose", choose)
    before = clock.run_due(timezone.now())
    play_turn(solo, "7")
    assert before + clock.run_due(timezone.now()) == 3
    solo.refresh_from_db()
    assert solo.turn == 0
    assert "a bot failed: ValueError" in caplog.text
    assert "Card" not in caplog.text


def test_a_broken_match_is_left_alone_and_the_others_go_on(
    bots_only: Callable[..., Match], basim: User, caplog: pytest.LogCaptureFixture
) -> None:
    broken = bots_only("tarneeb")
    hand = broken.hands.get()
    hand.deal = hand.deal.replace("SA", "SK")
    hand.save()
    other = Match.objects.get(table=tables.quick_play(basim, "tarneeb"))
    now = timezone.now()
    with caplog.at_level(logging.ERROR):
        clock.run_due(now)
    broken.refresh_from_db()
    other.refresh_from_db()
    assert broken.version == 1
    assert broken.due_at == now + timedelta(seconds=30)
    assert (other.turn, other.due_at) == (0, None)
    assert "could not go on" in caplog.text
    assert not any(card in caplog.text for card in hand.deal.split())


def test_the_task_does_what_is_due(four: Match) -> None:
    Match.objects.filter(pk=four.pk).update(due_at=timezone.now())
    tasks.sweep()
    assert Move.objects.get().actor == "clock"


def test_matches_take_turns(bots_only: Callable[..., Match], basim: User) -> None:
    """A sweep that ends before all is done has not spent its time on one match."""
    first = bots_only("tarneeb")
    second = tables.create_table(basim, "tarneeb", {}, 10, "open")
    tables.fill_with_bots(second.public_id, basim)
    match = tables.start_match(second.public_id, basim)
    Seat.objects.filter(user=basim).update(held_by_bot=True)
    Match.objects.update(due_at=timezone.now())
    for _look in range(2):
        clock.run_due(timezone.now(), seconds=0)
    first.refresh_from_db()
    match.refresh_from_db()
    assert (first.version, match.version) == (3, 3)


def test_first_time_outs_of_many_matches_are_one_transaction(
    four: Match, basim: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each alone would cost so much that the clock of a thousand tables ran late."""
    alone: list[int] = []
    monkeypatch.setattr(clock, "_step_guarded", lambda pk, _now: alone.append(pk) or False)
    assert four.due_at is not None
    turn = four.turn
    clock.run_due(four.due_at)
    four.refresh_from_db()
    assert alone == []
    assert (four.version, four.seating) == (2, 1)
    assert Move.objects.get().actor == Actor.CLOCK
    assert Seat.objects.get(table=four.table_id, position=turn).timeouts_in_row == 1
    # The third in a row is more than a move: a bot takes the seat.
    assert four.due_at is not None
    Seat.objects.filter(table=four.table_id, position=four.turn).update(timeouts_in_row=2)
    Match.objects.filter(pk=four.pk).update(seating=2)
    clock.run_due(four.due_at)
    assert set(alone) == {four.pk}
