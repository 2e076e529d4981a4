"""Matches that the rules do not give are refused with hand and step at fault."""

from typing import Any

import pytest

from games.engine.record import read_record, record_data, replay
from tests.engine.records import (
    as_text,
    chance_match,
    changed,
    fault_of,
    sentence,
    short_data,
    short_match,
    without,
)

Data = dict[str, Any]

PLAYS = short_data()["hands"][1]["plays"]

AGAINST_THE_RULES: list[tuple[tuple[str | int, ...], Any, str]] = [
    # The calls.
    (("hands", 1, "calls", 0), [2, "7"], "hand 2, call 1: seat 2 acts, but it is the turn of seat 1"),
    (("hands", 1, "calls", 0), [1, "6"], "hand 2, call 1: seat 1 bids 6, but bids go from 7 to 13"),
    (("hands", 1, "calls", 1), [2, "7"], "hand 2, call 2: seat 2 bids 7, which is not higher than 7"),
    (("hands", 1, "calls", 1), [2, "8H"], "hand 2, call 2: seat 2 bids 8H, but a bid has no suit here"),
    (("hands", 1, "calls", 1), [2, "double"],
     "hand 2, call 2: seat 2 doubles, but there are no doubles here"),
    (("hands", 2, "calls"), [[2, "13"], [3, "pass"]], "hand 3, call 2: the auction is over"),
    (("hands", 1, "calls"), [[1, "7"]], "hand 2, trump: it should be null, not \"S\""),
    (("hands", 2, "calls"), [[2, "12"], [3, "pass"], [0, "pass"]],
     'hand 3, trump: it should be null, not "H"'),
    # The trump.
    (("hands", 1, "trump"), None, "hand 2, trump: seat 1 must name the trump"),
    (("hands", 1, "trump"), "NT", "hand 2, trump: seat 1 names no trumps, but that is not played here"),
    (("hands", 0, "trump"), "S", 'hand 1, trump: it should be null, not "S"'),
    # The plays.
    (("hands", 1, "plays", 3), "DA", "hand 2, play 4: seat 0 holds clubs and must follow"),
    (("hands", 1, "plays", 0), "CA", "hand 2, play 1: seat 1 does not hold CA"),
    (("hands", 0, "plays"), ["SA"], "hand 1, play 1: no card can be played: the hand is not in play"),
    (("hands", 1, "plays"), PLAYS[:51], "hand 2, play 52: the hand stops here; only the last hand of a match "
     "that ended early may"),
    (("hands", 1, "plays"), [*PLAYS, "SA"], "hand 2, play 53: the hand is over"),
    # The figures.
    (("hands", 1, "number"), 2, "hand 2, number: it should be 1, not 2"),
    (("hands", 1, "number"), None, "hand 2, number: it should be 1, not null"),
    (("hands", 0, "number"), 1, "hand 1, number: it should be null, not 1"),
    (("hands", 1, "dealer"), 1, "hand 2, dealer: it should be 0, not 1"),
    (("hands", 2, "dealer"), 0, "hand 3, dealer: it should be 1, not 0"),
    (("hands", 1, "revealed"), "SJ", 'hand 2, revealed: it should be null, not "SJ"'),
    (("hands", 1, "tricks"), [12, 1, 0, 0], "hand 2, tricks: it should be [13, 0, 0, 0], not [12, 1, 0, 0]"),
    (("hands", 1, "tricks"), None, "hand 2, tricks: it should be [13, 0, 0, 0], not null"),
    (("hands", 0, "tricks"), [0, 0, 0, 0], "hand 1, tricks: it should be null, not [0, 0, 0, 0]"),
    (("hands", 1, "points"), [13, -8], "hand 2, points: it should be [13, -7], not [13, -8]"),
    (("hands", 0, "points"), [0, 0], "hand 1, points: it should be null, not [0, 0]"),
    (("hands", 1, "scores"), [14, -7], "hand 2, scores: it should be [13, -7], not [14, -7]"),
    # The result.
    (("result", "winner"), 1, "result: it should be 0, not 1"),
    (("result", "winner"), None, "result: it should be 0, not null"),
    (("result", "scores"), [40, -7], "result: it should be [39, -7], not [40, -7]"),
    (("result", "reason"), "forfeit", "result: the match was won, so its reason is not forfeit"),
    (("result", "reason"), "abandoned", "result: the match was won, so its reason is not abandoned"),
    (("options", "target"), 41, "result: nobody has won the match"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "value", "expected"), AGAINST_THE_RULES)
