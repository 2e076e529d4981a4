"""Bots make legal moves in every variant and under every house rule, the same ones every time."""

from __future__ import annotations

import ast
from itertools import product
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.bots import BOTS, UnknownBot, choose, get_bot
from games.engine.cards import DECK
from games.engine.errors import InvalidOptions
from games.engine.observation import observe
from games.engine.rules import apply, deal, start
from games.engine.state import MatchState, Phase
from games.engine.variants import variants
from games.simulation.matches import Simulation, play_match

BOTS_FOLDER = Path(__file__).parents[2] / "games" / "bots"
FORBIDDEN = tuple(f"games.engine.{part}" for part in ("state", "rules", "record", "shuffle"))


def games() -> list[tuple[str, dict[str, bool]]]:
    """Every variant under every combination of house rules that may go together."""
    found = []
    for variant in variants():
        switches = [spec.name for spec in variant.option_specs if spec.default is False]
        for chosen in product((False, True), repeat=len(switches)):
            options = dict(zip(switches, chosen, strict=True))
            try:
                variant(options)
            except InvalidOptions:
                continue
            found.append((variant.key, options))
    return found


GAMES = games()
GAME_IDS = ["-".join([key, *(name for name, on in options.items() if on)]) for key, options in GAMES]


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize(("variant", "options"), GAMES, ids=GAME_IDS)
def test_whole_matches_are_played_by_the_rules(bot: str, variant: str, options: dict[str, bool]) -> None:
    """The engine refuses any move that is not legal, so a match that ends was played by the rules."""
    simulation = Simulation(variant, options, player=bot, seed=11, max_hands=12)
    assert play_match(simulation, 1).state.phase is Phase.ENDED


def random_state(variant: str, options: dict[str, bool], seed: int, moves: int) -> MatchState:
    """A hand after some random legal moves, or as many as leave a seat to move."""
    rng = Random(seed)
    deck = list(DECK)
    rng.shuffle(deck)
    state, _ = deal(start(variant, options, rng.randrange(4)), [deck[seat::4] for seat in range(4)])
    for _ in range(moves):
        assert state.turn is not None
        after, _ = apply(state, state.turn, choose(observe(state, state.turn), rng, "random"))
        if after.turn is None:
            break
        state = after
    return state


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(GAMES), st.integers(0, 2**32), st.integers(0, 60))
def test_any_observation_is_answered_with_a_legal_move(
    game: tuple[str, dict[str, bool]], seed: int, moves: int
) -> None:
    """Also after play that the bot itself would never have made."""
    state = random_state(*game, seed, moves)
    seen = observe(state, state.turn)
    for bot in BOTS:
        assert choose(seen, Random(seed), bot) in seen.legal


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(GAMES), st.integers(0, 2**32), st.integers(0, 60))
def test_one_observation_gets_one_answer(game: tuple[str, dict[str, bool]], seed: int, moves: int) -> None:
    state = random_state(*game, seed, moves)
    seen = observe(state, state.turn)
    for bot in BOTS:
        assert choose(seen, Random(5), bot) == choose(seen, Random(5), bot)


def test_an_unknown_bot_and_a_seat_out_of_turn_are_refused() -> None:
    with pytest.raises(UnknownBot):
        get_bot("nobody")
    state = random_state("tarneeb", {}, 1, 3)
    with pytest.raises(ValueError, match="out of turn"):
        choose(observe(state, (state.turn or 0) ^ 1), Random(1))


def test_bots_import_nothing_that_knows_more_than_a_seat() -> None:
    files = list(BOTS_FOLDER.rglob("*.py"))
    assert files
    for file in files:
        for name in imports(file):
            assert not name.startswith("django"), file
            if name.startswith("games."):
                assert name.startswith(("games.engine.", "games.bots")), file
                assert not name.startswith(FORBIDDEN), file


def imports(file: Path) -> list[str]:
    names = []
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names.append(node.module or "")
    return names
