"""Playing a recorded match again, and checking every figure that the record gives."""

from __future__ import annotations

from games.engine.cards import Seat
from games.engine.errors import EngineError, RecordCode
from games.engine.moves import Move, NameTrump, PlayCard
from games.engine.record.faults import Where, shown
from games.engine.record.recorder import Recorder
from games.engine.record.schema import FairDeal, HandRecord, MatchRecord
from games.engine.results import Reason
from games.engine.shuffle import METHOD, commitment, deal_cards
from games.engine.state import HandState, MatchState, Phase


def replay(record: MatchRecord) -> MatchState:
    """The match as it ended. Raises RecordFault at the first thing in it that the rules do not give."""
    return replayed(record).state


def replayed(record: MatchRecord) -> Recorder:
    """As ``replay``; gives the recorder of the match played again, whose record is this one."""
    where = Where(record.line)
    first_dealer = record.hands[0].dealer if record.hands else 0
    recorder = _recorder(record, first_dealer, where)
    for place, hand in enumerate(record.hands, 1):
        _replay_hand(recorder, record, hand, where.in_hand(place))
    _replay_result(recorder, record, where.at("result"))
    return recorder


def _recorder(record: MatchRecord, first_dealer: Seat, where: Where) -> Recorder:
    try:
        return Recorder(record.variant, record.options, first_dealer, match=record.match, seats=record.seats)
    except EngineError as error:
        raise where.fault_of(error) from None


def _replay_hand(recorder: Recorder, record: MatchRecord, hand: HandRecord, where: Where) -> None:
    state = recorder.state
    if state.phase is Phase.ENDED:
        raise where.fault(RecordCode.AFTER_THE_END)
    _compare(where.at("dealer"), state.next_dealer, hand.dealer)
    number = state.next_number
    if hand.fair is not None:
        _check_fair(hand, hand.fair, where)
    _deal(recorder, hand, where)
    assert state.hand is not None
    _compare(where.at("revealed"), state.hand.revealed, hand.revealed)
    _replay_calls(recorder, hand, where)
    _replay_trump(recorder, hand, where)
    _replay_plays(recorder, hand, where)
    if state.hand.result is None:
        _check_may_stop(record, state, where)
        _compare(where.at("number"), number, hand.number)
    else:
        _compare(where.at("number"), state.hand.result.number, hand.number)
    tricks, points = _figures(state.hand)
    _compare(where.at("tricks"), tricks, hand.tricks)
    _compare(where.at("points"), points, hand.points)
    _compare(where.at("scores"), state.scores, hand.scores)


def _figures(hand: HandState) -> tuple[tuple[int, ...] | None, tuple[int, ...] | None]:
    return (None, None) if hand.result is None else (hand.result.tricks, hand.result.points)


def _compare(where: Where, expected: object, found: object) -> None:
    if expected != found:
        raise where.fault(RecordCode.DIFFERENT, expected=_shown(expected), found=_shown(found))


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_shown, value))}]"
    return shown(value if value is None or isinstance(value, int) else str(value))


def _check_fair(hand: HandRecord, fair: FairDeal, where: Where) -> None:
    where = where.at("fair")
    if fair.method != METHOD:
        raise where.fault(RecordCode.METHOD_UNKNOWN, method=shown(fair.method))
    seed = bytes.fromhex(fair.seed)
    if commitment(seed) != fair.commitment:
        raise where.fault(RecordCode.COMMITMENT_DIFFERS)
    if deal_cards(seed, fair.player_seeds, hand.dealer) != hand.cards:
        raise where.fault(RecordCode.DEAL_DIFFERS)


def _deal(recorder: Recorder, hand: HandRecord, where: Where) -> None:
    try:
        recorder.deal(hand.cards, hand.fair)
    except EngineError as error:
        raise where.at("cards").fault_of(error) from None


def _apply(recorder: Recorder, seat: Seat, move: Move, where: Where) -> None:
    try:
        recorder.apply(seat, move)
    except EngineError as error:
        raise where.fault_of(error, seat) from None


def _replay_calls(recorder: Recorder, hand: HandRecord, where: Where) -> None:
    for place, (seat, call) in enumerate(hand.calls, 1):
        if recorder.state.phase is not Phase.AUCTION:
            raise where.at(f"call {place}").fault(RecordCode.AUCTION_OVER)
        _apply(recorder, seat, call, where.at(f"call {place}"))


def _replay_trump(recorder: Recorder, hand: HandRecord, where: Where) -> None:
    """The record does not list the naming of the trump among its moves: ``trump`` says it."""
    state = recorder.state
    assert state.hand is not None
    where = where.at("trump")
    if state.phase is not Phase.NAMING_TRUMP:
        _compare(where, state.hand.trump, hand.trump)
    elif hand.trump is not None:
        assert state.turn is not None
        _apply(recorder, state.turn, NameTrump(hand.trump), where)
    elif hand.plays:
        raise where.fault(RecordCode.TRUMP_NOT_NAMED, seat=state.turn)


def _replay_plays(recorder: Recorder, hand: HandRecord, where: Where) -> None:
    state = recorder.state
    for place, card in enumerate(hand.plays, 1):
        at = where.at(f"play {place}")
        if state.phase is not Phase.PLAY or state.turn is None:
            raise at.fault(RecordCode.HAND_OVER if place > 52 else RecordCode.NOT_IN_PLAY)
        _apply(recorder, state.turn, PlayCard(card), at)


def _check_may_stop(record: MatchRecord, state: MatchState, where: Where) -> None:
    """Only the last hand of a match that ended early may stop before its end."""
    last = where.hand == len(record.hands)
    if last and record.result.reason is not Reason.TARGET:
        return
    assert state.hand is not None
    if state.phase is Phase.NAMING_TRUMP:
        raise where.at("trump").fault(RecordCode.TRUMP_NOT_NAMED, seat=state.turn)
    calling = state.phase is Phase.AUCTION
    step = f"call {len(state.hand.calls) + 1}" if calling else f"play {len(state.hand.plays) + 1}"
    raise where.at(step).fault(RecordCode.HAND_STOPS)


def _replay_result(recorder: Recorder, record: MatchRecord, where: Where) -> None:
    state, result = recorder.state, record.result
    if result.reason is Reason.TARGET:
        if state.result is None:
            raise where.fault(RecordCode.TARGET_NOT_REACHED)
    elif state.result is not None:
        raise where.fault(RecordCode.TARGET_REACHED, reason=result.reason.value)
    elif result.reason is Reason.FORFEIT:
        if result.winner is None:
            raise where.fault(RecordCode.WINNER_MISSING)
        recorder.forfeit(1 - result.winner)
    else:
        if result.winner is not None:
            raise where.fault(RecordCode.WINNER_NOT_NULL)
        recorder.abandon()
    assert state.result is not None
    _compare(where, state.result.winner, result.winner)
    _compare(where, state.result.scores, result.scores)
