"""The phase machine: the same for every variant.

Values: ``start``, ``deal``, ``apply``, ``forfeit``, ``abandon`` give a new state and the events, and leave
the one they were given as it was. In place: the same names with ``_in_place`` change it and give the events;
they are for programs that play many hands. Both validate everything before they change anything, so a refusal
leaves no trace.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import add
from typing import Final

from games.engine.cards import SEAT_AND_CARD, SUIT_LETTERS, TEAMS, Card, Seat, Team, Trump, cards_of
from games.engine.deals import masks_of_deal
from games.engine.errors import Code, EngineError, IllegalMove, InvalidDeal, InvalidMove, brief
from games.engine.events import (
    CARD_PLAYED,
    ONLY_CARD_PLAYED,
    TRICK_TAKEN,
    AuctionEnded,
    CallMade,
    CardRevealed,
    CardsDealt,
    Event,
    HandEnded,
    HandStarted,
    MatchEnded,
    TrickTaken,
    TrumpSet,
)
from games.engine.masks import holding_of
from games.engine.moves import PLAYS_OF_SUIT, Bid, Double, Move, NameTrump, Pass, PlayCard
from games.engine.results import HandResult, MatchResult, Outcome, Reason
from games.engine.state import HandState, MatchState, Phase
from games.engine.variants import Variant, get_variant

Events = tuple[Event, ...]
Deal = Sequence[Sequence[Card]]
"""Four thirteens in seat order, each in the order dealt."""

# Looked up at every move; members of an enumeration are slow to reach through their class.
_AUCTION: Final = Phase.AUCTION
_PLAY: Final = Phase.PLAY
_PLAYS_CLUBS, _PLAYS_DIAMONDS, _PLAYS_HEARTS, _PLAYS_SPADES = PLAYS_OF_SUIT


# --- values -------------------------------------------------------------------------------------------------


def start(variant: str | type[Variant], options: Mapping[str, object], first_dealer: Seat) -> MatchState:
    """A match that awaits its first deal.

    ``options`` may leave options out: those have their defaults. Raises InvalidOptions for a variant or
    options that do not exist or do not go together, EngineError (``not_a_seat``) for the dealer.
    """
    game = _game(variant, options)
    return _awaiting_deal(game, game.opening_scores(), first_dealer, (), 0)


def resume(
    variant: str | type[Variant],
    options: Mapping[str, object],
    scores: Sequence[int],
    next_dealer: Seat,
    results: Sequence[HandResult],
    version: int,
) -> MatchState:
    """A match that awaits its next deal, from what was kept of its finished hands.

    The last hand itself is not there to be seen any more. Raises as ``start`` does.
    """
    return _awaiting_deal(_game(variant, options), scores, next_dealer, results, version)


def _game(variant: str | type[Variant], options: Mapping[str, object]) -> Variant:
    kind = get_variant(variant) if isinstance(variant, str) else variant
    return kind(options)


def _awaiting_deal(
    game: Variant, scores: Sequence[int], next_dealer: Seat, results: Sequence[HandResult], version: int
) -> MatchState:
    check_seat(next_dealer)
    return MatchState(
        variant=game,
        phase=Phase.AWAITING_DEAL,
        turn=None,
        version=version,
        scores=tuple(scores),
        hand=None,
        results=tuple(results),
        result=None,
        next_dealer=next_dealer,
        next_number=1 + sum(result.outcome is Outcome.SCORED for result in results),
    )


def deal(state: MatchState, cards: Deal) -> tuple[MatchState, Events]:
    """The state after this deal, and the events.

    Takes four thirteens in seat order, each in the order dealt. Raises InvalidDeal when no deal is awaited or
    these are not 52 different cards.
    """
    state = state.copy()
    events = deal_in_place(state, cards)
    return state, events


def apply(state: MatchState, seat: Seat, move: Move) -> tuple[MatchState, Events]:
    """The state after ``seat`` made ``move``, and the events.

    Raises IllegalMove when the rules forbid it, InvalidMove when ``move`` is no move at all.
    """
    state = state.copy()
    events = apply_in_place(state, seat, move)
    return state, events


def forfeit(state: MatchState, team: Team) -> tuple[MatchState, Events]:
    """The match as ended by ``team`` giving up: the other wins. Raises IllegalMove when it is over."""
    state = state.copy()
    events = forfeit_in_place(state, team)
    return state, events


def abandon(state: MatchState) -> tuple[MatchState, Events]:
    """The match as ended with no winner. Raises IllegalMove when it is over already."""
    state = state.copy()
    events = abandon_in_place(state)
    return state, events


def legal_moves(state: MatchState) -> tuple[Move, ...]:
    """Every move that the seat in turn may make; none when no seat is to move."""
    hand = state.hand
    seat = state.turn
    if hand is None or seat is None:
        return ()
    if state.phase is _PLAY:
        holding = hand.holdings[seat]
        suit = hand.must_follow
        if suit is not None and holding[suit]:
            return PLAYS_OF_SUIT[suit][holding[suit]]
        clubs, diamonds, hearts, spades = holding
        return _PLAYS_CLUBS[clubs] + _PLAYS_DIAMONDS[diamonds] + _PLAYS_HEARTS[hearts] + _PLAYS_SPADES[spades]
    if state.phase is _AUCTION:
        return state.variant.auction.legal(hand, seat)
    return state.variant.namings()


# --- in place -----------------------------------------------------------------------------------------------


def deal_in_place(state: MatchState, cards: Deal) -> Events:
    """As ``deal``, changing ``state``."""
    if state.phase is not Phase.AWAITING_DEAL:
        raise InvalidDeal(Code.DEAL_NOT_AWAITED, {"phase": state.phase.value})
    dealt = tuple(map(tuple, cards))
    masks = masks_of_deal(dealt)
    dealer = state.next_dealer
    revealed = state.variant.revealed(dealt, dealer)
    trump = state.variant.trump_of_deal(revealed)
    ordinal = len(state.results) + 1
    order = state.variant.turn_order
    holdings = [*map(holding_of, masks)]
    state.hand = HandState(ordinal, state.next_number, dealer, dealt, holdings, order, revealed, trump)
    state.phase = Phase.AUCTION
    state.turn = order[dealer]
    state.version += 1

    events: list[Event] = [HandStarted(ordinal, state.next_number, dealer)]
    events += [CardsDealt(seat, cards_of(mask)) for seat, mask in enumerate(masks)]
    if revealed is not None:
        events.append(CardRevealed(dealer, revealed))
    if trump is not None:
        events.append(TrumpSet(trump, None))
    return tuple(events)


def apply_in_place(state: MatchState, seat: Seat, move: Move) -> Events:
    """As ``apply``, changing ``state`` unless the move is refused.

    Nine moves in ten play a card; docs/speed.md says why that is written out here.
    """
    hand = state.hand
    turn = state.turn
    if turn is None or hand is None or seat != turn:
        raise _out_of_turn(state, seat)
    # ``turn`` from here on: it is an int for certain, and ``seat`` may be True, which equals 1.
    if type(move) is not PlayCard:
        return _call_or_name(state, hand, turn, move)
    if state.phase is not _PLAY:
        raise _wrong_phase(state)
    card = move.card
    suit = card.suit_index
    holding = hand.holdings[turn]
    if not holding[suit] & card.rank_bit:
        raise IllegalMove(Code.CARD_NOT_HELD, {"card": card.text})
    must = hand.must_follow
    if must is not None and suit != must and holding[must]:
        raise _wrong_suit(hand, must)

    index = card.index
    holding[suit] ^= card.rank_bit
    plays = hand.plays
    plays.append(SEAT_AND_CARD[turn][index])
    state.version += 1
    best = hand.best_card
    if best is None:
        hand.must_follow = suit
        hand.best_card = card
        hand.best_seat = turn
    elif index > best.index if suit == best.suit_index else card.bit & hand.trumps:  # tricks.beats
        hand.best_card = card
        hand.best_seat = turn
    if len(plays) & 3:  # not yet the fourth card
        state.turn = hand.turn_order[turn]
        return ONLY_CARD_PLAYED[turn][index]
    events = CARD_PLAYED[turn][index], _take_trick(state, hand)
    return events if len(plays) < 52 else events + _end_hand(state, hand, Outcome.SCORED)


def forfeit_in_place(state: MatchState, team: Team) -> Events:
    """As ``forfeit``, changing ``state``."""
    if type(team) is not int or team not in TEAMS:
        raise EngineError(Code.NOT_A_TEAM, {"team": brief(team)})
    return _end_early(state, 1 - team, Reason.FORFEIT)


def abandon_in_place(state: MatchState) -> Events:
    """As ``abandon``, changing ``state``."""
    return _end_early(state, None, Reason.ABANDONED)


# --- refusals -----------------------------------------------------------------------------------------------


def check_seat(seat: Seat) -> None:
    """Raise EngineError (``not_a_seat``) unless ``seat`` is 0, 1, 2 or 3."""
    if type(seat) is not int or not 0 <= seat <= 3:
        raise EngineError(Code.NOT_A_SEAT, {"seat": brief(seat)})


def _out_of_turn(state: MatchState, seat: Seat) -> IllegalMove:
    if state.phase is Phase.ENDED:
        return IllegalMove(Code.MATCH_OVER)
    if state.phase is Phase.AWAITING_DEAL:
        return IllegalMove(Code.NO_HAND_DEALT)
    return IllegalMove(Code.NOT_YOUR_TURN, {"seat": seat, "turn": state.turn})


def _wrong_phase(state: MatchState) -> IllegalMove:
    return IllegalMove(Code.WRONG_PHASE, {"phase": state.phase.value})


def _wrong_suit(hand: HandState, must: int) -> IllegalMove:
    code = Code.MUST_LEAD_TRUMP if hand.best_card is None else Code.MUST_FOLLOW_SUIT
    return IllegalMove(code, {"suit": SUIT_LETTERS[must]})


# --- the auction and the trump ------------------------------------------------------------------------------


def _call_or_name(state: MatchState, hand: HandState, seat: Seat, move: Move) -> Events:
    if isinstance(move, (Bid, Pass, Double)):
        if state.phase is not _AUCTION:
            raise _wrong_phase(state)
        return _call(state, hand, seat, move)
    if isinstance(move, NameTrump):
        if state.phase is not Phase.NAMING_TRUMP:
            raise _wrong_phase(state)
        return _name_trump(state, hand, move)
    raise InvalidMove(Code.NOT_A_MOVE, {"text": brief(move)})


def _call(state: MatchState, hand: HandState, seat: Seat, call: Bid | Pass | Double) -> Events:
    auction = state.variant.auction
    auction.check(hand, seat, call)

    auction.record(hand, seat, call)
    state.version += 1
    state.turn = auction.next_caller(hand)
    made = CallMade(seat, call)
    return (made,) if state.turn is not None else (made, *_end_auction(state, hand))


def _end_auction(state: MatchState, hand: HandState) -> Events:
    hand.declarer = hand.high_bidder
    hand.contract = hand.high_bid
    ended = AuctionEnded(hand.declarer, hand.contract, hand.doubled)
    outcome = state.variant.outcome_of_auction(hand)
    if outcome is not None:
        return (ended, *_end_hand(state, hand, outcome))
    trump = state.variant.trump_of_auction(hand)
    if trump is not None:
        return ended, _set_trump(state, hand, trump)
    if hand.trump is not None:
        _begin_play(state, hand, hand.trump)
        return (ended,)
    state.phase = Phase.NAMING_TRUMP
    state.turn = hand.declarer
    return (ended,)


def _name_trump(state: MatchState, hand: HandState, move: NameTrump) -> Events:
    if move not in state.variant.namings():
        raise IllegalMove(Code.NO_TRUMP_NOT_PLAYED)

    state.version += 1
    return (_set_trump(state, hand, move.trump),)


def _set_trump(state: MatchState, hand: HandState, trump: Trump) -> TrumpSet:
    hand.trump = trump
    _begin_play(state, hand, trump)
    return TrumpSet(trump, hand.declarer)


def _begin_play(state: MatchState, hand: HandState, trump: Trump) -> None:
    state.phase = Phase.PLAY
    state.turn = state.variant.first_leader(hand)
    hand.trumps = trump.mask
    opening = state.variant.opening_suit(trump)
    hand.must_follow = opening.index if opening is not None else None


# --- the end of a trick, of a hand, and of the match --------------------------------------------------------


def _take_trick(state: MatchState, hand: HandState) -> TrickTaken:
    winner = hand.best_seat
    hand.tricks[winner] += 1
    hand.best_card = None
    hand.must_follow = None
    state.turn = winner
    return TRICK_TAKEN[winner][len(hand.plays) >> 2]


def _end_hand(state: MatchState, hand: HandState, outcome: Outcome) -> Events:
    variant = state.variant
    scored = outcome is Outcome.SCORED
    points = variant.points(hand) if scored else None
    if points is not None:
        state.scores = tuple(map(add, state.scores, points))
        state.next_number += 1
    result = _result_of(hand, outcome, points, state.scores)
    hand.result = result
    state.results += (result,)
    state.next_dealer = variant.next_dealer(hand.dealer, outcome)
    state.phase = Phase.AWAITING_DEAL
    state.turn = None
    winner = variant.winner(state.scores) if scored else None
    if winner is None:
        return (HandEnded(result),)
    return HandEnded(result), _end_match(state, winner, Reason.TARGET)


def _result_of(
    hand: HandState, outcome: Outcome, points: tuple[int, ...] | None, scores: tuple[int, ...]
) -> HandResult:
    scored = outcome is Outcome.SCORED
    return HandResult(
        ordinal=hand.ordinal,
        number=hand.number if scored else None,
        dealer=hand.dealer,
        outcome=outcome,
        declarer=hand.declarer,
        contract=_text(hand.contract),
        doubled=hand.doubled,
        trump=_text(hand.trump),
        revealed=_text(hand.revealed),
        bids=tuple(map(_text, hand.bids)),
        tricks=tuple(hand.tricks) if scored else None,
        points=points,
        scores=scores,
    )


def _text(value: Bid | Trump | Card | None) -> str | None:
    return None if value is None else value.text


def _end_early(state: MatchState, winner: Team | None, reason: Reason) -> Events:
    if state.phase is Phase.ENDED:
        raise IllegalMove(Code.MATCH_OVER)
    state.version += 1
    return (_end_match(state, winner, reason),)


def _end_match(state: MatchState, winner: Team | None, reason: Reason) -> MatchEnded:
    state.result = MatchResult(winner, reason, state.scores)
    state.phase = Phase.ENDED
    state.turn = None
    return MatchEnded(state.result)
