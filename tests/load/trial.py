"""Many whole matches, several at once; what everybody read of them is searched when each has ended."""

from __future__ import annotations

import argparse
import asyncio
import secrets
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random

from django.db import connection
from websockets.asyncio.client import connect
from websockets.typing import Origin

from accounts.models import User
from games.models import Hand
from tests.load.houses import House, houses
from tests.load.known import read_match
from tests.load.lane import Lane, Played
from tests.load.own_site import say
from tests.load.person import Person
from tests.load.scan import HeardFrame, Scanner
from tests.load.written import Seeds
from tests.site.support import ROOT, clean_environment

TOLD_EVERY = 10  # matches
SHOWN = 20  # leaks and faults that are printed


class Trial:
    """The matches, and what they showed."""

    def __init__(self, site: str, wanted: argparse.Namespace) -> None:
        self.scanner = Scanner()
        self.faults: list[str] = []
        self._site = site
        self._wanted = wanted
        self._counts: Counter[str] = Counter()
        self._records: list[str] = []
        self._replayed = ""
        self._begun = time.monotonic()

    async def run(self) -> None:
        """Play them all."""
        names = [f"watcher{number}" for number in range(self._wanted.at_once)]
        passwords = await asyncio.to_thread(make_accounts, names, "superuser")
        admin = Person(self._site)
        await admin.log_in("superuser", passwords["superuser"])
        to_play = enumerate(houses(self._wanted.matches))
        rng = Random(self._wanted.seed)
        lanes = [Lane(self._site, (name, passwords[name]), admin, Random(rng.random())) for name in names]
        lobby = asyncio.create_task(self._read_lobby())
        await asyncio.gather(*(self._play(lane, to_play) for lane in lanes))
        lobby.cancel()
        await asyncio.wait([lobby])
        if not lobby.cancelled():
            self.faults.append(f"the lobby's socket ended: {lobby.exception()!r}")

    async def _play(self, lane: Lane, to_play: Iterator[tuple[int, House]]) -> None:
        async with lane.open():
            for number, house in to_play:
                try:
                    async with asyncio.timeout(self._wanted.within):
                        played = await lane.play(house, number)
                except Exception:
                    self.faults.append(f"match {number}, {house}:\n{traceback.format_exc()}")
                    return
                self._counts[house.variant] += 1
                await asyncio.to_thread(self._search, played)
                self._search_elsewhere(lane)
                if len(self._records) % TOLD_EVERY == 0:
                    say(f"{len(self._records)} matches, {len(self.scanner.leaks)} leaks")
        self._search_elsewhere(lane)

    async def _read_lobby(self) -> None:
        """Listen to the lobby as a visitor. No card is ever named there."""
        address = f"ws{self._site.removeprefix('http')}/ws/lobby/"
        async with connect(address, origin=Origin(self._site), proxy=None, ping_interval=None) as socket:
            async for text in socket:
                self._counts["lobby"] += 1
                self.scanner.scan_frame(HeardFrame("lobby", None, str(text)), None)

    def _search(self, played: Played) -> None:
        """Search what was read of a match, by what its rows say that was known when."""
        try:
            known = read_match(played.match)
        finally:
            connection.close()
        if disorder := known.disorder():
            self.faults.append(disorder)
        for frame in played.frames:
            self.scanner.scan_frame(frame, known)
        for page in played.pages:
            self.scanner.scan_page(page, known)
        self.faults += played.differences
        self.faults += [f"{key} in {played.match}" for key in played.counts if key.startswith("error")]
        self._counts += played.counts
        self._counts["hands"] += len(known.hands)
        self._counts["moves"] += known.version - len(known.hands)
        self._records.append(played.record)

    def _search_elsewhere(self, lane: Lane) -> None:
        frames, answers = lane.take_elsewhere()
        for frame in frames:
            self.scanner.scan_frame(frame, None)
        for answer in answers:
            self.scanner.scan_page(answer, None)

    def look_at_logs(self, lines: Iterable[str]) -> None:
        """Search what the processes wrote; a traceback is a fault."""
        for line in lines:
            self.scanner.scan_line(line)
            if "Traceback" in line:
                self.faults.append(f"in the log: {line}")

    def look_for_seeds(self) -> None:
        """Search everything for the seeds of all hands; only the records, which are not in it, have them."""
        seeds = Seeds(bytes(seed) for seed in Hand.objects.values_list("seed", flat=True))
        connection.close()
        self.scanner.look_for(seeds)

    def replay(self) -> None:
        """Play every record again with the site's own command."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "records.jsonl"
            file.write_text("".join(record.rstrip("\n") + "\n" for record in self._records))
            result = subprocess.run(
                [sys.executable, "manage.py", "replay", str(file)],
                cwd=ROOT,
                env=clean_environment(TARNEEB_LOCAL="1", TARNEEB_DATA_DIR=folder),
                capture_output=True,
                text=True,
            )
        self._replayed = (result.stdout + result.stderr).strip()
        if result.returncode != 0 or not self._replayed.endswith(" 0 wrong"):
            self.faults.append(f"replay: {self._replayed}")

    def report(self) -> str:
        """Say everything in a few lines."""
        counts, scanner = self._counts, self.scanner
        games = ", ".join(f"{name} {counts[name]}" for name in ("tarneeb", "syrian41", "tarneeb41"))
        lines = [
            f"matches {len(self._records)} ({games}), hands {counts['hands']}, moves {counts['moves']}",
            f"frames scanned {scanner.frames}, of these {counts['lobby']} of the lobby",
            f"pages and answers scanned {scanner.pages}",
            f"log lines scanned {scanner.lines}",
            f"leaks {len(scanner.leaks)}",
            f"replayed: {self._replayed}",
            f"pictures held against whole observations {counts['compared']}",
            f"connections cut {counts['cut']}, moves sent again {counts['sent again']}, "
            f"asked for the whole {counts['sent sync']}, refused {counts['refused stale_version']}",
            f"faults {len(self.faults)}",
            f"{time.monotonic() - self._begun:.0f} s",
        ]
        return "\n".join([*_first(map(str, scanner.leaks)), *_first(self.faults), *lines])


def _first(found: Iterable[str]) -> Sequence[str]:
    return list(found)[:SHOWN]


def make_accounts(names: Sequence[str], superuser: str) -> dict[str, str]:
    """Make people who can log in; give their passwords."""
    passwords = {name: secrets.token_urlsafe(12) for name in (*names, superuser)}
    for name in names:
        User.objects.create_user(name, password=passwords[name])
    User.objects.create_superuser(superuser, password=passwords[superuser])
    connection.close()
    return passwords
