"""Single attacks on the socket, each with the end that the page for developers gives it."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

import psutil

from tests.load.attackers import BROKEN_CODES, PATIENCE, Book, Connection
from tests.load.person import Person
from tests.load.raw import BINARY, FIN, PING, TEXT, Closed, NotOpened, Raw, frame, handshake

SOCKETS, SOCKETS_KEPT = 200, 20
AT_ONCE = 20
ATTEMPTS, COME_BACK = 20, 2.0  # seconds
SLOW_READERS = 20
SLOW_BUFFER = 2048  # bytes
SLOW_HANDSHAKES = 30
PIECE = 4000  # bytes: a frame that is let through
UNHURRIED = 0.03  # seconds from one frame to the next where it is not their number that is to be refused
BAD, SYNC, PING_FRAME = b"{", b'{"type":"sync"}', b'{"type":"ping"}'


class Case(NamedTuple):
    """What is sent on one connection, and the codes with which it may end."""

    name: str
    sent: bytes
    codes: set[int]


def _pieces(size: int) -> bytes:
    count = size // PIECE
    first = frame(b"x" * PIECE, TEXT, first=0)
    return first + frame(b"x" * PIECE, 0, first=0) * (count - 2) + frame(b"x" * PIECE, 0, FIN)


CASES = (
    Case("a frame of 5 KB", frame(b"x" * 5_000), BROKEN_CODES),
    Case("a frame of 200 KB", frame(b"x" * 200_000), BROKEN_CODES),
    Case("a frame of 5 MB", frame(b"x" * 5_000_000), BROKEN_CODES),
    Case("5 MB in pieces of 4 KB", _pieces(5_000_000), BROKEN_CODES),
    Case("five times 30 KB in pieces", _pieces(30_000) * 5, {4400}),
    Case("five frames of 2049 characters", frame(b'{"type":"ping"}'.ljust(2049)) * 5, {4400}),
    Case("text that is not UTF-8", frame(b'{"type":"\xc3\x28"}'), BROKEN_CODES),
    Case("a ping of 126 bytes", frame(b"p" * 126, PING), BROKEN_CODES),
    Case("a frame without a mask", frame(SYNC, masked=False), BROKEN_CODES),
    Case("five binary frames", frame(SYNC, BINARY) * 5, {4400}),
    Case("five frames that are no JSON", frame(BAD) * 5, {4400}),
    Case("a flood of pings", frame(PING_FRAME) * 500, {4429}),
)


@dataclass
class Scene:
    """Where the attacks happen. `home` is played by the attacked, `away` is another table."""

    site: str
    web: psutil.Process
    home: str
    away_matches: list[str]
    seated: Person
    stranger: Person
    crowd: Person
    book: Book

    def path(self, table: str = "", protocol: str = "1") -> str:
        """Give the address of a table's socket."""
        return f"/ws/tables/{table or self.home}/?protocol={protocol}"

    async def connect(self, path: str, name: str, person: Person, seat: int | None = None) -> Connection:
        """Open one connection and listen to it."""
        for _attempt in range(ATTEMPTS):
            try:
                raw = await Raw.open(self.site, path, person.cookie("sessionid"))
            except NotOpened as error:
                # A busy server drops a handshake that takes it too long: one comes back after a while.
                if error.status not in (0, 503):
                    raise
                self.book.counts["handshakes dropped"] += 1
                await asyncio.sleep(COME_BACK)
            else:
                return Connection(raw, name, seat, self.book)
        raise NotOpened(0)


async def bad_frames(scene: Scene) -> str:
    """Each case on a connection of its own."""
    for case in CASES:
        connection = await scene.connect(scene.path(), case.name, scene.stranger)
        await connection.hello()
        try:
            await connection.send(case.sent)
        except Closed:
            pass
        await _must_end(scene, case.name, connection, case.codes)
    await _flood_of_syncs(scene)
    return f"{len(CASES)} bad frames and floods"


async def _flood_of_syncs(scene: Scene) -> None:
    """So many at once close a connection, unless the server is so busy that its answers take up the time."""
    connection = await scene.connect(scene.path(), "a flood of syncs", scene.stranger)
    await connection.hello()
    try:
        await connection.send(frame(SYNC) * 50)
    except Closed:
        pass
    await connection.ask("last")
    if connection.closed.is_set() and (connection.code != 4429 or connection.errors != ["too_many_frames"]):
        scene.book.fault(f"a flood of syncs: closed with {connection.code} after {connection.errors}")
    await connection.leave()


async def bad_addresses(scene: Scene) -> str:
    """Tables and protocols that do not exist are told; addresses without a socket are refused."""
    ends = (
        (scene.path("nosuchtable"), 4404),
        (scene.path(protocol="9"), 4406),
        (scene.path(protocol="x"), 4406),
    )
    for path, code in (*ends, ("/ws/lobby/?protocol=9", 4406), (scene.path("a" * 3000), 4404)):
        name = path[:60]
        await _must_end(scene, name, await scene.connect(path, name, scene.stranger), {code})
    for path in ("/ws/", "/ws/tables/", "/ws/tables/%00/", "/ws/tables/../../admin/", "/ws/tables/%C3%A9/"):
        await _must_be_refused(scene, path, "")
    return "bad addresses"


async def bad_origins(scene: Scene) -> str:
    """Pages of other sites cannot open a socket, however like ours their address looks."""
    host = scene.site.removeprefix("http://")
    name, _colon, port = host.partition(":")
    origins = [
        "http://evil.example", "null", f"http://{host}.evil.example", f"http://{name}:1",
        f"http://evil.example/{host}", f"http://{host}@evil.example", f"http://evil.example:{port}",
        "x" * 3000,
    ]  # fmt: skip
    for origin in (*origins, None):
        await _must_be_refused(scene, scene.path(), origin)
    return f"{len(origins) + 1} origins of others"