def test_matches_that_the_rules_do_not_give(path: tuple[str | int, ...], value: Any, expected: str) -> None:
    fault = fault_of(as_text(changed(short_data(), *path, to=value)))
    assert str(fault) == f"line 3, {expected}"


def test_the_form_of_the_whole_record_is_checked_before_its_play() -> None:
    data = changed(short_data(), "hands", 1, "calls", 0, to=[1, "6"])
    assert sentence(changed(data, "hands", 2, "dealer", to=4)) == (
        "line 3, hand 3, dealer: expected a seat, 0 to 3, found 4"
    )


class TestTheEnd:
    def test_no_hand_follows_the_one_that_won(self) -> None:
        data = short_data()
        data["hands"].append(data["hands"][2])
        assert sentence(data) == "line 3, hand 4: the match was won before this hand"

    def test_a_match_does_not_stop_before_it_is_won(self) -> None:
        data = short_data()
        del data["hands"][2]
        assert sentence(data) == "line 3, result: nobody has won the match"

    def stopped(self, reason: str, winner: int | None) -> Data:
        """The match to its second hand, which stops in its fifth play, and ended early."""
        data = short_data()
        del data["hands"][2]
        data["hands"][1] |= {"plays": PLAYS[:4], "tricks": None, "points": None, "scores": [0, 0]}
        data["result"] = {"winner": winner, "reason": reason, "scores": [0, 0]}
        return data

    @pytest.mark.parametrize(("reason", "winner"), [("forfeit", 0), ("forfeit", 1), ("abandoned", None)])
    def test_a_match_that_ended_early_may_stop_anywhere(self, reason: str, winner: int | None) -> None:
        state = replay(read_record(as_text(self.stopped(reason, winner))))
        assert state.result is not None
        assert (state.result.winner, state.result.reason) == (winner, reason)

    @pytest.mark.parametrize(
        ("reason", "winner", "expected"),
        [
            (
                "target",
                0,
                "hand 2, play 5: the hand stops here; only the last hand of a match that ended early may",
            ),
            ("forfeit", None, "result: a forfeit has a winner"),
            ("abandoned", 0, "result: an abandoned match has no winner"),
        ],
    )
    def test_but_its_result_must_fit(self, reason: str, winner: int | None, expected: str) -> None:
        assert sentence(self.stopped(reason, winner)) == f"line 3, {expected}"

    @pytest.mark.parametrize(
        ("key", "value", "expected"),
        [
            ("tricks", [1, 0, 0, 0], "it should be null, not [1, 0, 0, 0]"),
            ("points", [0, 0], "it should be null, not [0, 0]"),
            ("scores", [1, 0], "it should be [0, 0], not [1, 0]"),
            ("number", None, "it should be 1, not null"),
        ],
    )
    def test_a_hand_that_stopped_has_no_figures(self, key: str, value: Any, expected: str) -> None:
        data = changed(self.stopped("abandoned", None), "hands", 1, key, to=value)
        assert sentence(data) == f"line 3, hand 2, {key}: {expected}"

    def test_only_the_last_hand_may_stop(self) -> None:
        data = self.stopped("abandoned", None)
        data["hands"].append(data["hands"][1])
        assert sentence(data).startswith("line 3, hand 2, play 5: the hand stops here")
        for calls, step in (([], "call 1"), ([[1, "7"]], "call 2"), ([[1, "13"]], "trump")):
            data["hands"][1] |= {"calls": calls, "plays": [], "trump": None}
            assert sentence(data).startswith(f"line 3, hand 2, {step}: ")

    def test_a_trump_is_not_known_before_it_is_named(self) -> None:
        data = self.stopped("abandoned", None)
        data["hands"][1] |= {"calls": [[1, "7"]], "plays": [], "trump": "S"}
        assert sentence(data) == 'line 3, hand 2, trump: it should be null, not "S"'


