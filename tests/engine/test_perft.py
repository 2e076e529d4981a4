"""Every line of play in endings, and every auction from given points, counted by both programs.

Positions with more moves than a cap are left out, so that a run takes seconds; with
``TARNEEB_PERFT_NODES=10000000`` it counts all of them.
"""

import os

import pytest

from tests.engine.perft import POSITIONS, Ending, Position, engine_count, naive_count, read_golden

CAP = int(os.environ.get("TARNEEB_PERFT_NODES", "25000"))
GOLDEN = read_golden()


def nodes(position: Position) -> int:
    """How many moves the golden numbers of a position have."""
    depths, _, _ = GOLDEN.get(str(position), "0 : ").partition(" : ")
    return sum(map(int, depths.split()))


SMALL = [position for position in POSITIONS if nodes(position) <= CAP]


def test_the_file_has_every_position_and_no_other() -> None:
    assert list(GOLDEN) == [str(position) for position in POSITIONS]


def test_every_kind_of_position_is_counted_in_every_run() -> None:
    """Two and three cards with trump, without, and bound to lead one; each auction."""
    counted = [position for position in SMALL if isinstance(position, Ending)]
    kinds = {(len(ending.hands[0]), ending.trump == "NT", ending.opening) for ending in counted}
    assert {
        (cards, *kind) for cards in (2, 3) for kind in ((False, False), (True, False), (False, True))
    } <= kinds
    openings = [position for position in SMALL if not isinstance(position, Ending)]
    assert {(opening.variant, *opening.options) for opening in openings} == {
        ("tarneeb",),
        ("tarneeb", "single_round"),
        ("tarneeb", "dealer_must_bid"),
        ("tarneeb", "single_round", "dealer_must_bid"),
        ("tarneeb", "egyptian"),
        ("tarneeb", "egyptian", "no_trump"),
        ("syrian41",),
        ("tarneeb41",),
    }


@pytest.mark.parametrize("position", SMALL, ids=str)
def test_the_engine(position: Position) -> None:
    assert str(engine_count(position)) == GOLDEN[str(position)]


@pytest.mark.parametrize("position", SMALL, ids=str)
def test_the_naive_program(position: Position) -> None:
    assert str(naive_count(position)) == GOLDEN[str(position)]
