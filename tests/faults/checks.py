"""Holds what players were promised and shown against what the database has."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import connection, transaction
from django.utils import timezone

from games.engine import rules
from games.engine.events import redact
from games.engine.observation import observe
from games.engine.record import RecordFault, read_record, replay, write_record
from games.engine.state import MatchState
from games.models import Hand, Match, Move
from games.protocol import event_payload, move_texts, observation_payload
from games.selectors.records import match_record
from games.selectors.states import match_state
from games.services.receipts import Receipts
from tests.faults.journal import Ack, Kind, Problem, Refusal, Shown, Taken
from tests.faults.replayed import Step, Unplayable, early_end, opening, play_hand

Sent = Mapping[tuple[str, int, str], str]


class Checker:
    """Knows what it saw in the database before: none of that may ever change."""

    def __init__(self, sent: Sent) -> None:
        self._sent = sent
        self._matches: dict[str, MatchCheck] = {}

    def check(self, taken: Taken, everything: bool = False) -> list[Problem]:
        """Give what is wrong. Reads the matches in play and those that ``taken`` is about, or all."""
        connection.close()  # it may be one to a server that was stopped
        problems = list(taken.problems)
        for public_id in Match.objects.values_list("public_id", flat=True):
            self._matches.setdefault(public_id, MatchCheck(public_id, self._sent, problems))
        concerned = taken.matches()
        problems += [Problem(Kind.LOST, f"match {name} is gone") for name in concerned - self._matches.keys()]
        for public_id, match in self._matches.items():
            if everything or not match.over or public_id in concerned:
                match.problems = problems
                match.check(taken)
        connection.close()
        return problems


def standing(public_id: str) -> str:
    """How a match stands in the database, for whoever asks why it does not go on."""
    connection.close()
    match = Match.objects.filter(public_id=public_id).first()
    if match is None:
        return "not in the database"
    due = (
        "" if match.due_at is None else f", due since {(timezone.now() - match.due_at).total_seconds():.1f} s"
    )
    return f"in the database version {match.version}, {match.phase}, turn {match.turn}{due}"


class MatchCheck:
    """One match, as often as it is looked at."""

    def __init__(self, public_id: str, sent: Sent, problems: list[Problem]) -> None:
        self.public_id = public_id
        self.problems = problems
        self.over = False
        self._sent = sent
        self._version = 0
        self._deals: dict[int, tuple[Any, ...]] = {}
        self._ended: dict[int, tuple[str, MatchState]] = {}
        self._made: dict[int, tuple[int | None, str]] = {}
        self._ids: dict[tuple[int, str], int] = {}

    def check(self, taken: Taken) -> None:
        """Look at its rows, and at what is new of it."""
        match, hands, moves = _read(self.public_id)
        acks = [ack for ack in taken.acks if ack.match == self.public_id]
        refusals = [refusal for refusal in taken.refusals if refusal.match == self.public_id]
        shown = [shown for shown in taken.shown if shown.frame["match"] == self.public_id]
        if match is None:
            self._wrong(Kind.LOST, "is gone")
            return
        if match.version < self._version:
            self._wrong(Kind.LOST, f"went from version {self._version} back to {match.version}")
        self._version = match.version
        self._check_deals(hands)
        self._check_receipts(hands)
        try:
            asked = {ack.version for ack in acks} | {one.frame["version"] for one in shown}
            steps = self._play(match, hands, moves, asked)
        except Unplayable as error:
            self._wrong(Kind.BROKEN, str(error))
            return
        receipts = Receipts(hands, moves)
        for ack in acks:
            self._check_ack(ack, receipts)
        for refusal in refusals:
            self._check_refusal(refusal, receipts)
        for one in shown:
            self._check_shown(one, steps)
        self._check_ids(hands, moves)
        if match.status == Match.Status.ENDED and not self.over:
            self._check_record(match)
            self.over = True

    def _wrong(self, kind: Kind, text: str) -> None:
        self.problems.append(Problem(kind, f"match {self.public_id}: {text}"))

    # The rows

    def _check_deals(self, hands: Sequence[Hand]) -> None:
        if [hand.ordinal for hand in hands] != list(range(1, len(hands) + 1)):
            self._wrong(Kind.BROKEN, f"its hands are {[hand.ordinal for hand in hands]}")
        for hand in hands:
            deal = (hand.deal, hand.commitment, bytes(hand.seed), hand.dealer, hand.version_dealt)
            if self._deals.setdefault(hand.ordinal, deal) != deal:
                self._wrong(Kind.DEALT_AGAIN, f"hand {hand.ordinal}")
        for ordinal in self._deals.keys() - {hand.ordinal for hand in hands}:
            self._wrong(Kind.LOST, f"hand {ordinal}")

    def _check_receipts(self, hands: Sequence[Hand]) -> None:
        digests = [receipt.partition(":")[2] for hand in hands for receipt in hand.receipts.split()]
        for digest, times in Counter(digests).items():
            if times > 1:
                self._wrong(Kind.DOUBLED, f"receipt {digest} is there {times} times")

    def _play(
        self, match: Match, hands: Sequence[Hand], moves: Sequence[Move], versions: set[int]
    ) -> dict[int, Step]:
        """Give the steps of hands that are not known yet, and of those with a version asked for."""
        steps: dict[int, Step] = {}
        state = opening(match)
        for number, hand in enumerate(hands):
            last = hands[number + 1].version_dealt if number + 1 < len(hands) else match.version + 1
            row = _written(hand)
            known = self._ended.get(hand.ordinal)
            if known and known[0] != row:
                self._wrong(Kind.LOST, f"the row of hand {hand.ordinal} changed after its end")
            if known and not any(hand.version_dealt <= version < last for version in versions):
                state = known[1]
                continue
            played = play_hand(state, hand, moves)
            steps |= {step.state.version: step for step in played}
            state = played[-1].state
            if hand.ended_at is not None:
                self._ended[hand.ordinal] = row, state
        ends = early_end(match, state)
        steps |= {step.state.version: step for step in ends}
        self._check_last(match, hands, moves, ends[-1].state if ends else state)
        for version, step in steps.items():
            made = step.seat, step.text
            if self._made.setdefault(version, made) != made:
                self._wrong(Kind.LOST, f"version {version} was made by {self._made[version]}, now by {made}")
        return steps

    def _check_last(
        self, match: Match, hands: Sequence[Hand], moves: Sequence[Move], state: MatchState
    ) -> None:
        """The match's own row, and the site's own way from rows to a state, say the same."""
        row = match.version, match.phase, match.turn, tuple(match.scores)
        played = state.version, state.phase.value, state.turn, state.scores
        if row != played:
            self._wrong(Kind.BROKEN, f"its row says {row}, its moves {played}")
            return
        rebuilt = match_state(match, hands, moves)
        if any(observe(rebuilt, seat) != observe(state, seat) for seat in (None, 0, 1, 2, 3)):
            self._wrong(Kind.BROKEN, "the site rebuilds another state than the one played again")

    def _check_ids(self, hands: Sequence[Hand], moves: Sequence[Move]) -> None:
        """Each live move with a client's id was sent so by a player, and is there once."""
        for move in moves:
            if not move.client_id:
                continue
            version = hands[-1].version_dealt + move.place + 1
            if self._ids.setdefault((move.seat, move.client_id), version) != version:
                self._wrong(Kind.DOUBLED, f"{move.client_id} of seat {move.seat} is there at two versions")
            if self._sent.get((self.public_id, move.seat, move.client_id)) != move.text:
                self._wrong(Kind.BROKEN, f"version {version} has a move that nobody sent so")

    def _check_record(self, match: Match) -> None:
        try:
            replay(read_record(write_record(match_record(match)), 1))
        except RecordFault as fault:
            self._wrong(Kind.BROKEN, f"its record: {fault}")

    # What players were told

    def _check_ack(self, ack: Ack, receipts: Receipts) -> None:
        made = self._made.get(ack.version)
        if made != (ack.seat, ack.move):
            self._wrong(Kind.LOST, f"{ack}; there is {made}")
        elif receipts.version_answered(ack.seat, ack.client_id) != ack.version:
            self._wrong(Kind.LOST, f"the client's id of {ack}")

    def _check_refusal(self, refusal: Refusal, receipts: Receipts) -> None:
        version = receipts.version_answered(refusal.seat, refusal.client_id)
        if version is not None:
            self._wrong(Kind.DOUBLED, f"{refusal}, and it is kept as version {version}")

    def _check_shown(self, shown: Shown, steps: Mapping[int, Step]) -> None:
        frame, seat = shown.frame, shown.seat
        step = steps.get(frame["version"])
        if step is None:
            self._wrong(Kind.LOST, f"version {frame['version']} was shown, and is not there")
            return
        for name, value in _expected(frame["type"], step, seat).items():
            if frame[name] != value:
                told = f"{name} of a {frame['type']} frame to seat {seat} at version {frame['version']}"
                self._wrong(Kind.DIFFERENT, f"{told}: {frame[name]}, and not {value}")
        secret = shown.cards - _may_name(step.state, seat)
        if secret:
            self._wrong(Kind.SECRET, f"seat {seat} was told of {sorted(secret)} by {frame}")


