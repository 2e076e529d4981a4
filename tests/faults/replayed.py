"""A stored match, played again from its rows by the engine alone, step by step."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.engine import rules, shuffle
from games.engine.events import Event
from games.engine.moves import parse_move
from games.engine.state import MatchState, Phase
from games.models import Hand, Match, Move
from games.selectors.states import hand_result, read_deal


class Unplayable(Exception):
    """The rows do not make a match: says where."""


@dataclass(frozen=True)
class Step:
    """What made one version: a deal or an early end (no seat), or a seat's move; and the state after it."""

    state: MatchState
    events: Sequence[Event]
    seat: int | None = None
    text: str = ""


def opening(match: Match) -> MatchState:
    """The state before the first deal."""
    return rules.start(match.variant, match.options, match.first_dealer)


def play_hand(state: MatchState, hand: Hand, moves: Sequence[Move]) -> list[Step]:
    """Give the steps of one hand: its deal, and its moves (rows while it is played). Raises Unplayable."""
    where = f"hand {hand.ordinal} of match {hand.match_id}"
    if hand.version_dealt != state.version + 1 or hand.dealer != state.next_dealer:
        raise Unplayable(f"{where} does not follow on the one before")
    if shuffle.commitment(bytes(hand.seed)) != hand.commitment:
        raise Unplayable(f"{where}: the commitment is not that of the seed")
    try:
        steps = [Step(*rules.deal(state, read_deal(hand.deal)))]
        for seat, text in _moves_of(steps, hand, moves):
            steps.append(Step(*rules.apply(steps[-1].state, seat, parse_move(text)), seat, text))
    except Exception as error:
        raise Unplayable(f"{where}: {error!r}") from None
    _check_end(steps[-1].state, hand, where)
    return steps


def early_end(match: Match, state: MatchState) -> list[Step]:
    """Give the step that ended a match in which no hand did; none where it goes on or was won."""
    if match.status == Match.Status.PLAYING or state.phase is Phase.ENDED:
        return []
    return [Step(*rules.abandon(state))]


def _moves_of(steps: list[Step], hand: Hand, moves: Sequence[Move]) -> Iterator[tuple[int, str]]:
    """The moves in order; in an ended hand whose a card is follows from the state that the last step made."""
    if hand.ended_at is None:
        for place, move in enumerate(moves):
            if move.place != place:
                raise Unplayable(f"place {place} is empty")
            yield move.seat, move.text
        return
    yield from ((seat, text) for seat, text in hand.calls)
    state = steps[-1].state
    if state.phase is Phase.NAMING_TRUMP and hand.trump and state.turn is not None:
        yield state.turn, hand.trump
    for card in hand.plays.split():
        turn = steps[-1].state.turn
        if turn is None:
            raise Unplayable("a card was played in nobody's turn")
        yield turn, card


def _check_end(state: MatchState, hand: Hand, where: str) -> None:
    over = state.phase in (Phase.AWAITING_DEAL, Phase.ENDED)
    if over != (hand.outcome not in ("", "unfinished")):
        raise Unplayable(f"{where} is stored as {hand.outcome!r}, and its moves say otherwise")
    if over and hand_result(hand) != state.results[-1]:
        raise Unplayable(f"{where} is stored with another result than its moves give")
