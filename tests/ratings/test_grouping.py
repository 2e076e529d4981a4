"""Who is seated with whom: equal teams, pairs together, blocked players apart, nobody waits for ever."""

from itertools import combinations, permutations
from random import Random

import pytest

from games.ratings.grouping import PATIENCE, Party, form


def alone(user: int, strength: float, waited: float = 0.0) -> Party:
    return Party((user,), (strength,), waited)


def pair(users: tuple[int, int], strengths: tuple[float, float], waited: float = 0.0) -> Party:
    return Party(users, strengths, waited)


def test_four_equals_are_seated_and_three_are_not() -> None:
    parties = [alone(user, 25.0) for user in range(4)]
    assert form(parties[:3]) == []
    (four,) = form(parties)
    assert sorted(four.seats) == [0, 1, 2, 3]
    assert four.difference == 0


def test_the_teams_are_the_most_equal_ones() -> None:
    strengths = {1: 20.0, 2: 22.0, 3: 24.0, 4: 27.0}
    (four,) = form([alone(user, strength, PATIENCE) for user, strength in strengths.items()])
    smallest = min(
        abs(strengths[a] + strengths[c] - strengths[b] - strengths[d])
        for a, b, c, d in permutations(strengths)
    )
    assert four.difference == pytest.approx(smallest)
    a, b, c, d = four.seats
    assert abs(strengths[a] + strengths[c] - strengths[b] - strengths[d]) == pytest.approx(smallest)


def test_partners_who_came_together_are_one_team_however_unequal() -> None:
    parties = [pair((1, 2), (33.0, 32.0), PATIENCE), alone(3, 20.0), alone(4, 21.0)]
    (four,) = form(parties)
    assert {four.seats[0], four.seats[2]} in ({1, 2}, {3, 4})


def test_two_pairs_meet() -> None:
    (four,) = form([pair((1, 2), (25.0, 25.0)), pair((3, 4), (25.0, 25.0))])
    assert {four.seats[0], four.seats[2]} in ({1, 2}, {3, 4})


def test_what_is_accepted_widens_with_the_wait_of_the_first() -> None:
    def parties(waited: float) -> list[Party]:
        return [alone(1, 40.0, waited), *(alone(user, 25.0) for user in (2, 3, 4))]

    assert form(parties(0.0)) == []
    assert len(form(parties(PATIENCE))) == 1


def test_who_waits_longest_is_served_first() -> None:
    parties = [alone(user, 25.0, waited=user) for user in range(1, 8)]
    (four,) = form(parties)
    assert 7 in four.seats


@pytest.mark.parametrize("blocked", [{1, 2}, {2, 3}])
def test_blocked_players_are_never_seated_together(blocked: set[int]) -> None:
    parties = [alone(user, 25.0, PATIENCE * 10) for user in (1, 2, 3, 4)]
    assert form(parties, {frozenset(blocked)}) == []
    (four,) = form([*parties, alone(5, 45.0)], {frozenset(blocked)})
    assert not blocked <= set(four.seats)


def test_a_pair_is_not_seated_with_somebody_whom_one_of_them_blocked() -> None:
    parties = [pair((1, 2), (25.0, 25.0), PATIENCE), alone(3, 25.0, PATIENCE), alone(4, 25.0, PATIENCE)]
    assert form(parties, {frozenset({2, 4})}) == []


def test_nobody_is_in_two_fours_and_everyone_is_taken_while_four_are_left() -> None:
    rng = Random(4)
    for _round in range(40):
        users = iter(range(200))
        parties = [
            pair((next(users), next(users)), (rng.gauss(25, 5), rng.gauss(25, 5)), PATIENCE)
            if rng.random() < 0.3
            else alone(next(users), rng.gauss(25, 5), PATIENCE)
            for _party in range(rng.randrange(1, 30))
        ]
        fours = form(parties)
        seated = [user for four in fours for user in four.seats]
        assert len(seated) == len(set(seated))
        left = [party for party in parties if party.users[0] not in seated]
        sizes = [len(party.users) for party in left]
        assert not any(sum(some) == 4 for count in range(1, 5) for some in combinations(sizes, count))
        for party in parties:
            if len(party.users) == 2 and party.users[0] in seated:
                (four,) = (four for four in fours if party.users[0] in four.seats)
                assert abs(four.seats.index(party.users[0]) - four.seats.index(party.users[1])) == 2