def _read(public_id: str) -> tuple[Match | None, list[Hand], list[Move]]:
    """A match and its rows, as they were at one moment."""
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        match = Match.objects.filter(public_id=public_id).first()
        hands = list(Hand.objects.filter(match=match).order_by("ordinal"))
        live = [hand for hand in hands if hand.ended_at is None]
        moves = list(Move.objects.filter(hand__in=live).order_by("place"))
    return match, hands, moves


def _written(hand: Hand) -> str:
    """All that a hand's row has, to compare."""
    values = (getattr(hand, field.attname) for field in Hand._meta.concrete_fields)
    return repr([bytes(value) if isinstance(value, memoryview) else value for value in values])


def _expected(kind: str, step: Step, seat: int | None) -> dict[str, Any]:
    """What a frame of this kind must say of a step to a seat, read as a client reads it."""
    state = step.state
    if kind == "observation":
        said: dict[str, Any] = {"observation": observation_payload(observe(state, seat))}
    elif kind == "events":
        public = [seen for event in step.events if (seen := redact(event, None)) is not None]
        said = {
            "events": [event_payload(event) for event in public],
            "phase": state.phase.value,
            "turn": state.turn,
            "scores": state.scores,
        }
    else:
        own = [event for event in step.events if event.audience is not None and event.audience == seat]
        legal = move_texts(rules.legal_moves(state)) if state.turn == seat else []
        said = {"events": [event_payload(event) for event in own], "legal": legal}
    return dict(json.loads(json.dumps(said)))


def _may_name(state: MatchState, seat: int | None) -> set[str]:
    """The cards that a seat, or a watcher, may know of: its own, those played, and those shown at a deal."""
    hand = state.hand
    known = {result.revealed for result in state.results if result.revealed}
    if hand is None:
        return known
    known |= {str(card) for _seat, card in hand.plays}
    if hand.revealed is not None:
        known.add(str(hand.revealed))
    if seat is not None:
        known |= {str(card) for card in hand.dealt[seat]}
    return known
