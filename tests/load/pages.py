"""The pages that are loaded while a match is played, each with the eyes of somebody."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle

from games.models import Hand, Match
from tests.load.person import Person
from tests.load.scan import ReadPage

REFUSED_MEANWHILE = ("stand", "bots", "ready", "remove", "return")  # none of these does anything in a match
ADMIN_LISTS = ("table", "match", "hand", "move", "occupancy", "connection", "webprocess", "removal")


@dataclass(frozen=True)
class Reader:
    """Somebody who loads pages; ``seat`` in the match, or none."""

    name: str
    person: Person
    seat: int | None = None


@dataclass(frozen=True)
class Live:
    """Where a match is found."""

    table: str
    match: str
    users: Sequence[str]


async def read_pages(
    live: Live, readers: Sequence[Reader], admin: Person, pause: float, heard: Callable[[ReadPage], None]
) -> None:
    """Load one page after the other, until cancelled."""
    rounds = zip(_of_readers(live, readers), _of_admin(live, admin), strict=True)
    while True:
        for reader, path in await asyncio.to_thread(next, rounds):
            await asyncio.sleep(pause)
            if path:
                await _read(live, reader, path, heard)
            else:
                await _press_what_is_refused(live, reader)


async def _read(live: Live, reader: Reader, path: str, heard: Callable[[ReadPage], None]) -> None:
    """Load a page; it counts if one and the same hand was in play before and after, the page's own if any."""
    before = await asyncio.to_thread(_standing, live.match)
    answer = await reader.person.get(path)
    after = await asyncio.to_thread(_standing, live.match)
    if before and after and before[0] == after[0]:
        if "/hand/" in path and "?" not in path and f"/hand/{after[0]}/" not in path:
            return
        about = live.match in path or live.table in path or path.startswith("/admin/")
        heard(ReadPage(reader.name, reader.seat, path, answer.text, after[1] if about else None))


async def _press_what_is_refused(live: Live, reader: Reader) -> None:
    for action in REFUSED_MEANWHILE:
        await reader.person.post(f"/tables/{live.table}/{action}/", position=(reader.seat or 0) + 1)


def _of_readers(live: Live, readers: Sequence[Reader]) -> Iterator[tuple[Reader, str]]:
    for reader in cycle(readers):
        yield reader, f"/tables/{live.table}/"
        yield reader, f"/matches/{live.match}/"
        yield reader, f"/matches/{live.match}/sheet/"
        yield reader, f"/matches/{live.match}/record/"
        yield from ((reader, f"/players/{user}/") for user in live.users)
        yield from ((reader, path) for path in ("/", "/tables/", "/tables/?show=playing", "/tables/new/"))
        # An owner or four who are ready would start the next match, if this one had just ended.
        if reader.seat in (None, 1):
            yield reader, ""


def _of_admin(live: Live, admin: Person) -> Iterator[tuple[Reader, str]]:
    reader = Reader("superuser", admin)
    while True:
        yield reader, "/admin/"
        for model in ADMIN_LISTS:
            yield reader, f"/admin/games/{model}/?q={live.match}"
        match = Match.objects.get(public_id=live.match)
        hand = match.hands.order_by("ordinal").last()
        rows = [f"match/{match.pk}", f"table/{match.table_id}", *([f"hand/{hand.pk}"] if hand else [])]
        for row in rows:
            yield reader, f"/admin/games/{row}/change/"
            yield reader, f"/admin/games/{row}/history/"


def _standing(match: str) -> tuple[int, int] | None:
    """Give which hand is in play, and how far the match is; None between hands and at the end."""
    hand = Hand.objects.filter(match__public_id=match, ended_at=None).select_related("match").first()
    return (hand.pk, hand.match.version) if hand else None
