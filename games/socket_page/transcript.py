"""The session of ``story`` from its first request to its end, step by step."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from games.socket_page import story
from games.socket_page.shapes import Text


@dataclass(frozen=True)
class Step:
    """One step: a request with its answer ("http"), a frame from the server ("in") or the client ("out"), or
    what happens without either ("note")."""

    kind: str
    text: Text
    frame: story.Frame | None = None
    http: str = ""

    @property
    def written(self) -> str:
        """Gives what stands in the transcript; a frame is one line, as on the wire."""
        return self.http if self.frame is None else json.dumps(self.frame, ensure_ascii=False)


def steps() -> Iterator[Step]:
    """Gives the steps in order."""
    yield from _before()
    yield from _auction()
    yield from _first_trick()
    yield from _end()


def _posted(path: str, fields: str = "", token: str = story.NEW_TOKEN) -> str:
    length = f"Content-Length: {len(fields)}"
    kind = "Content-Type: application/x-www-form-urlencoded\n" if fields else ""
    cookies = f"csrftoken={token}" + ("" if token == story.TOKEN else f"; sessionid={story.SESSION}")
    return (
        f"POST {path} HTTP/1.1\nHost: tarneeb.example\nOrigin: https://tarneeb.example\n"
        f"Cookie: {cookies}\nX-CSRFToken: {token}\nAccept: */*\n{kind}{length}\n"
        + (f"\n{fields}\n" if fields else "")
    )


_OK = '\nHTTP/1.1 200 OK\nContent-Type: application/json\n\n{"ok": true}'


def _before() -> Iterator[Step]:
    yield Step(
        "http",
        _("Any page gives the token."),
        http=(
            "GET /rules/ HTTP/1.1\nHost: tarneeb.example\n\nHTTP/1.1 200 OK\n"
            f"Set-Cookie: csrftoken={story.TOKEN}; Max-Age=31449600; Path=/; SameSite=Lax; Secure"
        ),
    )
    yield Step(
        "http",
        _("A visitor who opens a table becomes a guest: the answer has a session and another token."),
        http=_posted(
            "/tables/new/",
            "variant=tarneeb&target=31&turn_seconds=30&opponents=people&visibility=open",
            story.TOKEN,
        )
        + f"\nHTTP/1.1 302 Found\nLocation: /tables/{story.TABLE_ID}/\n"
        f"Set-Cookie: csrftoken={story.NEW_TOKEN}; Max-Age=31449600; Path=/; SameSite=Lax; Secure\n"
        f"Set-Cookie: sessionid={story.SESSION}; HttpOnly; Max-Age=2592000; Path=/; SameSite=Lax; Secure",
    )
    yield Step(
        "http",
        _("The socket is opened. The guest sits in seat 0; no match yet, so no observation follows."),
        http=(
            f"GET /ws/tables/{story.TABLE_ID}/?protocol=1 HTTP/1.1\nHost: tarneeb.example\n"
            "Origin: https://tarneeb.example\n"
            f"Cookie: csrftoken={story.NEW_TOKEN}; sessionid={story.SESSION}\nConnection: Upgrade\n"
            "Upgrade: websocket\nSec-WebSocket-Version: 13\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\n\n"
            "HTTP/1.1 101 Switching Protocols"
        ),
    )
    yield Step("in", "", story.hello(story.table(others="empty"), 0))
    yield Step("http", _("Three bots sit down."), http=_posted(f"/tables/{story.TABLE_ID}/bots/") + _OK)
    yield Step("in", "", {"type": "table", "table": story.table()})
    yield Step(
        "http",
        _("The match begins: the table has one now, and the first hand is dealt."),
        http=_posted(f"/tables/{story.TABLE_ID}/start/") + _OK,
    )
    yield Step("in", "", {"type": "table", "table": story.table("playing", match=story.MATCH_ID)})


def _auction() -> Iterator[Step]:
    dealt = {"type": "hand_started", "ordinal": 1, "number": 1, "dealer": 0}
    yield Step(
        "in",
        _("Version 1 has two halves: one for everyone, and one with the guest's cards."),
        story.events(1, 46, [dealt], "auction", 1, actor=None),
    )
    yield Step("in", "", story.private(1, [], [{"type": "cards_dealt", "seat": 0, "cards": story.CARDS}]))
    yield Step("in", "", _called(2, 1266, 1, "pass", 2))
    yield Step("in", "", _called(3, 2272, 2, "7", 3))
    yield Step(
        "in",
        _("Seat 0 is in turn, so version 4 has a private half too, with the legal moves."),
        _called(4, 3773, 3, "pass", 0, timed=story.clock(3773)),
    )
    yield Step("in", "", story.private(4, ["pass", "8", "9", "10", "11", "12", "13"]))
    yield Step("out", "", story.move(4, "8", "c-1"))
    yield Step(
        "in", _("The answer may come before the frame of its version, or after it."), story.ack(5, "c-1")
    )
    yield Step("in", "", _called(5, 3786, 0, "8", 2, actor="person"))
    ended = {"type": "auction_ended", "declarer": 0, "contract": "8", "doubled": False}
    last = {"type": "call_made", "seat": 2, "call": "pass"}
    yield Step("in", "", story.events(6, 4765, [last, ended], "naming_trump", 0, timed=story.clock(4765)))
    yield Step("in", "", story.private(6, ["C", "D", "H", "S"]))
    yield Step("out", "", story.move(6, "C", "c-2"))
    yield Step("in", "", story.ack(7, "c-2"))
    named = {"type": "trump_set", "trump": "C", "seat": 0}
    yield Step("in", "", story.events(7, 4778, [named], "play", 0, "person", story.clock(4778)))
    yield Step("in", "", story.private(7, story.CARDS))


def _called(
    version: int,
    at: int,
    seat: int,
    call: str,
    turn: int,
    actor: str = "bot",
    timed: story.Frame | None = None,
) -> story.Frame:
    called = {"type": "call_made", "seat": seat, "call": call}
    return story.events(version, at, [called], "auction", turn, actor, timed)


def _played(
    version: int, at: int, seat: int, card: str, turn: int, trick: int = 0, **more: object
) -> story.Frame:
    happened = [{"type": "card_played", "seat": seat, "card": card}]
    if trick:
        happened.append({"type": "trick_taken", "seat": turn, "trick": trick})
    return {**story.events(version, at, happened, "play", turn), **more}


def _first_trick() -> Iterator[Step]:
    yield Step("out", "", story.move(7, "C5", "c-3"))
    yield Step(
        "note",
        _("The network fails before an answer comes. The client waits half a second and connects again."),
    )
    yield Step("in", "", story.hello(story.table("playing", match=story.MATCH_ID), 6020))
    yield Step(
        "in",
        _("Meanwhile the match went on: the move was kept as version 8, and seat 1 played."),
        story.observation(9, 6020, story.FIRST_TRICK[:2], turn=2),
    )
    yield Step(
        "out",
        _("The client has no answer to its move, so it sends the same frame again."),
        story.move(7, "C5", "c-3"),
    )
    yield Step("in", _("It was kept once, and gets its first answer."), story.ack(8, "c-3"))
    yield Step("in", "", _played(10, 7274, 2, "CQ", 3))
    yield Step(
        "in",
        _("The fourth card: who took the trick stands in the same frame."),
        _played(11, 8768, 3, "CK", 3, 1),
    )


def _end() -> Iterator[Step]:
    yield Step("in", "", _played(12, 11269, 3, "HQ", 0, clock=story.clock(11269)))
    yield Step("in", "", story.private(12, ["H2", "H9", "HK"]))
    yield Step(
        "out",
        _("A move that is not among the legal ones is refused and changes nothing."),
        story.move(12, "DA", "c-4"),
    )
    yield Step("in", "", story.REFUSED)
    yield Step("out", "", story.move(12, "H2", "c-5"))
    yield Step("in", "", story.ack(13, "c-5"))
    yield Step("in", "", _played(13, 11288, 0, "H2", 1, actor="person"))
    yield Step("in", "", _played(15, 14268, 2, "HA", 2, 2))
    yield Step("note", _("Version 14 is missing. The client keeps version 15 aside and asks for everything."))
    yield Step("out", "", {"type": "sync"})
    table = story.table("playing", match=story.MATCH_ID)
    yield Step("in", "", {"type": "table", "table": table})
    yield Step("in", "", {"type": "you", "you": story.you()})
    plays = [*story.FIRST_TRICK, [3, "HQ"], [0, "H2"], [1, "H3"], [2, "HA"]]
    yield Step(
        "in",
        _("The observation is of version 15, so the one kept aside is no longer needed."),
        _second_trick(plays),
    )
    yield Step(
        "http",
        _(
            "The guest leaves for good. No person is left: the match ends without a winner, and the table "
            "closes."
        ),
        http=_posted(f"/tables/{story.TABLE_ID}/leave/") + _OK.replace("true}", 'true, "redirect": "/"}'),
    )
    ended = {"type": "match_ended", "result": story.ABANDONED}
    yield Step("in", "", story.events(16, 24807, [ended], "ended", None, actor=None))
    closed = {"type": "table", "table": story.table("closed", "empty", "empty", story.MATCH_ID)}
    yield Step("in", "", closed)


def _second_trick(plays: list[list[object]]) -> story.Frame:
    seen = story.observation(15, 14290, plays, turn=2)
    seen["observation"]["hand"]["tricks"] = [0, 0, 1, 1]
    return seen
