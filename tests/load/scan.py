"""Looks for what its reader must not know: in frames, pages and logs."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.load.known import NOTHING, KnownMatch
from tests.load.written import Seeds, cards_in, lists_in, numbers_in, runs_in

TEMPLATES = Path(__file__).resolve().parent.parent.parent / "templates"
# Outlines of drawings look like cards ("H7.5"): those of the templates, and no other, are passed over.
_OUTLINE = re.compile(r' d="[^"]*"')
VERSIONED = {"events", "private", "observation"}
TRIED = ("card", "bid", "text")  # parameters of a refusal
LONGEST_LIST = 4  # of numbers in a frame: one for each seat


@dataclass(frozen=True)
class Leak:
    """Something that its reader must not know; ``where`` says who read what."""

    where: str
    what: str
    text: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what} in {self.text[:300]}"


@dataclass(frozen=True)
class HeardFrame:
    """A frame as it came, and whose eyes read it: a seat's or a spectator's."""

    reader: str
    seat: int | None
    text: str


@dataclass(frozen=True)
class ReadPage:
    """A page or answer; the match had no later ``version`` when it was made. None: no card may be in it."""

    reader: str
    seat: int | None
    path: str
    text: str
    version: int | None = None


class Scanner:
    """Counts what it looked at, and keeps what it found; ``runs`` may be seeds, and those are known last."""

    def __init__(self) -> None:
        self.leaks: list[Leak] = []
        self.frames = self.pages = self.lines = 0
        self.runs: dict[str, str] = {}
        outlines = (_OUTLINE.findall(file.read_text()) for file in TEMPLATES.rglob("*.html"))
        self._outlines = {outline for found in outlines for outline in found}

    def scan_frame(self, heard: HeardFrame, match: KnownMatch | None) -> None:
        """Look at a frame of a match that is over by now, or of a place where no card may be named."""
        self.frames += 1
        frame = json.loads(heard.text)
        where = f"frame {frame['type']} {frame.get('version', '')} to {heard.reader}"
        # What its reader called a move is theirs; it may look like a card, and is as long as a seed.
        own_name = frame.pop("client_id", None)
        whole = heard.text if own_name is None else json.dumps(frame, ensure_ascii=False)
        known, bids, text = NOTHING, NOTHING, whole
        if match and frame.get("match") == match.public_id and frame["type"] in VERSIONED:
            version = frame["version"]
            known, bids = match.known(version, heard.seat), match.bids(version) | _bids_to_choose(frame)
            if frame["type"] == "observation" and frame["observation"]["seat"] not in (heard.seat, None):
                self._leak(where, f"the view of seat {frame['observation']['seat']}", text)
            if '"results"' in text or '"hand_ended"' in text:
                text = json.dumps(self._without_results(where, frame, match))
        elif frame["type"] == "refused":
            if match and frame["version"] is not None:
                known = match.known(frame["version"], heard.seat)
            # Who tried to play a card, or to bid, reads what that was.
            tried = [str(frame["params"].get(name)) for name in TRIED]
            known, bids = known.union(*map(cards_in, tried)), frozenset(tried)
        self._look(where, text, known, bids, match)
        if _has_long_list(frame):
            self._leak(where, "a list of numbers", text)
        self._keep_runs(where, whole)

    def scan_page(self, page: ReadPage, match: KnownMatch | None) -> None:
        """Look at a page or an answer."""
        self.pages += 1
        where = f"{page.path} to {page.reader} at {page.version}"
        text = html.unescape(_OUTLINE.sub(self._unless_of_ours, page.text))
        known, bids = NOTHING, NOTHING
        if match and page.version is not None:
            known = match.known(page.version, page.seat) | match.revealed_before(page.version)
            bids = match.bids(page.version)
        self._look(where, text, known, bids, match)
        if any(cards - known for cards in lists_in(text) if len(cards) > LONGEST_LIST):
            self._leak(where, "a list of numbers", text)
        self._keep_runs(where, text)

    def scan_line(self, line: str) -> None:
        """Look at a line of a log, which names no card, hidden or not."""
        self.lines += 1
        self._look("log", line, NOTHING, NOTHING, None)
        self._keep_runs("log", line)

    def look_for(self, seeds: Seeds) -> None:
        """Search all that was looked at for seeds."""
        for run, where in self.runs.items():
            if seeds.found_in(run):
                self._leak(where, "a seed", run)

    def _look(
        self, where: str, text: str, known: frozenset[str], bids: frozenset[str], match: KnownMatch | None
    ) -> None:
        hidden = cards_in(text, bids) - known
        if hidden:
            self._leak(where, f"{', '.join(sorted(hidden))}", text)
        if match and not match.numbers.isdisjoint(numbers_in(text)):
            self._leak(where, "the number of a holding", text)

    def _leak(self, where: str, what: str, text: str) -> None:
        self.leaks.append(Leak(where, what, text))

    def _keep_runs(self, where: str, text: str) -> None:
        for run in runs_in(text):
            self.runs.setdefault(run, where)

    def _unless_of_ours(self, outline: re.Match[str]) -> str:
        return "" if outline.group() in self._outlines else outline.group()

    def _without_results(self, where: str, frame: dict[str, Any], match: KnownMatch) -> dict[str, Any]:
        """Take out the results of ended hands: they are known, and so are the cards that they showed."""
        results = [event["result"] for event in frame.get("events", ()) if event["type"] == "hand_ended"]
        results += frame.get("observation", {}).get("results", ())
        for result in results:
            if result.pop("revealed") != match.revealed(result["ordinal"]):
                self._leak(where, "another card than the one shown", str(result))
            result.pop("contract")
            result.pop("bids")
        return frame


def _bids_to_choose(frame: dict[str, Any]) -> frozenset[str]:
    legal: Sequence[str] = frame["observation"]["legal"] if "observation" in frame else frame.get("legal", ())
    return frozenset(move for move in legal if move[0].isdigit())


def _has_long_list(value: Any) -> bool:
    if isinstance(value, dict):
        return any(_has_long_list(part) for part in value.values())
    if isinstance(value, list):
        numbers = len(value) > LONGEST_LIST and all(isinstance(part, int) for part in value)
        return numbers or any(_has_long_list(part) for part in value)
    return False
