"""From the stored deals and moves to the engine's states, and to what one seat may see of them."""

from collections.abc import Sequence

from games.engine import rules
from games.engine.cards import Card, parse_card
from games.engine.moves import parse_move
from games.engine.results import HandResult, Outcome
from games.engine.state import MatchState, Phase
from games.models import Hand, Match, Move

Deal = tuple[tuple[Card, ...], ...]


def read_deal(text: str) -> Deal:
    """Gives the four holdings of a stored deal, in the order dealt."""
    return tuple(tuple(parse_card(card) for card in line.split()) for line in text.splitlines())


def write_deal(deal: Sequence[Sequence[Card]]) -> str:
    """Gives a deal as it is stored: four lines in seat order, each in the order dealt."""
    return "\n".join(" ".join(str(card) for card in holding) for holding in deal)


def hand_result(hand: Hand) -> HandResult:
    """Gives the engine's result of a stored hand that was played to its end."""
    bids: list[str | None] = [None] * 4
    for seat, call in hand.calls:
        if call not in ("pass", "double"):
            bids[seat] = call
    return HandResult(
        ordinal=hand.ordinal,
        number=hand.number,
        dealer=hand.dealer,
        outcome=Outcome(hand.outcome),
        declarer=hand.declarer,
        contract=hand.contract or None,
        doubled=hand.doubled,
        trump=hand.trump or None,
        revealed=hand.revealed or None,
        bids=tuple(bids),
        tricks=None if hand.tricks is None else tuple(hand.tricks),
        points=None if hand.points is None else tuple(hand.points),
        scores=tuple(hand.scores or ()),
    )


def match_state(match: Match, hands: Sequence[Hand], moves: Sequence[Move]) -> MatchState:
    """Gives the state of a match, rebuilt from what is stored.

    Takes its hands in order and the moves of the hand in play in order. Only the last hand is played through
    again; the ones before it count by their results.
    """
    if not hands:
        state = rules.start(match.variant, match.options, match.first_dealer)
    else:
        state = _state_in_last_hand(match, hands, moves)
    if match.status == Match.Status.ENDED and state.phase is not Phase.ENDED:
        state, _events = rules.abandon(state)
    if state.version != match.version:
        raise RuntimeError(f"match {match.public_id}: its moves do not lead to version {match.version}")
    return state


def _state_in_last_hand(match: Match, hands: Sequence[Hand], moves: Sequence[Move]) -> MatchState:
    last = hands[-1]
    results = tuple(hand_result(hand) for hand in hands[:-1])
    start = rules.start(match.variant, match.options, match.first_dealer)
    state = rules.resume(
        match.variant,
        match.options,
        results[-1].scores if results else start.scores,
        last.dealer,
        results,
        last.version_dealt - 1,
    )
    state, _events = rules.deal(state, read_deal(last.deal))
    if last.ended_at is None:
        for move in moves:
            state, _events = rules.apply(state, move.seat, parse_move(move.text))
        return state
    for seat, call in last.calls:
        state, _events = rules.apply(state, seat, parse_move(call))
    if state.phase is Phase.NAMING_TRUMP and last.trump and state.turn is not None:
        state, _events = rules.apply(state, state.turn, parse_move(last.trump))
    for card in last.plays.split():
        if state.turn is None:
            break
        state, _events = rules.apply(state, state.turn, parse_move(card))
    return state
