"""Playing a recorded match again, and checking every figure that the record gives."""

from __future__ import annotations

from collections.abc import Callable

from games.engine import rules
from games.engine.errors import EngineError, RecordCode
from games.engine.moves import PLAYS, NameTrump
from games.engine.record.faults import Where, shown
from games.engine.record.recorder import hand_record
from games.engine.record.schema import FairDeal, HandRecord, MatchRecord
from games.engine.results import Reason
from games.engine.shuffle import METHOD, commitment, deal_cards
from games.engine.state import HandState, MatchState, Phase


def replay(record: MatchRecord) -> MatchState:
    """The match as it ended. Raises RecordFault at the first thing in it that the rules do not give."""
    return _replay(record, lambda state, fair: None)


def replayed(record: MatchRecord) -> MatchRecord:
    """The record of the match played again, which is this one. Raises as ``replay``."""
    hands: list[HandRecord] = []
    state = _replay(record, lambda state, fair: hands.append(hand_record(state, fair)))
    assert state.result is not None
    return MatchRecord(
        record.match, state.variant.key, state.options, record.seats, tuple(hands), state.result, record.line
    )


def _replay(record: MatchRecord, keep: Callable[[MatchState, FairDeal | None], None]) -> MatchState:
    """``keep`` is called after each hand, while the hand is there to be seen."""
    where = Where(record.line)
    state = _start(record, where)
    for place, hand in enumerate(record.hands, 1):
        _replay_hand(state, record, hand, where.in_hand(place))
        keep(state, hand.fair)
    _replay_result(state, record, where)
    return state


def _start(record: MatchRecord, where: Where) -> MatchState:
    first_dealer = record.hands[0].dealer if record.hands else 0
    try:
        return rules.start(record.variant, record.options, first_dealer)
    except EngineError as error:
        raise where.fault_of(error) from None


def _replay_hand(state: MatchState, record: MatchRecord, hand: HandRecord, where: Where) -> None:
    if state.phase is Phase.ENDED:
        raise where.fault(RecordCode.AFTER_THE_END)
    _compare(where, "dealer", state.next_dealer, hand.dealer)
    number = state.next_number
    if hand.fair is not None:
        _check_fair(hand, hand.fair, where.at("fair"))
    played = _deal(state, hand, where)
    _compare(where, "revealed", played.revealed, hand.revealed)
    _replay_calls(state, played, hand, where)
    _replay_trump(state, played, hand, where)
    _replay_plays(state, played, hand, where)
    if played.result is None:
        _check_may_stop(record, state, where)
        _compare(where, "number", number, hand.number)
    else:
        _compare(where, "number", played.result.number, hand.number)
    tricks, points = _figures(played)
    _compare(where, "tricks", tricks, hand.tricks)
    _compare(where, "points", points, hand.points)
    _compare(where, "scores", state.scores, hand.scores)


def _figures(hand: HandState) -> tuple[tuple[int, ...] | None, tuple[int, ...] | None]:
    return (None, None) if hand.result is None else (hand.result.tricks, hand.result.points)


def _compare(where: Where, step: str, expected: object, found: object) -> None:
    if expected != found:
        raise where.at(step).fault(RecordCode.DIFFERENT, expected=_shown(expected), found=_shown(found))


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_shown, value))}]"
    return shown(value if value is None or isinstance(value, int) else str(value))


def _check_fair(hand: HandRecord, fair: FairDeal, where: Where) -> None:
    if fair.method != METHOD:
        raise where.fault(RecordCode.METHOD_UNKNOWN, method=shown(fair.method))
    seed = bytes.fromhex(fair.seed)
    if commitment(seed) != fair.commitment:
        raise where.fault(RecordCode.COMMITMENT_DIFFERS)
    if deal_cards(seed, fair.player_seeds, hand.dealer) != hand.cards:
        raise where.fault(RecordCode.DEAL_DIFFERS)


# Faults are rare and a place costs time to name, so from here on it is named only once there is a fault.


def _deal(state: MatchState, hand: HandRecord, where: Where) -> HandState:
    try:
        rules.deal_in_place(state, hand.cards)
    except EngineError as error:
        raise where.at("cards").fault_of(error) from None
    assert state.hand is not None
    return state.hand


def _replay_calls(state: MatchState, played: HandState, hand: HandRecord, where: Where) -> None:
    for seat, call in hand.calls:
        if state.phase is not Phase.AUCTION:
            raise where.at(_next_call(played)).fault(RecordCode.AUCTION_OVER)
        try:
            rules.apply_in_place(state, seat, call)
        except EngineError as error:
            raise where.at(_next_call(played)).fault_of(error, seat) from None


def _replay_trump(state: MatchState, played: HandState, hand: HandRecord, where: Where) -> None:
    """The record does not list the naming of the trump among its moves: ``trump`` says it."""
    if state.phase is not Phase.NAMING_TRUMP:
        _compare(where, "trump", played.trump, hand.trump)
    elif hand.trump is not None:
        assert state.turn is not None
        try:
            rules.apply_in_place(state, state.turn, NameTrump(hand.trump))
        except EngineError as error:
            raise where.at("trump").fault_of(error, state.turn) from None
    elif hand.plays:
        raise where.at("trump").fault(RecordCode.TRUMP_NOT_NAMED, seat=state.turn)


def _replay_plays(state: MatchState, played: HandState, hand: HandRecord, where: Where) -> None:
    if hand.plays and state.phase is not Phase.PLAY:
        raise where.at(_next_play(played)).fault(RecordCode.NOT_IN_PLAY)
    for card in hand.plays:
        seat = state.turn
        if seat is None:
            raise where.at(_next_play(played)).fault(RecordCode.HAND_OVER)
        try:
            rules.apply_in_place(state, seat, PLAYS[card.index])
        except EngineError as error:
            raise where.at(_next_play(played)).fault_of(error, seat) from None


def _next_call(played: HandState) -> str:
    return f"call {len(played.calls) + 1}"


def _next_play(played: HandState) -> str:
    return f"play {len(played.plays) + 1}"


def _check_may_stop(record: MatchRecord, state: MatchState, where: Where) -> None:
    """Only the last hand of a match that ended early may stop before its end."""
    last = where.hand == len(record.hands)
    if last and record.result.reason is not Reason.TARGET:
        return
    assert state.hand is not None
    if state.phase is Phase.NAMING_TRUMP:
        raise where.at("trump").fault(RecordCode.TRUMP_NOT_NAMED, seat=state.turn)
    step = _next_call if state.phase is Phase.AUCTION else _next_play
    raise where.at(step(state.hand)).fault(RecordCode.HAND_STOPS)


def _replay_result(state: MatchState, record: MatchRecord, where: Where) -> None:
    where, result = where.at("result"), record.result
    if result.reason is Reason.TARGET:
        if state.result is None:
            raise where.fault(RecordCode.TARGET_NOT_REACHED)
    elif state.result is not None:
        raise where.fault(RecordCode.TARGET_REACHED, reason=result.reason.value)
    elif result.reason is Reason.FORFEIT:
        if result.winner is None:
            raise where.fault(RecordCode.WINNER_MISSING)
        rules.forfeit_in_place(state, 1 - result.winner)
    else:
        if result.winner is not None:
            raise where.fault(RecordCode.WINNER_NOT_NULL)
        rules.abandon_in_place(state)
    assert state.result is not None
    _compare(where, "result", state.result.winner, result.winner)
    _compare(where, "result", state.result.scores, result.scores)
