"""The score sheet's sentences: the right reason for every figure."""

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.utils import translation

from games.engine import rules
from games.engine.cards import DECK
from games.engine.moves import Bid
from games.engine.results import HandResult, Outcome
from games.engine.state import Phase
from games.score_sheet import Explanation, call_label, card_label, signed
from games.score_sheet import explain as explain_isolated

NAMES = ["Alia", "Basim", "Celine", "Dawud"]


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


def classic(
    contract: str, tricks: tuple[int, ...], points: tuple[int, int], trump: str = "S", **more: Any
) -> HandResult:
    """A hand of Tarneeb that Alia, seat 0, bid and played."""
    values: dict[str, Any] = {
        "ordinal": 1,
        "number": 1,
        "dealer": 3,
        "outcome": Outcome.SCORED,
        "declarer": 0,
        "contract": contract,
        "doubled": False,
        "trump": trump,
        "revealed": None,
        "bids": (contract, None, None, None),
        "tricks": tricks,
        "points": points,
        "scores": points,
    }
    return HandResult(**{**values, **more})


def solo(bids: tuple[int, ...], tricks: tuple[int, ...], points: tuple[int, ...], **more: Any) -> HandResult:
    """A hand of a 41 game dealt by Dawud, seat 3."""
    values: dict[str, Any] = {
        "ordinal": 1,
        "number": 1,
        "dealer": 3,
        "outcome": Outcome.SCORED,
        "declarer": None,
        "contract": None,
        "doubled": False,
        "trump": "H",
        "revealed": None,
        "bids": tuple(str(bid) for bid in bids),
        "tricks": tricks,
        "points": points,
        "scores": points,
    }
    return HandResult(**{**values, **more})


def explain(variant: str, result: HandResult, names: list[str]) -> Explanation:
    """Explains a hand, without the marks that keep a name's direction to itself."""

    def plain(text: str) -> str:
        return re.sub("[\u2068\u2069]", "", text)

    explanation = explain_isolated(variant, result, names)
    lines = tuple(replace(line, sentence=plain(line.sentence)) for line in explanation.lines)
    return Explanation(plain(explanation.summary), lines)


def test_a_name_keeps_its_direction_to_itself() -> None:
    names = ["مريم", "Basim", "Celine", "Dawud"]
    explanation = explain_isolated("tarneeb", classic("7", (5, 2, 5, 1), (10, 0)), names)
    assert "\u2068مريم\u2069" in explanation.summary
    assert explanation.lines[0].who == "مريم and Celine"


WE, THEY = "Alia and Celine", "Basim and Dawud"


@pytest.mark.parametrize(
    ("contract", "tricks", "points", "ours", "theirs"),
    [
        (
            "7",
            (5, 2, 5, 1),
            (10, 0),
            f"{WE} bid 7 and took 10 tricks: the bid is made, and each trick is a point.",
            f"{THEY} took 3 tricks, which count nothing, because the bid was made.",
        ),
        (
            "8",
            (4, 3, 3, 3),
            (-8, 6),
            f"{WE} bid 8 and took only 7 tricks: the bid has failed and is taken off.",
            f"{THEY} took 6 tricks against a failed bid: a point for each.",
        ),
        (
            "7",
            (1, 6, 0, 6),
            (-7, 12),
            f"{WE} bid 7 and took only 1 trick: the bid has failed and is taken off.",
            f"{THEY} took 12 tricks against a failed bid: a point for each.",
        ),
        (
            "12",
            (7, 0, 6, 0),
            (16, 0),
            f"{WE} bid 12 and took all thirteen tricks: kaboot, 16 points.",
            f"{THEY} took 0 tricks, which count nothing, because the bid was made.",
        ),
        (
            "13",
            (7, 0, 6, 0),
            (26, 0),
            f"{WE} bid thirteen and took all thirteen tricks: 26 points.",
            f"{THEY} took 0 tricks, which count nothing, because the bid was made.",
        ),
        (
            "13",
            (6, 1, 6, 0),
            (-16, 2),
            f"{WE} bid thirteen and took 12 tricks: a failed bid of thirteen costs 16 points.",
            f"{THEY} took 1 trick against a bid of thirteen: two points for each.",
        ),
        (
            "9",
            (0, 7, 0, 6),
            (-9, 13),
            f"{WE} bid 9 and took only 0 tricks: the bid has failed and is taken off.",
            f"{THEY} took all thirteen tricks: a point for each; kaboot is only for the team that bid.",
        ),
    ],
)
def test_each_way_to_score_a_hand_of_tarneeb_has_its_sentence(
    contract: str, tricks: tuple[int, ...], points: tuple[int, int], ours: str, theirs: str
) -> None:
    explanation = explain("tarneeb", classic(contract, tricks, points), NAMES)
    assert [line.sentence for line in explanation.lines] == [ours, theirs]
    assert [line.points for line in explanation.lines] == list(points)
    assert [line.tricks for line in explanation.lines] == [tricks[0] + tricks[2], tricks[1] + tricks[3]]
    bid = int(contract)
    assert explanation.summary == f"Alia won the bidding with {bid} and made ♠ the tarneeb (trump)."


