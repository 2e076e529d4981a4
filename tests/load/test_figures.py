"""What a load counts, and the percentiles that follow."""

from __future__ import annotations

from random import Random

import pytest

from games.load.choice import choose
from games.load.figures import Figures, Sent, Times, times_of


def sent(at: float = 10.0, counts: bool = True) -> Sent:
    return Sent("1", b"{}", seat=0, sent_at=at, counts=counts)


def told(figures: Figures, move: Sent, *seats: int, now: float = 11.0) -> None:
    for seat in seats:
        figures.receive(move, 1 << seat, now)


def test_of_a_hundred_times_the_fiftieth_the_ninety_fifth_and_the_ninety_ninth_are_told() -> None:
    hundred = [float(number) for number in range(1, 101)]
    Random(1).shuffle(hundred)
    assert times_of(hundred) == Times(p50=50, p95=95, p99=99, longest=100)


@pytest.mark.parametrize(
    ("values", "expected"),
    [([7.0], Times(7, 7, 7, 7)), ([2.0, 1.0], Times(1, 2, 2, 2)), ([3.0, 1.0, 2.0], Times(2, 3, 3, 3))],
)
def test_of_few_times_none_is_told_that_was_not_taken(values: list[float], expected: Times) -> None:
    assert times_of(values) == expected


def test_of_no_times_nothing_is_told() -> None:
    assert times_of([]) is None


def test_a_move_takes_until_the_last_of_the_four_was_told() -> None:
    figures, move = Figures(), sent(at=10.0)
    figures.begin(move)
    figures.acknowledge(move, 10.25)
    told(figures, move, 2, 0, 1, now=10.5)
    assert figures.latencies == []
    assert figures.under_way == 1
    told(figures, move, 3, now=12.0)
    assert figures.latencies == [2.0]
    assert figures.acknowledgements == [0.25]
    assert (figures.sent, figures.accepted, figures.received, figures.under_way) == (1, 1, 1, 0)


def test_a_move_that_all_heard_of_is_under_way_until_it_is_acknowledged() -> None:
    figures, move = Figures(), sent()
    figures.begin(move)
    told(figures, move, 0, 1, 2, 3)
    assert figures.accepted == 0
    assert figures.under_way == 1
    figures.acknowledge(move, 12.0)
    assert figures.under_way == 0


def test_a_move_counts_once_however_often_it_is_acknowledged_and_told() -> None:
    figures, move = Figures(), sent(at=10.0)
    figures.begin(move)
    for now in (11.0, 12.0):
        figures.acknowledge(move, now)
        told(figures, move, 0, 0, 0, 1, 2, 3, now=now)
    assert (figures.accepted, figures.received, figures.under_way) == (1, 1, 0)
    assert figures.acknowledgements == figures.latencies == [1.0]


def test_a_move_of_the_warm_up_does_not_count_though_it_is_acknowledged_later() -> None:
    figures, move = Figures(), sent(counts=False)
    figures.begin(move)
    figures.acknowledge(move, 11.0)
    told(figures, move, 0, 1, 2, 3)
    refused = sent(counts=False)
    figures.begin(refused)
    figures.refuse(refused, "stale_version")
    assert figures == Figures()


def test_a_refused_move_is_not_accepted_and_no_longer_under_way() -> None:
    figures = Figures()
    for code in ("stale_version", "not_your_turn", "stale_version"):
        move = sent()
        figures.begin(move)
        figures.refuse(move, code)
    assert figures.refused == {"stale_version": 2, "not_your_turn": 1}
    assert (figures.stale, figures.accepted, figures.under_way) == (2, 0, 0)


# Which move is made


def chosen(*legal: str) -> set[str]:
    rng = Random(1)
    return {choose(legal, rng) for _time in range(200)}


def test_any_card_that_may_be_played_is_played() -> None:
    assert chosen("SA", "H9", "DT") == {"SA", "H9", "DT"}


def test_bids_are_low_and_half_of_the_calls_pass() -> None:
    assert chosen("pass", "7", "8", "9", "10", "11", "12", "13") == {"pass", "7", "8", "9"}
    assert chosen("9NT", "10S", "double", "pass") == {"9NT", "10S", "pass"}


def test_who_may_not_pass_bids_and_who_may_only_double_or_pass_passes() -> None:
    assert chosen("2", "3", "4", "5") == {"2", "3", "4"}
    assert chosen("pass", "double") == {"pass"}
    assert chosen("double") == {"double"}


def test_the_trump_is_named_by_lot() -> None:
    assert chosen("S", "H", "D", "C", "NT") == {"S", "H", "D", "C", "NT"}


def test_the_same_seed_chooses_the_same() -> None:
    legal = [f"{suit}{rank}" for suit in "SHDC" for rank in "AKQJT"]
    runs = [[choose(legal, rng) for _time in range(20)] for rng in (Random(5), Random(5), Random(6))]
    assert runs[0] == runs[1] != runs[2]
