"""The people who play while things break: tables of every game, four connections each, and a few watchers."""

import asyncio
import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from tests.faults.journal import Journal
from tests.faults.pages import PageFault, Person
from tests.faults.player import Player

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
    def fields(self) -> list[tuple[str, str]]:
        """The form that opens it."""
        return [
            ("variant", self.variant),
            ("target", self.target),
            ("turn_seconds", self.turn),
            ("opponents", "people"),
            ("visibility", "open"),
            *(("house_rules", rule) for rule in self.rules),
        ]


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
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def players(self) -> list[Player]:
        """Everyone, watchers too."""
        return [player for table in self.tables for player in table]

    @property
    def broken(self) -> BaseException | None:
        """What ended a player who should go on for ever: a fault of this harness."""
        ended = [task for task in self._tasks if task.done() and not task.cancelled()]
        return ended[0].exception() if ended else None

    async def start(self) -> None:
        """Open the tables, one after another, and let everyone play."""
        for number, wish in enumerate(self._wishes):
            people = [Person(self._addresses[0]) for _ in range(3 if wish.bot else 4)]
            table = await asyncio.to_thread(_open_table, people, wish)
            watchers = [None] if number % WATCHED_EVERY == 0 else []
            seated = [self._player(table, person) for person in [*people, *watchers]]
            self.tables.append(seated)
            self._tasks += [asyncio.create_task(player.run()) for player in seated]

    async def stop(self) -> None:
        """Everyone goes."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _player(self, table: str, person: Person | None) -> Player:
        rng = Random(self._rng.getrandbits(64))
        address = self._rng.choice(self._addresses)
        return Player(address, table, person, self.journal, rng, self._think)


def _open_table(people: list[Person], wish: Wish) -> str:
    """Open a table, seat everyone, start; give its id. Raises PageFault."""
    owner = people[0]
    owner.get("tables/new/")
    table = owner.post("tables/new/", wish.fields).rstrip("/").rpartition("/")[2]
    if table == "new":
        raise PageFault(f"a table could not be opened: {wish}")
    for position, person in enumerate(people[1:], 1):
        person.get(f"tables/{table}/")
        person.post(f"tables/{table}/sit/", [("position", str(position))])
    if wish.bot:
        owner.post(f"tables/{table}/bots/")
    owner.post(f"tables/{table}/start/")
    return table
