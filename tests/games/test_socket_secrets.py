"""Every frame of whole matches, for every audience, is looked through for cards that it must not name."""

import json
import logging
import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games import effects
from games.messages import Message
from games.models import Hand, Match, Seat
from games.selectors.states import read_deal
from games.selectors.tables import observation_frame
from games.services import clock, tables

pytestmark = pytest.mark.django_db(transaction=True)

CARD = re.compile(r'"([CDHS][2-9TJQKA])"')
Sent = list[tuple[int | None, dict[str, Any]]]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Sent:
    """Every frame with a version that goes out, with the seat it goes to; None is everyone."""
    frames: Sent = []

    def keep(messages: Sequence[Message]) -> None:
        for message in messages:
            seat = int(message.group.split(".")[2]) if message.group.startswith("seat.") else None
            if message.version:
                frames.append((seat, json.loads(message.text)))
            else:
                assert not CARD.search(f'"{message.text}"')

    monkeypatch.setattr(effects, "send", keep)
    return frames


def match_of_four(users: list[User], variant: str, options: dict[str, object]) -> Match:
    """A match of four people, for whom bots play, so that it goes by itself."""
    table = tables.create_table(users[0], variant, options, 10, "open")
    for position, user in enumerate(users[1:], 1):
        tables.sit(table.public_id, user, position)
    match = tables.start_match(table.public_id, users[0])
    Seat.objects.filter(table=table).update(held_by_bot=True)
    Match.objects.filter(pk=match.pk).update(due_at=timezone.now())
    return match


def may_name(hands: list[Hand], version: int, seat: int | None) -> set[str]:
    """The cards that a seat, or everyone, may know of at a version."""
    dealt = [hand for hand in hands if hand.version_dealt <= version]
    hand = dealt[-1]
    naming = bool(hand.contract) and hand.contract.isdigit()
    plays = hand.plays.split()
    played = max(0, version - hand.version_dealt - len(hand.calls) - naming)
    # The results of earlier hands say which card was revealed in each.
    allowed = set(plays[:played]) | {before.revealed for before in dealt if before.revealed}
    if seat is not None:
        allowed |= {str(card) for card in read_deal(hand.deal)[seat]}
    return allowed


@pytest.mark.parametrize(
    ("variant", "options"),
    [
        ("tarneeb", {"target": 31}),
        ("tarneeb", {"target": 31, "egyptian": True}),
        ("syrian41", {}),
        ("tarneeb41", {}),
    ],
    ids=lambda value: str(value),
)
def test_no_frame_names_a_card_that_its_reader_may_not_see(
    alia: User,
    basim: User,
    celine: User,
    dawud: User,
    no_pauses: None,
    sent: Sent,
    caplog: pytest.LogCaptureFixture,
    variant: str,
    options: dict[str, object],
) -> None:
    users = [alia, basim, celine, dawud]
    with caplog.at_level(logging.DEBUG):
        match = match_of_four(users, variant, options)
        table_id = match.table.public_id
        step = 0
        while match.status == Match.Status.PLAYING:
            clock.run_due(timezone.now(), seconds=0)
            match.refresh_from_db()
            step += 1
            if step % 9 == 0:
                for seat, reader in enumerate([*users, None]):
                    frame = observation_frame(table_id, reader.public_id if reader else None)
                    assert frame is not None
                    sent.append((seat if reader else None, dict(frame)))
    hands = list(match.hands.order_by("ordinal"))
    private = 0
    for seat, frame in sent:
        named = set(CARD.findall(json.dumps(frame)))
        assert named <= may_name(hands, frame["version"], seat), (seat, frame)
        private += frame["type"] == "private" and bool(named)
    assert {seat for seat, _frame in sent} == {None, 0, 1, 2, 3}
    assert private >= 4 * len(hands)
    assert not CARD.search(caplog.text)
    assert not any(bytes(hand.seed).hex() in json.dumps([frame for _seat, frame in sent]) for hand in hands)


def test_every_version_is_told_once_and_private_frames_belong_to_public_ones(
    alia: User, basim: User, celine: User, dawud: User, no_pauses: None, sent: Sent
) -> None:
    match = match_of_four([alia, basim, celine, dawud], "tarneeb", {"target": 31})
    while match.status == Match.Status.PLAYING:
        clock.run_due(timezone.now(), seconds=5)
        match.refresh_from_db()
    versions = [frame["version"] for seat, frame in sent if seat is None]
    assert versions == list(range(1, match.version + 1))
    assert {frame["version"] for seat, frame in sent if seat is not None} <= set(versions)
    told = [
        event["card"]
        for seat, frame in sent
        if seat is None
        for event in frame["events"]
        if event["type"] == "card_played"
    ]
    assert told == [card for hand in match.hands.order_by("ordinal") for card in hand.plays.split()]


def test_a_refusal_names_no_card_but_the_readers_own_try(
    four: Match, play_turn: Callable[..., Any], legal: Callable[[Match], list[str]]
) -> None:
    for _move in range(5):
        play_turn(four)
    deal = read_deal(four.hands.get().deal)
    four.refresh_from_db()
    assert four.turn is not None
    for card in [str(card) for holding in deal for card in holding]:
        if card in legal(four):
            continue
        answer = play_turn(four, card)
        assert not answer.accepted
        named = set(CARD.findall(json.dumps(dict(answer.params))))
        assert named <= {card}
