"""A day of the ranked queue: people arrive by chance, alone or in pairs, and are seated by the site."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from games.ratings.grouping import Party, form

DAY = 86_400.0
LOOK_EVERY = 2.0
# Of those who arrive, with a partner of their own.
PAIRS = 0.15
# Strengths as they come about on a ladder, in units of the rating model.
MIDDLE, DEVIATION = 25.0, 5.0
RATES = (10, 30, 100, 300, 1000)


@dataclass(frozen=True, slots=True)
class Day:
    """What came of so many arrivals an hour: seconds that people waited, in order, and how far the teams of
    each four were apart, in order; how many nobody was found for, and how long the first of those waits."""

    an_hour: int
    waits: tuple[float, ...]
    differences: tuple[float, ...]
    left: int
    longest_left: float


def measure(seed: int, rates: Sequence[int] = RATES, seconds: float = DAY) -> Iterator[Day]:
    """Simulates one day for each rate."""
    for an_hour in rates:
        yield _day(an_hour, Random(seed), seconds)


def quantile(ordered: Sequence[float], share: float) -> float:
    """The value that this share of the ordered ones did not exceed; 0 where there are none."""
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def _day(an_hour: int, rng: Random, seconds: float) -> Day:
    arrivals = _arrivals(an_hour, rng, seconds)
    coming = next(arrivals, None)
    queue: dict[int, tuple[float, Party]] = {}  # by the first user: since when, and who
    waits: list[float] = []
    differences: list[float] = []
    now = 0.0
    while now < seconds:
        now += LOOK_EVERY
        before = len(queue)
        while coming is not None and coming[0] <= now:
            queue[coming[1].users[0]] = coming
            coming = next(arrivals, None)
        if len(queue) == before and int(now) % 10:
            continue  # nobody is new, and what is accepted has hardly widened
        parties = [Party(party.users, party.strengths, now - arrived) for arrived, party in queue.values()]
        for four in form(parties):
            differences.append(four.difference)
            for arrived, party in [queue.pop(user) for user in four.seats if user in queue]:
                waits += [now - arrived] * len(party.users)
    left = [now - arrived for arrived, _party in queue.values()]
    return Day(an_hour, tuple(sorted(waits)), tuple(sorted(differences)), len(left), max([0.0, *left]))


def _arrivals(an_hour: int, rng: Random, seconds: float) -> Iterator[tuple[float, Party]]:
    now, user = 0.0, 0
    while True:
        size = 2 if rng.random() < PAIRS else 1
        now += rng.expovariate(an_hour / 3600 / size)
        if now >= seconds:
            return
        strengths = tuple(rng.gauss(MIDDLE, DEVIATION) for _player in range(size))
        yield now, Party(tuple(range(user, user + size)), strengths, 0.0)
        user += size
