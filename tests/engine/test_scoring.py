"""The points of `tarneeb`: every worked example of the rules, in whole hands."""

import pytest

from games.engine.state import Phase
from games.engine.variants.tarneeb import contract_points
from tests.engine.scripted import calling, deal_to_take, dealt, play_out, result_of

WORKED = [
    (7, 10, 10, 0),
    (8, 10, 10, 0),  # the defenders get nothing when the bid is made
    (8, 7, -8, 6),
    (9, 8, -9, 5),
    (12, 13, 16, 0),
    (13, 13, 26, 0),
    (13, 12, -16, 2),
    (13, 0, -16, 26),
    (10, 8, -10, 5),  # minus the bid, not the tricks missing
    (7, 7, 7, 0),
    (7, 13, 16, 0),
    (7, 0, -7, 13),  # thirteen tricks against a failed bid are no kaboot
    (12, 0, -12, 13),
]


@pytest.mark.parametrize(("bid", "taken", "declarers", "defenders"), WORKED)
@pytest.mark.parametrize("declarer", [1, 2])
def test_worked_examples(bid: int, taken: int, declarers: int, defenders: int, declarer: int) -> None:
    state = dealt(cards=deal_to_take(taken, declarer), dealer=declarer - 1)
    state = calling(state, "13 S" if bid == 13 else f"{bid} pass pass pass S")
    result = result_of(play_out(state))
    assert result.outcome == "scored"
    assert result.tricks is not None
    assert result.tricks[declarer] + result.tricks[(declarer + 2) % 4] == taken
    expected = (declarers, defenders) if declarer == 2 else (defenders, declarers)
    assert result.points == expected
    assert result.scores == expected


@pytest.mark.parametrize("bid", range(7, 14))
@pytest.mark.parametrize("taken", range(14))
def test_points_for_every_bid_and_every_number_of_tricks(bid: int, taken: int) -> None:
    ours, theirs = contract_points(bid, taken)
    if taken < bid:
        assert ours == (-16 if bid == 13 else -bid)
        assert theirs == (13 - taken) * (2 if bid == 13 else 1)
    else:
        assert theirs == 0
        assert ours == (26 if bid == 13 else 16 if taken == 13 else taken)


def test_both_partners_tricks_count_for_the_team() -> None:
    deal = deal_to_take(5)
    partner_takes = (deal[0], deal[1], deal[3], deal[2])  # the seat that wins the rest is now the partner
    state = calling(dealt(cards=partner_takes), "8 pass pass pass S")
    result = result_of(play_out(state))
    assert result.tricks == (0, 5, 0, 8)
    assert result.points == (0, 16)


def test_points_are_added_to_the_scores_and_the_hand_has_a_number() -> None:
    state = calling(dealt(cards=deal_to_take(7), scores=(20, 15)), "8 pass pass pass S")
    state = play_out(state)
    result = result_of(state)
    assert (result.number, result.points, result.scores) == (1, (6, -8), (26, 7))
    assert (state.scores, state.next_number, state.phase) == ((26, 7), 2, Phase.AWAITING_DEAL)
    assert (result.declarer, result.contract, result.trump, result.doubled) == (1, "8", "S", False)
