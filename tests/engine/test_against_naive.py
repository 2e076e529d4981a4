"""Whole matches by chance, played by the engine and by the naive program side by side."""

import ast
import random
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import rules
from games.engine.cards import SEATS
from games.engine.moves import parse_move
from games.engine.state import MatchState, Phase
from tests.engine.naive.match import Match
from tests.engine.scripted import VARIANT_OPTIONS, calls_of, hand_of, held_by, shuffled

PHASES = {
    Phase.AWAITING_DEAL: "deal",
    Phase.AUCTION: "auction",
    Phase.NAMING_TRUMP: "naming",
    Phase.PLAY: "play",
    Phase.ENDED: "over",
}


def naive_match(variant: str, options: dict[str, int | bool], dealer: int) -> Match:
    target = options.get("target", 41)
    return Match(variant, target, {name for name, value in options.items() if value is True}, dealer)


def check_same(state: MatchState, naive: Match) -> None:
    """All that both programs know is the same."""
    hand = hand_of(state)
    assert (PHASES[state.phase], state.turn) == (naive.phase, naive.turn)
    assert sorted(calls_of(state)) == sorted(naive.legal())
    assert list(state.scores) == naive.scores
    assert (str(hand.trump) if hand.trump else None) == naive.trump
    assert (hand.declarer, hand.tricks) == (naive.declarer, naive.taken)
    for seat in SEATS:
        assert {str(card) for card in held_by(state, seat)} == set(naive.hands[seat])


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(VARIANT_OPTIONS), st.integers(min_value=0, max_value=2**32))
def test_both_play_the_same_match(game: tuple[str, dict[str, int | bool]], seed: int) -> None:
    rng = random.Random(seed)
    variant, options = game
    dealer = rng.randrange(4)
    state, naive = rules.start(variant, options, dealer), naive_match(variant, options, dealer)
    for _ in range(10):
        deal = shuffled(rng)
        assert state.next_dealer == naive.dealer
        rules.deal_in_place(state, deal)
        naive.deal([[str(card) for card in cards] for cards in deal])
        while True:
            check_same(state, naive)
            if state.turn is None:
                break
            open_moves = naive.legal()
            text = rng.choice(open_moves[:4] if naive.phase == "auction" else open_moves)
            rules.apply_in_place(state, state.turn, parse_move(text))
            naive.move(text)
        points = state.results[-1].points
        assert (list(points) if points is not None else None) == naive.points
        if state.result is not None:
            assert state.result.winner == naive.winner
            return


def test_the_naive_program_shares_no_code_with_the_engine() -> None:
    files = list((Path(__file__).parent / "naive").glob("*.py"))
    assert files
    for path in files:
        for node in ast.walk(ast.parse(path.read_text())):
            assert not isinstance(node, ast.Import), path
            if isinstance(node, ast.ImportFrom):
                assert str(node.module).startswith(("__future__", "tests.engine.naive")), path
