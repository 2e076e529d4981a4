"""A run: the load, the faults one after another, and what came of each."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.faults.checks import Checker, standing
from tests.faults.faults import FAULTS, Scene
from tests.faults.journal import Kind, Problem, counted
from tests.faults.player import Player

STEPS = 8  # so many more that every connection must have seen: two tricks
LOOK_EVERY = 0.05  # seconds


@dataclass
class Outcome:
    """What came of one kind of fault."""

    times: int = 0
    recovered: int = 0
    longest: float = 0.0
    acknowledged: int = 0
    missed: int = 0
    problems: Counter[Kind] = field(default_factory=Counter)


class Run:
    """Plays on ``scene``; ``say`` is told what happens. A table has ``within`` seconds to go on."""

    def __init__(self, scene: Scene, within: float, say: Callable[[str], None]) -> None:
        self.outcomes: dict[str, Outcome] = {}
        self.problems: list[Problem] = []
        self._scene = scene
        self._within = within
        self._say = say
        self._checker = Checker(scene.load.journal.sent)

    async def warm_up(self) -> None:
        """Wait until play got going everywhere, before anything is broken."""
        _seconds, stuck = await self._go_on([0] * len(self._scene.load.players))
        for player in stuck:
            self._scene.load.journal.problem(Kind.STUCK, f"before any fault: {player}")

    async def fault(self, name: str) -> None:
        """Let one fault happen at a random moment, wait until play went on, and look for what is wrong."""
        load = self._scene.load
        outcome = self.outcomes.setdefault(name, Outcome())
        await asyncio.sleep(self._scene.rng.uniform(0.2, 1.5))
        acknowledged, missed = load.journal.acknowledged, load.journal.missed_in_silence
        begun = time.monotonic()
        await FAULTS[name](self._scene)
        lasted = time.monotonic() - begun
        seconds, stuck = await self._go_on([player.progress for player in load.players])
        for player in stuck:
            stands = await asyncio.to_thread(standing, player.picture.match or "")
            load.journal.problem(Kind.STUCK, f"after {name}: {player}; {stands}")
        if stuck:
            # So that the next fault finds a table where people play.
            for player in load.players:
                player.cut()
        await self._hang_up()
        problems = await self.check()
        outcome.times += 1
        outcome.recovered += not stuck
        outcome.longest = max(outcome.longest, seconds)
        outcome.acknowledged += load.journal.acknowledged - acknowledged
        outcome.missed += load.journal.missed_in_silence - missed
        outcome.problems += counted(problems)
        self._say(f"{name}, for {lasted:.1f} s: {'NOT ' if stuck else ''}recovered {seconds:.1f} s later")

    async def end(self) -> None:
        """Look at everything once more, when nothing moves."""
        while await self._hang_up():
            await asyncio.sleep(LOOK_EVERY)
        await self._scene.load.stop()
        await self.check(everything=True)

    async def _hang_up(self) -> bool:
        """End connections that were left half open for long; say whether there are more."""
        return any([await player.check_deaf() for player in self._scene.load.players])

    async def check(self, everything: bool = False) -> list[Problem]:
        """Compare what came since the last time with the database, and say what is wrong."""
        taken = self._scene.load.journal.take()
        problems = await asyncio.to_thread(self._checker.check, taken, everything)
        for problem in problems:
            self._say(f"  {problem.kind}: {problem.text}")
        self.problems += problems
        return problems

    async def _go_on(self, marks: list[int]) -> tuple[float, list[Player]]:
        """Wait until every connection saw so many more steps; give the seconds it took and who did not."""
        players = self._scene.load.players
        wanted = [mark + STEPS for mark in marks]
        begun = time.monotonic()
        while True:
            seconds = time.monotonic() - begun
            late = [
                player for player, want in zip(players, wanted, strict=True) if player.progress < want
            ]
            if not late or seconds > self._within:
                return seconds, late
            broken = self._scene.load.broken
            if broken is not None:
                raise broken
            await asyncio.sleep(LOOK_EVERY)
