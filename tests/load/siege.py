"""All attacks, one after the other, beside two tables at which people play."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from random import Random

import psutil
from django.db import connection

from tests.load import attacks
from tests.load.attackers import Attacker, Book
from tests.load.honest import HonestTable, quantiles
from tests.load.known import read_match
from tests.load.own_site import say
from tests.load.person import Person
from tests.load.scan import Scanner

QUIET = 10.0  # seconds of play before the first attack
GOES_ON = 20  # moves that each table makes after every attack
GOES_ON_WITHIN = 120.0
SHOWN = 20
SINGLE_ATTACKS = (
    attacks.slow_handshakes,
    attacks.bad_frames,
    attacks.bad_addresses,
    attacks.bad_origins,
    attacks.moves_of_others,
    attacks.many_sockets,
    attacks.slow_readers,
)


class Siege:
    """The site, the two tables, and what became of them."""

    def __init__(self, site: str, web: int, frames: int, seed: int) -> None:
        """Take the site's address and the process of its web server."""
        self.book = Book()
        self.scanner = Scanner()
        self._site = site
        self._web = psutil.Process(web)
        self._frames = frames
        self._rng = Random(seed)
        self._home = HonestTable(site, Random(self._rng.random()))
        self._away = HonestTable(site, Random(self._rng.random()))

    async def run(self) -> None:
        """Play, attack, and look what became of the play."""
        async with self._home.open(), self._away.open():
            await asyncio.sleep(QUIET)
            self._measure("before")
            scene = await self._scene()
            await self._mangled_frames(scene)
            for attack in SINGLE_ATTACKS:
                said = await attack(scene)
                await self._must_go_on(said)
                self._measure(said)
            self._measure("after")

    async def _scene(self) -> attacks.Scene:
        crowd = Person(self._site)
        await crowd.open_table("tarneeb41", turn_seconds="none", opponents="people", visibility="link")
        return attacks.Scene(
            site=self._site,
            web=self._web,
            home=self._home.table,
            away_matches=self._away.matches,
            seated=self._home.people[3],
            stranger=Person(self._site),
            crowd=crowd,
            book=self.book,
        )

    async def _mangled_frames(self, scene: attacks.Scene) -> None:
        """Let one who sits there, one who watches and a stranger send them at the same time."""
        matches = [*self._home.matches, *self._away.matches, "none"]
        people = (
            ("seated", scene.seated, 3),
            ("spectator", scene.crowd, None),
            ("stranger", scene.stranger, None),
        )
        attackers = [
            Attacker(
                name,
                lambda name=name, person=person, seat=seat: scene.connect(scene.path(), name, person, seat),  # type: ignore[misc]
                matches,
                Random(self._rng.random()),
                self.book,
            )
            for name, person, seat in people
        ]
        await asyncio.gather(*(attacker.attack(self._frames) for attacker in attackers))
        said = f"{len(attackers)} times {self._frames} mangled frames"
        await self._must_go_on(said)
        self._measure(said)

    async def _must_go_on(self, after: str) -> None:
        """Wait until people at both tables have made some more moves."""
        for name, table in (("same", self._home), ("other", self._away)):
            wanted = table.moves + GOES_ON
            try:
                async with asyncio.timeout(GOES_ON_WITHIN):
                    while table.moves < wanted:
                        await asyncio.sleep(0.1)
            except TimeoutError:
                self.book.fault(f"the {name} table did not go on after: {after}")

    def _measure(self, said: str) -> None:
        memory = self._web.memory_info().rss / 1e6
        home, away = quantiles(self._home.take_times()), quantiles(self._away.take_times())
        say(f"{said}: memory {memory:.0f} MB; other table {away}; same table {home}")

    def look_at_logs(self, lines: Iterable[str]) -> None:
        """Search what the processes wrote for faults, and for cards."""
        for line in lines:
            self.scanner.scan_line(line)
            if "Traceback" in line or " ERROR " in line or " CRITICAL " in line:
                self.book.fault(f"in the log: {line}")

    def look_for_leaks(self) -> None:
        """Search all that the attackers were told for cards that they must not know."""
        known = {match: read_match(match) for match in {*self._home.matches, *self._away.matches}}
        connection.close()
        for heard in self.book.frames:
            named = next((match for match in known if f'"{match}"' in heard.text), None)
            self.scanner.scan_frame(heard, known[named] if named else None)

    def report(self) -> str:
        """Say everything in a few lines."""
        counts = ", ".join(f"{name} {count}" for name, count in sorted(self.book.counts.items()))
        lines = [
            *map(str, self.scanner.leaks[:SHOWN]),
            *self.book.faults[:SHOWN],
            f"counted: {counts}",
            f"frames scanned {self.scanner.frames}, log lines scanned {self.scanner.lines}, "
            f"leaks {len(self.scanner.leaks)}",
            f"faults {len(self.book.faults)}",
        ]
        return "\n".join(lines)