def test_the_other_team_declaring_swaps_the_sentences() -> None:
    result = classic("8", (3, 5, 3, 2), (6, -8), declarer=3, bids=(None, None, None, "8"))
    first, second = explain("tarneeb", result, NAMES).lines
    assert first.who == WE
    assert first.sentence.startswith(f"{WE} took 6 tricks against a failed bid")
    assert second.sentence.startswith(f"{THEY} bid 8 and took only 7 tricks")


def test_a_doubled_hand_says_so_for_both_teams() -> None:
    explanation = explain("tarneeb", classic("8H", (4, 3, 3, 3), (-16, 12), trump="H", doubled=True), NAMES)
    assert explanation.summary.endswith("The bid was doubled, so all points of the hand are twice.")
    assert all(line.sentence.endswith("Doubled: twice that.") for line in explanation.lines)


def test_twice_nothing_is_not_worth_a_sentence() -> None:
    made = explain("tarneeb", classic("8H", (4, 3, 4, 2), (16, 0), trump="H", doubled=True), NAMES)
    assert ["Doubled" in line.sentence for line in made.lines] == [True, False]


def test_no_trump_is_said_in_words() -> None:
    explanation = explain("tarneeb", classic("9NT", (6, 2, 4, 1), (10, 0), trump="NT"), NAMES)
    assert explanation.summary == "Alia won the bidding with 9 and chose to play without a trump."


def test_a_hand_passed_out_counts_nothing() -> None:
    result = replace(
        classic("7", (0, 0, 0, 0), (0, 0)),
        number=None,
        outcome=Outcome.PASSED_OUT,
        declarer=None,
        contract=None,
        trump=None,
        bids=(None,) * 4,
        tricks=None,
        points=None,
        scores=(20, 15),
    )
    explanation = explain("tarneeb", result, NAMES)
    assert "same dealer deals again" in explanation.summary
    assert [(line.points_label, line.score) for line in explanation.lines] == [("–", 20), ("–", 15)]


def test_a_cancelled_hand_says_what_the_bids_came_to() -> None:
    played = solo((2, 2, 3, 2), (0,) * 4, (0,) * 4)
    result = replace(played, outcome=Outcome.CANCELLED, tricks=None, points=None, scores=(1, 2, 3, 4))
    explanation = explain("syrian41", result, NAMES)
    assert explanation.summary.startswith("The four bids come to 9 tricks, fewer than 11")


def test_syrian41_explains_trump_and_each_bid() -> None:
    result = solo((5, 4, 2, 2), (7, 3, 2, 1), (5, -4, 2, -2), revealed="C7", trump="S")
    explanation = explain("syrian41", result, NAMES)
    assert explanation.summary == "Dawud, the dealer, showed ♣7, so ♠ was the trump."
    assert [line.sentence for line in explanation.lines] == [
        "Alia bid 5 and took 7 tricks: the bid is made and is added; the rest is not.",
        "Basim bid 4 and took 3 tricks: the bid has failed and is taken off.",
        "Celine bid 2 and took exactly that many tricks: the bid is made and is added.",
        "Dawud bid 2 and took 1 trick: the bid has failed and is taken off.",
    ]


def test_tarneeb41_says_what_counts_double() -> None:
    result = solo((5, 4, 2, 2), (4, 4, 3, 2), (-10, 4, 2, 2))
    lines = explain("tarneeb41", result, NAMES).lines
    assert lines[0].sentence.endswith("A bid of 5 or more counts double: 10.")
    assert not any("double" in line.sentence for line in lines[1:])


