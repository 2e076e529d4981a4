"""Hands laid out for a test: deals written by hand, moves as lines of text, and games by chance."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from games.engine import rules
from games.engine.cards import DECK, RANK_LETTERS, SEATS, Card, Seat, cards_of, parse_card
from games.engine.errors import Code, IllegalMove
from games.engine.events import Event
from games.engine.moves import Move, parse_move
from games.engine.results import HandResult
from games.engine.state import HandState, MatchState, Phase

Dealt = tuple[tuple[Card, ...], ...]

VARIANT_OPTIONS: tuple[tuple[str, dict[str, int | bool]], ...] = (
    ("tarneeb", {}),
    ("tarneeb", {"target": 31, "single_round": True}),
    ("tarneeb", {"target": 61, "dealer_must_bid": True}),
    ("tarneeb", {"target": 51, "no_trump": True}),
    ("tarneeb", {"first_lead_trump": True}),
    ("tarneeb", {"egyptian": True}),
    ("tarneeb", {"egyptian": True, "no_trump": True, "first_lead_trump": True}),
    ("tarneeb", {"single_round": True, "dealer_must_bid": True, "no_trump": True, "first_lead_trump": True}),
    ("syrian41", {}),
    ("tarneeb41", {}),
)
"""Every variant, with every option on at least once."""


def cards(text: str) -> tuple[Card, ...]:
    """Cards by suit: ``"S AKQ H T2"``. One of thirteen in this order is one in the order dealt."""
    names = text.split()
    return tuple(
        parse_card(suit + rank) for suit, ranks in zip(names[::2], names[1::2], strict=True) for rank in ranks
    )


def deal_of(*hands: str) -> Dealt:
    """A deal in seat order."""
    return tuple(cards(hand) for hand in hands)


SUIT_EACH = deal_of(*(f"{suit} {RANK_LETTERS[::-1]}" for suit in "CSHD"))
"""Seat 0 holds the clubs, 1 the spades, 2 the hearts, 3 the diamonds."""


def deal_to_take(tricks: int, declarer: Seat = 1) -> Dealt:
    """A deal in which the declarer, leading its spades (trumps) first, takes exactly so many tricks.

    Its partner takes none. The declarer has the top spades and the lowest hearts; the seat on its right has
    the rest of both and wins all that follows.
    """
    spades = [parse_card("S" + rank) for rank in reversed(RANK_LETTERS)]
    hearts = [parse_card("H" + rank) for rank in reversed(RANK_LETTERS)]
    hands: list[tuple[Card, ...]] = [(), (), (), ()]
    hands[declarer] = (*spades[:tricks], *hearts[tricks:])
    hands[(declarer + 1) % 4] = (*spades[tricks:], *hearts[:tricks])
    hands[(declarer + 2) % 4] = cards("D AKQJT98765432")
    hands[(declarer + 3) % 4] = cards("C AKQJT98765432")
    return tuple(hands)


def shuffled(rng: random.Random) -> Dealt:
    """Some deal."""
    deck = list(DECK)
    rng.shuffle(deck)
    return tuple(tuple(deck[start : start + 13]) for start in range(0, 52, 13))


def dealt(
    variant: str = "tarneeb",
    cards: Dealt = SUIT_EACH,
    *,
    dealer: Seat = 0,
    scores: tuple[int, ...] | None = None,
    **options: Any,
) -> MatchState:
    """A match with a hand dealt."""
    state = rules.start(variant, options, dealer)
    if scores is not None:
        state = rules.resume(variant, options, scores, dealer, (), 0)
    return rules.deal(state, cards)[0]


def calling(state: MatchState, text: str) -> MatchState:
    """The state after moves, each by the seat in turn: ``"7 pass 8 pass pass"``."""
    for word in text.split():
        assert state.turn is not None, f"nobody is to move before {word}"
        state, _ = rules.apply(state, state.turn, parse_move(word))
    return state


def refusal(state: MatchState, move: str | Move, seat: Seat | None = None) -> Code:
    """The code with which a move (of the seat in turn unless told) is refused; it must change nothing."""
    before = state.copy()
    who = seat if seat is not None else state.turn
    assert who is not None
    with pytest.raises(IllegalMove) as caught:
        rules.apply_in_place(state, who, parse_move(move) if isinstance(move, str) else move)
    assert state == before
    assert isinstance(caught.value.code, Code)
    return caught.value.code


def calls_of(state: MatchState) -> list[str]:
    """The legal moves of the seat in turn, as texts."""
    return [str(move) for move in rules.legal_moves(state)]


def hand_of(state: MatchState) -> HandState:
    """The hand that the state shows."""
    assert state.hand is not None
    return state.hand


def result_of(state: MatchState) -> HandResult:
    """The result of the hand that the state shows."""
    result = hand_of(state).result
    assert result is not None
    return result


def highest_of(state: MatchState, suit: str) -> Move:
    """The play of the highest spade, or of the first legal card when there is none."""
    moves = rules.legal_moves(state)
    of_suit = [move for move in moves if str(move)[0] == suit]
    return of_suit[-1] if of_suit else moves[0]


def play_out(state: MatchState, choose: Callable[[MatchState], Move] | None = None) -> MatchState:
    """The state after the rest of the hand: highest spades first, unless told otherwise."""
    while state.turn is not None:
        move = choose(state) if choose else highest_of(state, "S")
        state, _ = rules.apply(state, state.turn, move)
    return state


def play_until(state: MatchState, tricks: Callable[[tuple[int, ...]], bool]) -> MatchState:
    """The state after a hand whose play, by chance, came to tricks as wanted; starts at its first lead."""
    rng = random.Random(41)
    for _ in range(2000):
        trial = play_out(state, lambda now: rng.choice(rules.legal_moves(now)))
        taken = result_of(trial).tricks
        assert taken is not None
        if tricks(taken):
            return trial
    raise AssertionError("no such hand came up")


def random_move(state: MatchState, rng: random.Random) -> Move:
    """Some legal move; in an auction low ones rather than high, so that matches end."""
    moves = rules.legal_moves(state)
    return rng.choice(moves[:3] if state.phase is Phase.AUCTION else moves)


def random_match(
    variant: str, options: dict[str, int | bool], seed: int, most_hands: int = 30
) -> Iterator[tuple[MatchState, tuple[Event, ...]]]:
    """Every state of a match played by chance, with the events that led to it; it may stop unfinished."""
    rng = random.Random(seed)
    state = rules.start(variant, options, rng.choice(SEATS))
    yield state, ()
    for _ in range(most_hands):
        state, events = rules.deal(state, shuffled(rng))
        yield state, events
        while state.turn is not None:
            state, events = rules.apply(state, state.turn, random_move(state, rng))
            yield state, events
        if state.phase is Phase.ENDED:
            return


def held_by(state: MatchState, seat: Seat) -> tuple[Card, ...]:
    """What a seat holds."""
    return cards_of(hand_of(state).held[seat])
