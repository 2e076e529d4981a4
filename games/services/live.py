"""A match with everything that a change to it needs."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import QuerySet

from games.engine import rules
from games.engine.moves import Move as EngineMove
from games.engine.moves import parse_move
from games.engine.state import MatchState
from games.models import Actor, Hand, Match, Move, Seat
from games.selectors.states import match_state, read_deal
from games.selectors.tables import seats_of

from .receipts import Receipts


class MatchNotFoundError(Exception):
    """There is no such match."""


class StaleError(Exception):
    """Another change came first; nothing was written."""


@dataclass
class LiveMatch:
    """A match and what belongs to it: seats by position, hands, the moves of the hand in play, the state.

    Whoever changes a match locks its row before its table and its table before seats, so that two never wait
    for each other.
    """

    match: Match
    seats: list[Seat]
    hands: list[Hand]
    moves: list[Move]
    state: MatchState
    receipts: Receipts = field(init=False)

    def __post_init__(self) -> None:
        self.receipts = Receipts(self.hands, self.moves)

    def as_stored(self) -> QuerySet[Match]:
        """Gives the match's row if it is in play and still has the version and the seating of this; no row
        where another change came first. A write through it is what guards every change."""
        match = self.match
        return Match.objects.filter(
            pk=match.pk, version=match.version, seating=match.seating, status=Match.Status.PLAYING
        )

    def next_move(self, seat: int, move: EngineMove, actor: Actor, client_id: str, now: datetime) -> Move:
        """Gives the row of the next move in the hand; nothing is written or added."""
        return Move(
            hand=self.hands[-1],
            place=len(self.moves),
            seat=seat,
            text=str(move),
            actor=actor,
            at=now,
            client_id=client_id,
        )

    def add_move(self, move: Move) -> None:
        """Adds a move of the hand in play."""
        self.moves.append(move)
        self.receipts.add(self.hands[-1], move)


def read_live(match: Match) -> LiveMatch:
    """Reads what belongs to a match whose row is locked."""
    seats = seats_of(match.table)
    hands = list(Hand.objects.filter(match=match).order_by("ordinal"))
    live_hand = hands[-1] if hands and hands[-1].ended_at is None else None
    moves = [] if live_hand is None else list(Move.objects.filter(hand=live_hand).order_by("place"))
    return LiveMatch(match, seats, hands, moves, match_state(match, hands, moves))


def add_hand(live: LiveMatch, hand: Hand) -> None:
    """Adds a hand that was dealt since."""
    live.state, _events = rules.deal(live.state, read_deal(hand.deal))
    live.hands.append(hand)
    live.moves = []


def add_moves(live: LiveMatch, moves: Iterable[Move]) -> None:
    """Adds moves of the hand in play that were made since, in their order."""
    for move in moves:
        live.state, _events = rules.apply(live.state, move.seat, parse_move(move.text))
        live.add_move(move)