def test_a_name_with_a_percent_sign_is_only_a_name() -> None:
    names = ["100%", "%(bid)s", "%s", "%%"]
    lines = explain("tarneeb41", solo((5, 4, 2, 2), (5, 3, 3, 2), (10, -4, 2, 2)), names).lines
    assert lines[0].sentence.startswith("100% bid 5")
    assert lines[1].sentence.startswith("%(bid)s bid 4")


# What each sentence says a figure comes to; a hand's figures must be what their sentences say.
BECAUSE = [
    (r"bid \d+ and took (\d+) tricks: the bid is made, and each trick is a point", lambda took: took),
    (r"bid thirteen and took all thirteen tricks: (26) points", lambda points: points),
    (r"took all thirteen tricks: kaboot, (16) points", lambda points: points),
    (r"a failed bid of thirteen costs (16) points", lambda points: -points),
    (r"bid (\d+) and took only \d+ tricks?: the bid has failed and is taken off", lambda bid: -bid),
    (r"took (\d+) tricks?, which counts? nothing", lambda took: 0),
    (r"took (\d+) tricks? against a bid of thirteen: two points for each", lambda took: 2 * took),
    (r"took all (thirteen) tricks: a point for each", lambda took: 13),
    (r"took (\d+) tricks? against a failed bid: a point for each", lambda took: took),
    (r"bid (\d+) and took \d+ tricks?: the bid has failed and is taken off", lambda bid: -bid),
    (r"bid (\d+) and took exactly that many tricks: the bid is made", lambda bid: bid),
    (r"bid (\d+) and took \d+ tricks: the bid is made and is added; the rest", lambda bid: bid),
]


def figure_said(sentence: str) -> int:
    """Gives the points that a sentence accounts for; exactly one line of BECAUSE must fit."""
    fitting = [(found, worth) for pattern, worth in BECAUSE if (found := re.search(pattern, sentence))]
    assert len(fitting) == 1, sentence
    found, worth = fitting[0]
    word = found.group(1)
    points: int = worth(int(word) if word.isdigit() else 13)
    return points * (2 if re.search("Doubled: twice|counts double", sentence) else 1)


@pytest.mark.parametrize(
    ("variant", "options"),
    [
        ("tarneeb", {}),
        ("tarneeb", {"egyptian": True, "no_trump": True}),
        ("syrian41", {}),
        ("tarneeb41", {}),
    ],
)
def test_the_sentences_account_for_the_figures_of_any_hand(variant: str, options: dict[str, bool]) -> None:
    seed = 20
    rng = random.Random(seed)
    scored = 0
    state = rules.start(variant, options, 0)
    for _hand in range(60):
        state = play_hand(state, rng)
        result = state.results[-1]
        explanation = explain(variant, result, NAMES)
        assert "%(" not in explanation.summary
        if result.points is not None:
            scored += 1
            assert [figure_said(line.sentence) for line in explanation.lines] == list(result.points), seed
        if state.phase is Phase.ENDED:
            state = rules.start(variant, options, 0)
    assert scored > 10


def play_hand(state: rules.MatchState, rng: random.Random) -> rules.MatchState:
    """Plays one hand by chance, with bids of every height."""
    deck = list(DECK)
    rng.shuffle(deck)
    state, _events = rules.deal(state, [deck[seat * 13 : seat * 13 + 13] for seat in range(4)])
    hands = len(state.results)
    while len(state.results) == hands:
        assert state.turn is not None
        moves = rules.legal_moves(state)
        bids = [move for move in moves if isinstance(move, Bid)]
        move = rng.choice(bids) if bids and rng.random() < 0.5 else rng.choice(moves)
        state, _events = rules.apply(state, state.turn, move)
    return state


@pytest.mark.parametrize(
    ("call", "label"), [("7", "7"), ("13", "13"), ("8H", "8 ♥"), ("9NT", "9 no trump"), ("pass", "pass")]
)
def test_calls_read_as_a_player_says_them(call: str, label: str) -> None:
    assert call_label(call) == label


def test_cards_and_negative_numbers_are_written_as_on_paper() -> None:
    assert (card_label("HT"), card_label("SA"), signed(-8), signed(8)) == ("♥10", "♠A", "−8", "8")
