"""What must hold in every match of every variant, played by chance from seeds that hypothesis picks."""

import copy
import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import rules
from games.engine.cards import DECK, SEATS, Card, mask_of
from games.engine.errors import IllegalMove
from games.engine.events import (
    AuctionEnded,
    CallMade,
    CardPlayed,
    CardsDealt,
    HandEnded,
    HandStarted,
    MatchEnded,
    TrickTaken,
    TrumpSet,
    redact,
)
from games.engine.masks import ALL_CARDS, holding_of
from games.engine.moves import ALL_MOVES
from games.engine.observation import observe
from games.engine.results import Outcome, Reason
from games.engine.state import MatchState, Phase
from games.engine.variants.forty_one import team_that_won
from tests.engine.scripted import VARIANT_OPTIONS, hand_of, random_match

games = st.sampled_from(VARIANT_OPTIONS)
seeds = st.integers(min_value=0, max_value=2**32)


@settings(max_examples=60, deadline=None)
@given(games, seeds)
def test_the_52_cards_are_conserved(game: tuple[str, dict[str, int | bool]], seed: int) -> None:
    for state, _ in random_match(*game, seed, most_hands=4):
        if state.hand is None:
            continue
        hand = state.hand
        places = [*hand.held, *(card.bit for _, card in hand.plays)]
        together = 0
        for mask in places:
            assert not together & mask, "a card is in one place only"
            together |= mask
        assert together == ALL_CARDS
        assert sum(hand.tricks) == len(hand.plays) // 4
        for seat in SEATS:
            played = mask_of(card for who, card in hand.plays if who == seat)
            assert hand.held[seat] | played == mask_of(hand.dealt[seat])


@settings(max_examples=25, deadline=None)
@given(games, seeds)
def test_exactly_the_legal_moves_are_accepted_and_a_refused_one_changes_nothing(
    game: tuple[str, dict[str, int | bool]], seed: int
) -> None:
    for state, _ in random_match(*game, seed, most_hands=1):
        before = state.copy()
        legal = rules.legal_moves(state)
        assert len(set(legal)) == len(legal)
        assert bool(legal) == (state.turn is not None)
        for seat in SEATS:
            moves = ALL_MOVES if seat == state.turn else ALL_MOVES[::9]
            accepted = {move for move in moves if accepts(state, seat, move)}
            assert accepted == (set(legal) if seat == state.turn else set())
        assert state == before


def accepts(state: MatchState, seat: int, move: Any) -> bool:
    """Whether a move is accepted; if not, the state that it was tried on must be as it was."""
    trial = state.copy()
    try:
        rules.apply_in_place(trial, seat, move)
    except IllegalMove:
        assert trial == state
        return False
    assert trial != state
    assert trial.version == state.version + 1
    return True


@settings(max_examples=40, deadline=None)
@given(games, seeds)
def test_values_and_in_place_agree(game: tuple[str, dict[str, int | bool]], seed: int) -> None:
    match = random_match(*game, seed, most_hands=2)
    state, _ = next(match)
    in_place = state.copy()
    for after, events in match:
        assert state.version == after.version - 1
        if state.phase is Phase.AWAITING_DEAL:
            assert rules.deal_in_place(in_place, hand_of(after).dealt) == events
        else:
            move = next(
                move
                for move in rules.legal_moves(state)
                if rules.apply(state, state.turn or 0, move)[0] == after
            )
            assert rules.apply_in_place(in_place, state.turn or 0, move) == events
        assert in_place == after
        state = after


@settings(max_examples=20, deadline=None)
@given(games, seeds)
def test_no_later_move_changes_an_earlier_state(game: tuple[str, dict[str, int | bool]], seed: int) -> None:
    kept = [(state, copy.deepcopy(state)) for state, _ in random_match(*game, seed, most_hands=2)]
    for state, as_it_was in kept:
        assert state == as_it_was


@settings(max_examples=40, deadline=None)
@given(games, seeds)
def test_an_observation_does_not_change_when_unseen_cards_are_swapped(
    game: tuple[str, dict[str, int | bool]], seed: int
) -> None:
    rng = random.Random(seed)
    for state, _ in random_match(*game, seed, most_hands=2):
        if state.hand is None:
            continue
        for viewer in (None, *SEATS):
            swapped = with_two_swapped(state, viewer, rng)
            if swapped is None:
                continue
            assert observe(swapped, viewer) == observe(state, viewer)
            assert any(observe(swapped, seat) != observe(state, seat) for seat in SEATS), (
                "nothing was swapped"
            )