class TestSeeds:
    def data(self) -> Data:
        return next(
            data
            for data in (record_data(chance_match("tarneeb", {}, seed).record()) for seed in range(50))
            if data["hands"] and "fair" in data["hands"][0]
        )

    def test_they_are_checked_and_right(self) -> None:
        replay(read_record(as_text(self.data())))

    @pytest.mark.parametrize(
        ("key", "value", "expected"),
        [
            ("method", "tarneeb-deal/9", 'the deal\'s method "tarneeb-deal/9" is not known'),
            ("commitment", "0" * 64, "the commitment is not that of the seed"),
            ("commitment", "0" * 63, f'expected 64 hexadecimal digits, small letters, found "{"0" * 36}...'),
            ("seed", "0" * 64, "the commitment is not that of the seed"),
            ("seed", "A" * 64, f'expected 64 hexadecimal digits, small letters, found "{"A" * 36}...'),
            ("seed", None, "expected a string, found null"),
            ("player_seeds", ["other", "", "", ""], "the seeds give other cards"),
            ("player_seeds", ["", "", ""], "expected a list of 4, found 3"),
            ("player_seeds", ["\ud800", "", "", ""], "a string is not proper Unicode text"),
        ],
    )
    def test_a_deal_that_they_do_not_give_is_refused(self, key: str, value: Any, expected: str) -> None:
        assert (
            sentence(changed(self.data(), "hands", 0, "fair", key, to=value))
            == f"line 3, hand 1, fair: {expected}"
        )

    @pytest.mark.parametrize("key", ["method", "commitment", "seed", "player_seeds"])
    def test_every_key_is_needed_and_no_other_is_known(self, key: str) -> None:
        assert "is missing" in sentence(without(self.data(), "hands", 0, "fair", key))
        assert "is not known" in sentence(changed(self.data(), "hands", 0, "fair", "salt", to=""))

    def test_the_order_dealt_is_checked_too(self) -> None:
        cards = self.data()["hands"][0]["cards"][0].split()
        data = changed(self.data(), "hands", 0, "cards", 0, to=" ".join([cards[1], cards[0], *cards[2:]]))
        assert sentence(data) == "line 3, hand 1, fair: the seeds give other cards"


class TestOtherGames:
    def test_the_41_games(self) -> None:
        data = record_data(chance_match("syrian41", {}, 1).record())
        hand = data["hands"][0]
        wrong = "C2" if hand["revealed"] != "C2" else "C3"
        assert ", hand 1, revealed: it should be " in sentence(
            changed(data, "hands", 0, "revealed", to=wrong)
        )
        other = "C" if hand["trump"] != "C" else "D"
        assert ", hand 1, trump: it should be " in sentence(changed(data, "hands", 0, "trump", to=other))
        dealers_right = hand["calls"][0][0]
        passing = changed(data, "hands", 0, "calls", 0, to=[dealers_right, "pass"])
        assert sentence(passing).endswith(f"seat {dealers_right} passes, but every seat must bid")
        assert sentence(changed(data, "options", "egyptian", to=False)) == (
            'line 3, options: there is no option "egyptian"'
        )

    def test_the_egyptian_auction(self) -> None:
        data = record_data(short_match().record())
        data = changed(data, "options", "egyptian", to=True)
        assert sentence(data) == "line 3, hand 2, call 1: seat 1 bids 7 without a suit"
