"""One step of a match, written and announced: a deal, a move, an early end.

Every step raises the version by one, and is an update of the match's row that still has the version before
and the seating that the step was worked out from.
"""

import secrets
from collections.abc import Sequence
from datetime import datetime

from games import effects
from games.engine import rules, shuffle
from games.engine.events import Event, HandEnded, TrickTaken
from games.engine.moves import Move as EngineMove
from games.engine.observation import observe
from games.engine.state import MatchState, Phase
from games.models import Actor, Hand, Match, Move, Occupancy
from games.selectors.states import write_deal

from . import seating
from .deadlines import due_at
from .live import LiveMatch, StaleError
from .ranking import rate_match
from .receipts import receipts_of

# Until players may add a string of their own to the deal, theirs are empty.
NO_PLAYER_SEEDS = ("", "", "", "")
# Hands in a row that were passed out or cancelled and in which no person called: nobody is playing.
IDLE_HANDS_LIMIT = 4


def deal_hand(live: LiveMatch, now: datetime) -> None:
    """Deals the next hand from a fresh seed. Raises StaleError."""
    seed = secrets.token_bytes(32)
    dealer = live.state.next_dealer
    deal = shuffle.deal_cards(seed, NO_PLAYER_SEEDS, dealer)
    ordinal = len(live.hands) + 1
    state, events = rules.deal(live.state, deal)
    _advance(live, state, events, now)
    hand = Hand(
        match=live.match,
        ordinal=ordinal,
        number=state.hand.number if state.hand else None,
        dealer=dealer,
        deal=write_deal(deal),
        seed=seed,
        method=shuffle.METHOD,
        commitment=shuffle.commitment(seed),
        version_dealt=state.version,
        dealt_at=now,
    )
    hand.save(force_insert=True)
    live.hands.append(hand)
    live.moves = []


def make_move(
    live: LiveMatch, seat: int, move: EngineMove, actor: Actor, client_id: str, now: datetime
) -> None:
    """Makes a seat's move. Raises IllegalMove, which changes nothing, and StaleError."""
    state, events = rules.apply(live.state, seat, move)
    row = live.next_move(seat, move, actor, client_id, now)
    live.add_move(row)
    _advance(live, state, events, now, actor)
    if any(isinstance(event, HandEnded) for event in events):
        _end_hand(live, now, state.results[-1].outcome)
        _count_idle_hands(live, now)
        rate_match(live.match, now)
    else:
        row.save(force_insert=True)


def abandon_match(live: LiveMatch, now: datetime) -> None:
    """Ends a match that nobody plays any more, without a winner. Raises StaleError."""
    state, events = rules.abandon(live.state)
    unfinished = bool(live.hands) and live.hands[-1].ended_at is None
    _advance(live, state, events, now)
    if unfinished:
        _end_hand(live, now, "unfinished")


def player_changed(live: LiveMatch, position: int, now: datetime) -> None:
    """Writes down who plays a seat from now on, and sets the time anew where that seat is in turn."""
    match = live.match
    seating.count_change(match)
    seating.change_player(match, live.seats[position])
    if live.state.turn == position:
        match.due_at = due_at(live.state, live.seats, match.turn_seconds, now)
        match.save(update_fields=["due_at"])
    effects.table_changed(match.table.public_id)


def _advance(
    live: LiveMatch, state: MatchState, events: Sequence[Event], now: datetime, actor: Actor | None = None
) -> None:
    """Writes the match's row and announces the step, with who made the move if it was one."""
    match = live.match
    ended = state.result
    values = {
        "version": state.version,
        "phase": str(state.phase.value),
        "turn": state.turn,
        "scores": list(state.scores),
        "next_dealer": state.next_dealer,
        "due_at": due_at(
            state, live.seats, match.turn_seconds, now, any(isinstance(event, TrickTaken) for event in events)
        ),
    }
    if ended is not None:
        values |= {
            "status": Match.Status.ENDED,
            "winner": ended.winner,
            "reason": ended.reason,
            "ended_at": now,
        }
    if live.as_stored().update(**values) != 1:
        raise StaleError
    for name, value in values.items():
        setattr(match, name, value)
    live.state = state
    effects.match_moved(match, live.seats, state, events, actor)
    if ended is not None:
        Occupancy.objects.filter(match=match, to_version__isnull=True).update(to_version=state.version)
        seating.release_after_match(match.table, live.seats, now)


def _end_hand(live: LiveMatch, now: datetime, outcome: str) -> None:
    """Turns the hand and its move rows into one compact row."""
    hand = live.hands[-1]
    seen = observe(live.state, None).hand
    if seen is None:
        raise RuntimeError("a state in which a hand ended shows that hand")
    result = live.state.results[-1] if outcome != "unfinished" else None
    hand.outcome = outcome
    hand.ended_at = now
    hand.number = result.number if result else hand.number
    hand.calls = [[seat, str(call)] for seat, call in seen.calls]
    hand.revealed = _text(seen.revealed)
    hand.trump = _text(seen.trump)
    hand.declarer = seen.declarer
    hand.contract = _text(seen.contract)
    hand.doubled = seen.doubled
    hand.plays = " ".join(str(card) for _seat, card in seen.plays)
    hand.tricks = list(result.tricks) if result and result.tricks is not None else None
    hand.points = list(result.points) if result and result.points is not None else None
    hand.scores = list(live.state.scores)
    hand.receipts = receipts_of(live.moves)
    hand.save()
    Move.objects.filter(hand=hand).delete()


def _count_idle_hands(live: LiveMatch, now: datetime) -> None:
    """Ends a match as abandoned after four hands in a row that did not count and that no person called in."""
    match = live.match
    person_called = any(move.actor == Actor.PERSON for move in live.moves)
    live.moves = []
    idle = 0 if live.hands[-1].outcome == "scored" or person_called else match.idle_hands + 1
    if idle != match.idle_hands:
        Match.objects.filter(pk=match.pk).update(idle_hands=idle)
        match.idle_hands = idle
    if idle >= IDLE_HANDS_LIMIT and live.state.phase is not Phase.ENDED:
        abandon_match(live, now)


def _text(value: object) -> str:
    return "" if value is None else str(value)