async def moves_of_others(scene: Scene) -> str:
    """A move in a match that one does not sit in, and by someone who only watches, changes nothing."""
    counts: Counter[str] = Counter()
    for name, person, seat in (("seated", scene.seated, 3), ("stranger", scene.stranger, None)):
        connection = await scene.connect(scene.path(), name, person, seat)
        await connection.hello()
        place = len(scene.book.frames)
        own = connection.known.get("match") if seat is None else None
        aims = [*scene.away_matches, *([own] if isinstance(own, str) else []), "none"]
        for number, match in enumerate(aims):
            for version in (0, 1, 7):
                move = {"type": "move", "match": match, "version": version, "move": "7"}
                await connection.send(
                    frame(json.dumps({**move, "client_id": f"{number}-{version}"}).encode())
                )
                await asyncio.sleep(UNHURRIED)
        await connection.ask("last")
        await connection.leave()
        answers = [json.loads(heard.text) for heard in scene.book.frames[place:] if heard.reader == name]
        counts += Counter(answer["code"] for answer in answers if answer["type"] == "refused")
        if sum(answer["type"] == "refused" for answer in answers) != 3 * len(aims) + 1:
            scene.book.fault(f"moves of others by {name}: {answers}")
    if set(counts) - {"not_your_seat", "match_not_found"}:
        scene.book.fault(f"moves of others were refused with {dict(counts)}")
    return f"moves of others, refused: {dict(counts)}"


async def many_sockets(scene: Scene) -> str:
    """Of 200 sockets of one account 20 are kept."""
    path = scene.path()
    opened: list[Connection] = []
    while len(opened) < SOCKETS:
        names = [f"socket {number}" for number in range(len(opened), len(opened) + AT_ONCE)]
        opened += await asyncio.gather(*(scene.connect(path, name, scene.crowd) for name in names))
    for connection in opened:
        if not connection.closed.is_set():
            await connection.ask("first")
    refused = [connection for connection in opened if connection.closed.is_set()]
    for connection in refused:
        if connection.code != 4429 or connection.errors != ["too_many_connections"]:
            scene.book.fault(f"one socket too many ended with {connection.code} after {connection.errors}")
    if len(opened) - len(refused) != SOCKETS_KEPT:
        scene.book.fault(f"{len(opened) - len(refused)} of {SOCKETS} sockets of one account were kept")
    for connection in opened:
        await connection.leave()
    return f"{SOCKETS} sockets of one account: {len(refused)} refused with 4429"


async def slow_readers(scene: Scene) -> str:
    """Who asks, and then reads nothing, is cut off, and what waits for them is bounded."""
    before = scene.web.memory_info().rss
    readers = []
    for _reader in range(SLOW_READERS):
        raw = await Raw.open(scene.site, scene.path(), receive_buffer=SLOW_BUFFER)
        await raw.send_bytes(frame(SYNC) * 9)
        readers.append(raw)
    begun = asyncio.get_running_loop().time()
    ports = {raw.port for raw in readers}
    most = await _until_gone(scene, ports, accepted=ports)
    took = asyncio.get_running_loop().time() - begun
    for raw in readers:
        raw.cut()
    grown = (most - before) / 1e6
    return f"{SLOW_READERS} slow readers cut off within {took:.0f} s, memory {grown:+.1f} MB meanwhile"


async def slow_handshakes(scene: Scene) -> str:
    """Half a handshake, or none, holds up nobody, and does not stay for ever."""
    begun = asyncio.get_running_loop().time()
    raws = [await Raw.dial(scene.site) for _raw in range(SLOW_HANDSHAKES)]
    request = handshake(scene.site, scene.path())
    for number, raw in enumerate(raws):
        await raw.send_bytes(request[: number * 7])
    await _until_gone(scene, {raw.port for raw in raws})
    for raw in raws:
        raw.cut()
    return f"{SLOW_HANDSHAKES} slow handshakes ended within {asyncio.get_running_loop().time() - begun:.0f} s"


async def _must_end(scene: Scene, name: str, connection: Connection, codes: set[int]) -> None:
    code = await connection.end()
    await connection.leave()
    if code not in codes:
        scene.book.fault(f"{name}: closed with {code}, not one of {sorted(codes)}")
    if code >= 4400 and not connection.errors:
        scene.book.fault(f"{name}: closed with {code} and without an error frame")


async def _must_be_refused(scene: Scene, path: str, origin: str | None) -> None:
    try:
        raw = await Raw.open(scene.site, path, scene.stranger.cookie("sessionid"), origin)
    except NotOpened as error:
        if error.status not in (400, 403, 404):
            scene.book.fault(f"{path} from {origin}: HTTP {error.status}")
        return
    raw.cut()
    scene.book.fault(f"{path} was opened from {origin}")


async def _until_gone(scene: Scene, ports: set[int], accepted: Collection[int] = ()) -> int:
    """Wait until the server has accepted these connections and has them no more; give the most memory that it
    took meanwhile."""
    seen = set(accepted)
    most: int = 0
    deadline = asyncio.get_running_loop().time() + PATIENCE
    while True:
        most = max(most, int(scene.web.memory_info().rss))
        links = await asyncio.to_thread(scene.web.net_connections, "tcp")
        left = ports & {link.raddr.port for link in links if link.raddr}
        seen |= left
        if (left or seen != ports) and asyncio.get_running_loop().time() > deadline:
            scene.book.fault(f"{len(left)} of {len(ports)} connections were not ended")
        elif left or seen != ports:
            await asyncio.sleep(0.5)
            continue
        return most
