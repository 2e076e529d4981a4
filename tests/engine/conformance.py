"""What must hold in any game that the engine can play, whichever its variant: checks that take the game.

A check knows the engine's interface only. What it needs to be told about a game stands in ``Game``: the
variant, the options, and which exchanges of suits leave the game the same.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import pytest

from games.engine import rules
from games.engine.cards import DECK, SEATS, Card, Seat, Suit, mask_of, next_seat
from games.engine.errors import IllegalMove
from games.engine.events import redact
from games.engine.fallback import fallback
from games.engine.masks import holding_of
from games.engine.moves import ALL_MOVES, Bid, Move, NameTrump, PlayCard
from games.engine.observation import observe
from games.engine.record import Recorder, RecordFault, read_record, replay, replayed, write_record
from games.engine.results import Outcome, Reason
from games.engine.state import MatchState, Phase
from tests.engine.scripted import Dealt, hand_of, random_move, shuffled

Exchange = Mapping[Suit, Suit]
VIEWERS = (None, *SEATS)


@dataclass(frozen=True, slots=True)
class Game:
    """A variant under options. ``exchanges``: suits that can change places and nothing else changes."""

    variant: str
    options: Mapping[str, int | bool]
    exchanges: tuple[Exchange, ...] = ()

    def __str__(self) -> str:
        return " ".join([self.variant, *(f"{name}={value}" for name, value in self.options.items())])

    def recorder(self, dealer: int) -> Recorder:
        """A match that awaits its first deal."""
        return Recorder(self.variant, dict(self.options), dealer, match="m", seats=("a", "b", "c", "d"))


def exchange_of(one: Suit, other: Suit) -> Exchange:
    """Two suits change places."""
    return {suit: {one: other, other: one}.get(suit, suit) for suit in Suit}


Choose = Callable[[MatchState], Move]
Script = list[tuple[Dealt, list[tuple[Seat, Move]]]]
"""The deals of a match and, after each, who made which move."""


@dataclass(slots=True)
class Played:
    """A match that is over, and how to play it again."""

    first_dealer: Seat
    recorder: Recorder
    script: Script

    @property
    def state(self) -> MatchState:
        """How it ended."""
        return self.recorder.state


def play(game: Game, seed: int, most_hands: int, choose: Choose | None = None) -> Played:
    """A match from random deals, by random moves unless told otherwise; abandoned after so many hands."""
    rng = random.Random(seed)
    dealer = rng.randrange(4)
    recorder, script = game.recorder(dealer), Script()
    for _ in range(most_hands):
        deal, moves = shuffled(rng), list[tuple[Seat, Move]]()
        recorder.deal(deal)
        script.append((deal, moves))
        while (seat := recorder.state.turn) is not None:
            move = choose(recorder.state) if choose else random_move(recorder.state, rng)
            recorder.apply(seat, move)
            moves.append((seat, move))
        if recorder.state.result is not None:
            return Played(dealer, recorder, script)
    recorder.abandon()
    return Played(dealer, recorder, script)


def play_again(game: Game, dealer: Seat, script: Script) -> MatchState:
    """The state at the end of a script; abandoned where nobody has won."""
    recorder = game.recorder(dealer)
    for deal, moves in script:
        recorder.deal(deal)
        for seat, move in moves:
            recorder.apply(seat, move)
    if recorder.state.result is None:
        recorder.abandon()
    return recorder.state


def check_random_play(game: Game, seed: int) -> None:
    """No card is lost, exactly the legal moves are taken, and the figures of every hand add up."""

    rng = random.Random(seed)

    def choose(state: MatchState) -> Move:
        check_moves(state)
        check_cards(state)
        return random_move(state, rng)

    check_figures(play(game, seed, 2, choose).state)


def check_moves(state: MatchState) -> None:
    """There is a legal move; those and no others are accepted, and a refusal changes nothing."""
    legal = rules.legal_moves(state)
    assert legal
    assert len(set(legal)) == len(legal)
    before = state.copy()
    for move in ALL_MOVES:
        for seat in SEATS if move in legal else [state.turn or 0]:
            try:
                after, events = rules.apply(state, seat, move)
            except IllegalMove:
                assert seat != state.turn or move not in legal
                continue
            assert seat == state.turn
            assert move in legal
            assert events
            assert after.version == state.version + 1
    assert state == before


def check_cards(state: MatchState) -> None:
    """Every card is held once or was played once."""
    hand = hand_of(state)
    held = sum(mask.bit_count() for mask in hand.held)
    assert held + len(hand.plays) == len(DECK)
    union = hand.held[0] | hand.held[1] | hand.held[2] | hand.held[3]
    assert union | mask_of(card for _, card in hand.plays) == mask_of(DECK)


def check_figures(state: MatchState) -> None:
    """Hands are numbered and scores are the points added up."""
    variant = state.variant
    scores, number = variant.opening_scores(), 0
    assert len(scores) == (2 if variant.scores_per == "team" else 4)
    for ordinal, result in enumerate(state.results, 1):
        assert result.ordinal == ordinal
        assert (
            (result.outcome is Outcome.SCORED) == (result.points is not None) == (result.number is not None)
        )
        if result.points is not None:
            assert result.tricks is not None
            assert sum(result.tricks) == 13
            number += 1
            assert result.number == number
            scores = tuple(score + more for score, more in zip(scores, result.points, strict=True))
        assert result.scores == scores
    assert state.scores == scores
    assert state.result is not None
    assert (state.result.reason is Reason.TARGET) == (state.result.winner is not None)


def check_fallback_play(game: Game, seed: int, hands: int = 4) -> None:
    """Matches in which nobody ever moves go on: every fallback is legal, and every hand comes to its end."""

    def choose(state: MatchState) -> Move:
        move = fallback(state)
        assert move in rules.legal_moves(state)
        assert fallback(state) == move
        return move

    state = play(game, seed, hands, choose).state
    assert state.phase is Phase.ENDED
    assert state.results
    check_figures(state)


def check_record(game: Game, seed: int) -> None:
    """A record replays to the same match and is written again byte for byte; its options are checked."""
    played = play(game, seed, 5)
    text = write_record(played.recorder.record())
    assert replay(read_record(text)) == played.state
    assert write_record(replayed(read_record(text))) == text
    for name in played.state.options:
        broken = text.replace(f'"{name}":', f'"{name}_":')
        assert broken != text
        with pytest.raises(RecordFault, match=f"option .{name}_"):
            read_record(broken)


def check_secrecy(game: Game, seed: int) -> None:
    """What a viewer sees and is told does not change when cards that it cannot see change hands."""
    rng = random.Random(seed)
    recorder = game.recorder(rng.randrange(4))
    deal = shuffled(rng)
    shown = recorder.state.variant.revealed(deal, recorder.state.next_dealer)
    told = rules.deal(recorder.state, deal)[1]
    for viewer in VIEWERS:
        swapped = swap_unseen(deal, viewer, shown, rng)
        other = rules.deal(recorder.state, swapped)[1]
        assert told != other
        assert [redact(event, viewer) for event in told] == [redact(event, viewer) for event in other]
    recorder.deal(deal)
    while (seat := recorder.state.turn) is not None:
        before = recorder.state.copy()
        for viewer in VIEWERS:
            check_view(before, viewer, rng)
        move = random_move(before, rng)
        told = recorder.apply(seat, move)
        changed = with_unseen_exchanged(before, seat, rng)
        if changed is not None:
            assert rules.apply(changed, seat, move)[1] == told


def swap_unseen(deal: Dealt, viewer: int | None, shown: Card | None, rng: random.Random) -> Dealt:
    """The deal with two cards exchanged that ``viewer`` may not see."""
    hidden = [
        (seat, place)
        for seat in SEATS
        for place in range(13)
        if seat != viewer and deal[seat][place] is not shown
    ]
    first = rng.choice(hidden)
    second = rng.choice([other for other in hidden if other[0] != first[0]])
    cards = [list(hand) for hand in deal]
    one, two = cards[first[0]][first[1]], cards[second[0]][second[1]]
    cards[first[0]][first[1]], cards[second[0]][second[1]] = two, one
    return tuple(tuple(hand) for hand in cards)


def check_view(state: MatchState, viewer: int | None, rng: random.Random) -> None:
    """The viewer sees the same whoever else holds which of the cards that it cannot see."""
    changed = with_unseen_exchanged(state, viewer, rng)
    if changed is None:
        return
    assert observe(changed, viewer) == observe(state, viewer)
    assert any(observe(changed, seat) != observe(state, seat) for seat in SEATS), "nothing was exchanged"


def with_unseen_exchanged(state: MatchState, viewer: int | None, rng: random.Random) -> MatchState | None:
    """The state with two cards exchanged that ``viewer`` cannot see, in the hands and in the deal as well;
    ``None`` where no two seats hold such cards."""
    hand = hand_of(state)
    shown = hand.revealed.bit if hand.revealed is not None else 0
    unseen = [
        (seat, card)
        for seat in SEATS
        if seat != viewer
        for card in DECK
        if hand.held[seat] & card.bit & ~shown
    ]
    first = rng.choice(unseen) if unseen else None
    second = [other for other in unseen if first is not None and other[0] != first[0]]
    if first is None or not second:
        return None
    other = rng.choice(second)
    changed = state.copy()
    for seat in (first[0], other[0]):
        hand_of(changed).holdings[seat] = holding_of(hand.held[seat] ^ (first[1].bit | other[1].bit))
    places = {first[1]: other[1], other[1]: first[1]}
    hand_of(changed).dealt = tuple(tuple(places.get(card, card) for card in cards) for cards in hand.dealt)
    return changed


def check_turned_seats(game: Game, seed: int) -> None:
    """Everyone moves one seat to the right, cards, dealer and all: so do the tricks and the scores."""
    played = play(game, seed, 4)
    script = [
        ((deal[3], *deal[:3]), [(next_seat(seat), move) for seat, move in moves])
        for deal, moves in played.script
    ]
    turned = play_again(game, next_seat(played.first_dealer), script)
    for before, after in zip(played.state.results, turned.results, strict=True):
        assert after.dealer == next_seat(before.dealer)
        assert after.declarer == (None if before.declarer is None else next_seat(before.declarer))
        assert after.tricks == turned_right(before.tricks)
        assert after.points == turned_right(before.points)
        assert after.scores == turned_right(before.scores)
    first, second = played.state.result, turned.result
    assert first is not None
    assert second is not None
    assert second.winner == (None if first.winner is None else 1 - first.winner)


def turned_right(figures: tuple[int, ...] | None) -> tuple[int, ...] | None:
    """Figures of four seats, or of two teams, when all have moved one seat on."""
    return None if figures is None else (figures[-1], *figures[:-1])


def check_exchanged_suits(game: Game, exchange: Exchange, seed: int) -> None:
    """Suits change places in deal and moves: nothing changes but the suits named in the result."""
    played = play(game, seed, 4)
    script = [
        (
            tuple(tuple(in_suit(card, exchange) for card in cards) for cards in deal),
            [(seat, exchanged(move, exchange)) for seat, move in moves],
        )
        for deal, moves in played.script
    ]
    other = play_again(game, played.first_dealer, script)
    for before, after in zip(played.state.results, other.results, strict=True):
        assert (after.outcome, after.declarer, after.doubled) == (
            before.outcome,
            before.declarer,
            before.doubled,
        )
        assert (after.tricks, after.points, after.scores) == (before.tricks, before.points, before.scores)
        names = {str(suit): str(image) for suit, image in exchange.items()}
        assert after.trump == (names.get(before.trump, before.trump) if before.trump else None)
    assert other.result == played.state.result


def in_suit(card: Card, exchange: Exchange) -> Card:
    """The card of the same rank in the suit that takes the place of its own."""
    return DECK[exchange[card.suit].index * 13 + card.rank - 2]


def exchanged(move: Move, exchange: Exchange) -> Move:
    """The move with its suit exchanged."""
    if isinstance(move, PlayCard):
        return PlayCard(in_suit(move.card, exchange))
    if isinstance(move, NameTrump) and isinstance(move.trump, Suit):
        return NameTrump(exchange[move.trump])
    if isinstance(move, Bid) and isinstance(move.trump, Suit):
        return Bid(move.tricks, exchange[move.trump])
    return move
