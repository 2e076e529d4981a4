"""The people who play while things break: tables of every game, four connections each, and a few watchers."""

import asyncio
import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from tests.faults.journal import Journal
from tests.faults.player import PATIENCE, Player
from tests.load.person import Person

WATCHED_EVERY = 3  # a watcher at each third table


@dataclass(frozen=True)
class Wish:
    """What a table is to be; with a ``bot`` in one seat, or four people."""

    variant: str
    rules: tuple[str, ...] = ()
    target: str = "31"
    turn: str = "none"
    bot: bool = False

    @property
    def fields(self) -> dict[str, object]:
        """The form that opens it, beside the variant."""
        return {
            "target": self.target,
            "turn_seconds": self.turn,
            "opponents": "people",
            "visibility": "open",
            "house_rules": self.rules,
        }


WISHES = (
    Wish("tarneeb", turn="10", bot=True),
    Wish("syrian41"),
    Wish("tarneeb", ("egyptian", "no_trump")),
    Wish("tarneeb41", turn="10"),
    Wish("tarneeb", ("dealer_must_bid",), "41", turn="20"),
    Wish("tarneeb41", bot=True),
    Wish("tarneeb", ("single_round", "first_lead_trump"), turn="10", bot=True),
    Wish("tarneeb", ("no_trump",)),
    Wish("syrian41", turn="10", bot=True),
    Wish("tarneeb", ("egyptian",), "61", bot=True),
    Wish("tarneeb", target="51", turn="30"),
    Wish("tarneeb41"),
)


class Load:
    """All tables of a run and who is there."""

    def __init__(self, addresses: Sequence[str], tables: int, rng: Random, think: float) -> None:
        self.journal = Journal()
        self.tables: list[list[Player]] = []
        self._addresses = addresses
        self._wishes = list(itertools.islice(itertools.cycle(WISHES), tables))
        self._rng = rng
        self._think = think
        self._tasks: list[asyncio.Task[int]] = []

    @property
    def players(self) -> list[Player]:
        """Everyone, watchers too."""
        return [player for table in self.tables for player in table]

    @property
    def broken(self) -> BaseException | None:
        """What ended a player who should go on for ever: a fault of this harness."""
        ended = [task.exception() for task in self._tasks if task.done() and not task.cancelled()]
        return next((error for error in ended if error is not None), None)

    async def start(self) -> None:
        """Open the tables, one after another, and let everyone play."""
        for number, wish in enumerate(self._wishes):
            people = [self._person() for _ in range(3 if wish.bot else 4)]
            table = await _open_table(people, wish)
            players = [self._player(table, person) for person in people]
            if number % WATCHED_EVERY == 0:
                players.append(self._player(table, self._person(), watches=True))
            self.tables.append(players)
            self._tasks += [asyncio.create_task(player.run()) for player in players]

    async def stop(self) -> None:
        """Everyone goes."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _person(self) -> Person:
        return Person(self._rng.choice(self._addresses), patience=PATIENCE)

    def _player(self, table: str, person: Person, watches: bool = False) -> Player:
        rng = Random(self._rng.getrandbits(64))
        return Player(person, table, self.journal, rng, self._think, watches)


async def _open_table(people: list[Person], wish: Wish) -> str:
    """Open a table, seat everyone, start; give its id. Raises Refused and Unreachable."""
    owner = people[0]
    table = await owner.open_table(wish.variant, **wish.fields)
    for position, person in enumerate(people[1:], 1):
        await person.act(table, "sit", position=position)
    if wish.bot:
        await owner.act(table, "bots")
    await owner.act(table, "start")
    return table
