"""Which four of those who wait should play: teams of equal strength, and soon."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

# In units of the rating model, by how long the one that waits longest has waited: how far the teams may be
# apart, and how far the best and the weakest of the four. After PATIENCE seconds anybody will do.
DIFFERENCE, DIFFERENCE_A_SECOND = 1.5, 0.1
SPREAD, SPREAD_A_SECOND = 6.0, 0.3
PATIENCE = 120.0
# How much the spread counts beside the difference of the teams.
SPREAD_COUNTS = 0.25
# Those nearest in strength among whom the others of a four are looked for.
NEAREST = 14
PLAYERS = 4


@dataclass(frozen=True, slots=True)
class Party:
    """One person who waits, or two who want to be partners: users, their strengths, and seconds waited."""

    users: tuple[int, ...]
    strengths: tuple[float, ...]
    waited: float

    @property
    def strength(self) -> float:
        """The mean of its people's."""
        return sum(self.strengths) / len(self.strengths)


@dataclass(frozen=True, slots=True)
class Four:
    """Users by seat, with partners in seats 0 and 2, 1 and 3; how far the teams are apart."""

    seats: tuple[int, int, int, int]
    difference: float


Blocks = Collection[frozenset[int]]


def form(parties: Sequence[Party], blocks: Blocks = ()) -> list[Four]:
    """Gives fours, of which nobody is in two; those who wait longest are served first. `blocks` has the pairs
    of users who are never seated together."""
    waiting = sorted(parties, key=lambda party: -party.waited)
    fours = []
    while waiting:
        first = waiting.pop(0)
        found = _best(first, waiting, blocks)
        if found is not None:
            others, four = found
            fours.append(four)
            waiting = [party for party in waiting if party not in others]
    return fours


def _best(first: Party, waiting: Sequence[Party], blocks: Blocks) -> tuple[Collection[Party], Four] | None:
    free = [party for party in waiting if not _blocked(first.users, party.users, blocks)]
    near = sorted(free, key=lambda party: abs(party.strength - first.strength))[:NEAREST]
    best: tuple[float, Collection[Party], Four] | None = None
    for others in _completions(first, near):
        if any(_blocked(one.users, other.users, blocks) for one, other in combinations(others, 2)):
            continue
        four = _split((first, *others))
        spread = _spread((first, *others))
        if four is None or not _acceptable(four.difference, spread, first.waited):
            continue
        cost = four.difference + SPREAD_COUNTS * spread
        if best is None or cost < best[0]:
            best = cost, others, four
    return None if best is None else best[1:]


def _completions(first: Party, near: Sequence[Party]) -> Iterator[tuple[Party, ...]]:
    """The ways to make four of a party and others."""
    missing = PLAYERS - len(first.users)
    for count in range(1, missing + 1):
        for others in combinations(near, count):
            if sum(len(party.users) for party in others) == missing:
                yield others


def _acceptable(difference: float, spread: float, waited: float) -> bool:
    if waited >= PATIENCE:
        return True
    return (
        difference <= DIFFERENCE + DIFFERENCE_A_SECOND * waited
        and spread <= SPREAD + SPREAD_A_SECOND * waited
    )


def _spread(parties: Sequence[Party]) -> float:
    strengths = [strength for party in parties for strength in party.strengths]
    return max(strengths) - min(strengths)


def _split(parties: Sequence[Party]) -> Four | None:
    """The most equal teams, with those who want to be partners in one."""
    people = [
        (user, strength)
        for party in parties
        for user, strength in zip(party.users, party.strengths, strict=True)
    ]
    pairs = [set(party.users) for party in parties if len(party.users) == 2]
    total = sum(strength for _user, strength in people)
    best: Four | None = None
    for partner in range(1, PLAYERS):
        team = people[0][0], people[partner][0]
        others = [user for user, _strength in people if user not in team]
        if any(pair != set(team) and pair != set(others) for pair in pairs):
            continue
        difference = abs(2 * (people[0][1] + people[partner][1]) - total)
        if best is None or difference < best.difference:
            best = Four((team[0], others[0], team[1], others[1]), difference)
    return best


def _blocked(some: Collection[int], others: Collection[int], blocks: Blocks) -> bool:
    return bool(blocks) and any(frozenset((one, other)) in blocks for one in some for other in others)
