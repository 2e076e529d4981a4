"""Whole matches through the one door: they end, are kept, and replay from their records."""

from collections.abc import Callable

import pytest
from django.utils import timezone

from accounts.models import User
from games.engine.record import read_record, replay, write_record
from games.models import Hand, Match, Move, Occupancy, Seat, Table
from games.selectors.records import MatchNotOverError, match_record
from games.services import clock, tables

pytestmark = pytest.mark.django_db

GAMES: list[tuple[str, dict[str, object]]] = [
    ("tarneeb", {"target": 31}),
    ("tarneeb", {"target": 31, "single_round": True}),
    ("tarneeb", {"target": 31, "dealer_must_bid": True}),
    ("tarneeb", {"target": 31, "no_trump": True}),
    ("tarneeb", {"target": 31, "first_lead_trump": True}),
    ("tarneeb", {"target": 31, "egyptian": True, "no_trump": True}),
    ("syrian41", {}),
    ("tarneeb41", {}),
]


def play_out(match: Match) -> Match:
    """Lets the clock look until the match is over."""
    while True:
        clock.run_due(timezone.now(), seconds=60)
        match.refresh_from_db()
        if match.status == Match.Status.ENDED:
            return match
        assert match.due_at is not None


@pytest.mark.parametrize(("variant", "options"), GAMES, ids=lambda value: str(value))
def test_a_match_between_bots_ends_and_its_record_replays(
    bots_only: Callable[..., Match], variant: str, options: dict[str, object]
) -> None:
    match = play_out(bots_only(variant, **options))
    record = match_record(match)
    text = write_record(record)
    state = replay(read_record(text))
    assert write_record(read_record(text)) == text
    assert state.version == match.version
    assert state.result is not None
    assert (state.result.winner, state.result.reason) == (match.winner, match.reason)
    assert list(state.scores) == match.scores
    assert list(record.seats) == ["Alia", "Sami", "Rima", "Zaid"]
    assert not Move.objects.exists()
    assert [hand.ordinal for hand in match.hands.all()] == list(range(1, match.hands.count() + 1))


def test_a_match_is_abandoned_after_four_hands_in_which_no_person_called(
    bots_only: Callable[..., Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    from games.engine.fallback import fallback

    monkeypatch.setattr(clock, "_bot_move", lambda live, _seat: fallback(live.state))
    match = play_out(bots_only("tarneeb"))
    assert (match.reason, match.winner, match.scores) == ("abandoned", None, [0, 0])
    assert list(match.hands.values_list("outcome", flat=True)) == ["passed_out"] * 4
    record = match_record(match)
    assert replay(record).version == match.version


def test_hands_in_which_a_person_called_do_not_count_towards_that(
    solo: Match, play_turn: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    from games.engine.fallback import fallback

    monkeypatch.setattr(clock, "_bot_move", lambda live, _seat: fallback(live.state))
    for _hand in range(6):
        clock.run_due(timezone.now(), seconds=60)
        play_turn(solo, "pass")
    clock.run_due(timezone.now(), seconds=60)
    solo.refresh_from_db()
    assert (solo.status, solo.idle_hands) == ("playing", 0)
    assert solo.hands.count() == 7


def test_a_match_left_by_all_people_keeps_the_record_of_what_was_played(
    solo: Match, alia: User, play_turn: Callable[..., object]
) -> None:
    for _move in range(3):
        clock.run_due(timezone.now(), seconds=60)
        play_turn(solo)
    tables.leave(solo.table.public_id, alia)
    solo.refresh_from_db()
    assert (solo.status, solo.reason, solo.winner, solo.due_at) == ("ended", "abandoned", None, None)
    hand = Hand.objects.get(match=solo)
    assert (hand.outcome, hand.tricks, hand.points, hand.number) == ("unfinished", None, None, 1)
    assert replay(read_record(write_record(match_record(solo)))).version == solo.version


def test_no_record_of_a_match_that_is_being_played(solo: Match) -> None:
    with pytest.raises(MatchNotOverError):
        match_record(solo)


def test_a_bot_that_held_a_seat_to_the_end_keeps_it_and_the_table_closes(
    bots_only: Callable[..., Match],
) -> None:
    match = play_out(bots_only("tarneeb"))
    table = Table.objects.get(pk=match.table_id)
    assert table.status == Table.Status.CLOSED
    assert not Seat.objects.filter(table=table).exclude(user=None, bot="").exists()
    assert not Occupancy.objects.filter(match=match, to_version__isnull=True).exists()
