"""What one seat, or a spectator, may know of a match: all that bots and browsers are ever given."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.cards import Card, Seat, Trump, cards_of
from games.engine.moves import Bid, Call, Move
from games.engine.results import HandResult, MatchResult
from games.engine.rules import check_seat, legal_moves
from games.engine.state import HandState, MatchState, Phase
from games.engine.variants import Options


@dataclass(frozen=True, slots=True)
class HandView:
    """The hand in play, or the finished one until the next deal.

    ``cards`` are the viewer's own that it still holds, sorted; ``None`` for a spectator. ``counts`` says how
    many each seat still holds. ``contract`` and ``declarer`` are known once an auction has ended in them.
    ``plays`` has every card played in the hand, four to a trick; ``tricks`` those taken by each seat.
    """

    ordinal: int
    number: int
    dealer: Seat
    cards: tuple[Card, ...] | None
    counts: tuple[int, ...]
    revealed: Card | None
    trump: Trump | None
    declarer: Seat | None
    contract: Bid | None
    doubled: bool
    calls: tuple[tuple[Seat, Call], ...]
    plays: tuple[tuple[Seat, Card], ...]
    tricks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Observation:
    """A match as ``seat`` sees it, or as a spectator does (``seat`` is ``None``).

    ``legal`` has the viewer's own moves, and only in its turn. ``scores`` are per team or per seat, as
    ``scores_per`` says. Nothing here depends on a card that the viewer may not see.
    """

    variant: str
    scores_per: str
    options: Options
    version: int
    phase: Phase
    seat: Seat | None
    turn: Seat | None
    legal: tuple[Move, ...]
    hand: HandView | None
    scores: tuple[int, ...]
    target: int
    results: tuple[HandResult, ...]
    result: MatchResult | None


def observe(state: MatchState, seat: Seat | None) -> Observation:
    """What ``seat`` (0–3), or a spectator (``None``), may know of ``state``.

    Raises EngineError (``not_a_seat``) for anything else: -1 would count from the end and show a hand.
    """
    if seat is not None:
        check_seat(seat)
    variant = state.variant
    in_turn = seat is not None and seat == state.turn
    return Observation(
        variant=variant.key,
        scores_per=variant.scores_per,
        options=dict(variant.options),  # a viewer's own: the match keeps its rules whatever is done to it
        version=state.version,
        phase=state.phase,
        seat=seat,
        turn=state.turn,
        legal=legal_moves(state) if in_turn else (),
        hand=_view(state.hand, seat) if state.hand is not None else None,
        scores=state.scores,
        target=variant.target,
        results=state.results,
        result=state.result,
    )


def _view(hand: HandState, seat: Seat | None) -> HandView:
    return HandView(
        ordinal=hand.ordinal,
        number=hand.number,
        dealer=hand.dealer,
        cards=cards_of(hand.held[seat]) if seat is not None else None,
        counts=tuple(held.bit_count() for held in hand.held),
        revealed=hand.revealed,
        trump=hand.trump,
        declarer=hand.declarer,
        contract=hand.contract,
        doubled=hand.doubled,
        calls=tuple(hand.calls),
        plays=tuple(hand.plays),
        tricks=tuple(hand.tricks),
    )