def with_two_swapped(state: MatchState, viewer: int | None, rng: random.Random) -> MatchState | None:
    """The state with two cards that ``viewer`` cannot see swapped between their holders, if there are two."""
    hand = hand_of(state)
    hidden = [
        (seat, card)
        for seat in SEATS
        if seat != viewer
        for card in DECK
        if hand.held[seat] & card.bit and card is not hand.revealed
    ]
    pairs = [(one, two) for one in hidden for two in hidden if one[0] < two[0]]
    if not pairs:
        return None
    (first, mine), (second, theirs) = rng.choice(pairs)
    swapped = state.copy()
    for seat in (first, second):
        hand_of(swapped).holdings[seat] = holding_of(hand.held[seat] ^ (mine.bit | theirs.bit))
    exchange: dict[Card, Card] = {mine: theirs, theirs: mine}
    hand_of(swapped).dealt = tuple(
        tuple(exchange.get(card, card) for card in thirteen) for thirteen in hand.dealt
    )
    return swapped


@settings(max_examples=40, deadline=None)
@given(games, seeds)
def test_a_match_ends_only_as_the_rules_say(game: tuple[str, dict[str, int | bool]], seed: int) -> None:
    states = [state for state, _ in random_match(*game, seed)]
    for state in states:
        scored = bool(state.results) and state.results[-1].outcome is Outcome.SCORED
        won = scored and state.turn is None and has_won(state) is not None
        assert (state.phase is Phase.ENDED) == won
        if won:
            assert state is states[-1]
            assert state.result is not None
            assert (state.result.winner, state.result.reason, state.result.scores) == (
                has_won(state),
                Reason.TARGET,
                state.scores,
            )


def has_won(state: MatchState) -> int | None:
    if len(state.scores) == 4:
        return team_that_won(state.scores, 41)
    reached = [team for team in (0, 1) if state.scores[team] >= state.options["target"]]
    return reached[0] if reached else None


@settings(max_examples=40, deadline=None)
@given(games, seeds)
def test_scores_are_the_points_added_up_and_hands_are_numbered(
    game: tuple[str, dict[str, int | bool]], seed: int
) -> None:
    *_, (state, _) = random_match(*game, seed, most_hands=8)
    scores = state.variant.opening_scores()
    number = 0
    for ordinal, result in enumerate(state.results, 1):
        assert result.ordinal == ordinal
        if result.points is None:
            assert (result.number, result.tricks) == (None, None)
        else:
            number += 1
            assert result.number == number
            assert result.tricks is not None
            assert sum(result.tricks) == 13
            scores = tuple(score + more for score, more in zip(scores, result.points, strict=True))
        assert result.scores == scores
    assert (state.scores, state.next_number) == (scores, number + 1)


class Watcher:
    """A match as someone builds it up from the events told to one seat, or to a spectator."""

    def __init__(self, viewer: int | None) -> None:
        self.viewer = viewer
        self.cards: set[Card] = set()
        self.counts = [0, 0, 0, 0]
        self.calls: list[tuple[int, Any]] = []
        self.plays: list[tuple[int, Card]] = []
        self.tricks = [0, 0, 0, 0]
        self.fields: dict[str, Any] = {}
        self.results: list[Any] = []
        self.result: Any = None

    def see(self, event: Any) -> None:
        if isinstance(event, HandStarted):
            self._new_hand(event)
        elif isinstance(event, CardsDealt):
            self.cards = set(event.cards)
        elif isinstance(event, TrumpSet):
            self.fields["trump"] = event.trump
        elif isinstance(event, CallMade):
            self.calls.append((event.seat, event.call))
        elif isinstance(event, AuctionEnded):
            self.fields |= {"declarer": event.declarer, "contract": event.contract}
        elif isinstance(event, CardPlayed):
            self.plays.append((event.seat, event.card))
            self.counts[event.seat] -= 1
            self.cards.discard(event.card)
        elif isinstance(event, TrickTaken):
            self.tricks[event.seat] += 1
            assert event.trick == sum(self.tricks)
        elif isinstance(event, HandEnded):
            self.results.append(event.result)
        elif isinstance(event, MatchEnded):
            self.result = event.result

    def _new_hand(self, event: HandStarted) -> None:
        self.calls, self.plays, self.tricks, self.counts = [], [], [0] * 4, [13] * 4
        self.fields = {"ordinal": event.ordinal, "number": event.number, "dealer": event.dealer}
        self.fields |= {"trump": None, "declarer": None, "contract": None}


@settings(max_examples=40, deadline=None)
@given(games, seeds, st.sampled_from((None, *SEATS)))
def test_the_state_is_the_events_applied(
    game: tuple[str, dict[str, int | bool]], seed: int, viewer: int | None
) -> None:
    watcher = Watcher(viewer)
    for state, events in random_match(*game, seed, most_hands=5):
        for event in events:
            told = redact(event, viewer)
            if told is not None:
                watcher.see(told)
        view = observe(state, viewer)
        assert tuple(watcher.results) == view.results
        assert watcher.result == view.result
        if view.hand is None:
            continue
        assert set(view.hand.cards or ()) == watcher.cards
        assert (list(view.hand.counts), list(view.hand.tricks)) == (watcher.counts, watcher.tricks)
        assert (list(view.hand.calls), list(view.hand.plays)) == (watcher.calls, watcher.plays)
        assert {name: getattr(view.hand, name) for name in watcher.fields} == watcher.fields
