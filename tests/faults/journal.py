"""What was promised and shown to the players, kept until it is compared with the database."""

import re
from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

Frame = dict[str, Any]

CARD = re.compile(r'"([CDHS][2-9TJQKA])"')


class Kind(StrEnum):
    """What went wrong; the report counts each."""

    LOST = "lost"  # acknowledged or shown, and not in the database
    DOUBLED = "doubled"  # there twice, or kept although it was refused
    DEALT_AGAIN = "dealt again"  # a hand's cards or commitment changed
    DIFFERENT = "different"  # frames that disagree with each other or with the record
    SECRET = "secret"  # a frame with a card that its reader must not know
    STUCK = "stuck"  # play did not go on in time
    BROKEN = "broken"  # the record cannot be played again, or an answer that is none


class Problem(NamedTuple):
    """Something wrong, in words for whoever looks for its cause."""

    kind: Kind
    text: str


class Ack(NamedTuple):
    """A move that the site said is kept."""

    match: str
    version: int
    seat: int
    move: str
    client_id: str


class Refusal(NamedTuple):
    """A move that the site said changed nothing."""

    match: str
    seat: int
    client_id: str
    code: str


class Shown(NamedTuple):
    """A frame about one version of a match, as a seat (None: a watcher) got it, and the cards it names."""

    seat: int | None
    frame: Frame
    cards: frozenset[str]


@dataclass
class Taken:
    """All that has come since it was last taken."""

    acks: list[Ack] = field(default_factory=list)
    refusals: list[Refusal] = field(default_factory=list)
    shown: list[Shown] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def matches(self) -> set[str]:
        """The matches that any of it is about."""
        return (
            {ack.match for ack in self.acks}
            | {refusal.match for refusal in self.refusals}
            | {shown.frame["match"] for shown in self.shown}
        )


class Journal:
    """Written by all players of a run; finds by itself where two of them were told different things."""

    def __init__(self) -> None:
        self.frames = 0
        self.acknowledged = 0
        self.missed_in_silence = 0  # how often someone asked after a long silence, and had missed something
        self.sent: dict[tuple[str, int, str], str] = {}
        self._answered: dict[tuple[str, int, str], int] = {}
        self._made: dict[tuple[str, int], Ack] = {}
        self._public: dict[tuple[str, int], Frame] = {}
        self._fresh = Taken()

    def take(self) -> Taken:
        """Give what is new, and begin anew."""
        fresh, self._fresh = self._fresh, Taken()
        return fresh

    def problem(self, kind: Kind, text: str) -> None:
        """Note something that a player found wrong."""
        self._fresh.problems.append(Problem(kind, text))

    def move_sent(self, match: str, seat: int, client_id: str, move: str) -> None:
        """Note a move before it goes out."""
        self.sent[match, seat, client_id] = move

    def move_acknowledged(self, match: str, seat: int, client_id: str, version: int) -> None:
        """Note that a move was acknowledged, perhaps once more: then with the same version."""
        key = (match, seat, client_id)
        before = self._answered.setdefault(key, version)
        if before != version:
            self.problem(Kind.DOUBLED, f"{key} was acknowledged at version {before} and at {version}")
        ack = Ack(match, version, seat, self.sent[key], client_id)
        other = self._made.setdefault((match, version), ack)
        if other != ack:
            self.problem(Kind.DOUBLED, f"{other} and {ack} are both to have made one version")
        if other is ack:
            self.acknowledged += 1
            self._fresh.acks.append(ack)

    def move_refused(self, match: str, seat: int, client_id: str, code: str) -> None:
        """Note that a move was refused for good."""
        key = (match, seat, client_id)
        if key in self._answered:
            self.problem(Kind.BROKEN, f"{key} was acknowledged, and then refused with {code}")
        self._fresh.refusals.append(Refusal(match, seat, client_id, code))

    def heard(self, seat: int | None, frame: Frame, text: str) -> None:
        """Note a frame that came, as the person in ``seat`` (None: a watcher) got it."""
        self.frames += 1
        cards = frozenset(CARD.findall(text))
        if frame["type"] in ("events", "private", "observation"):
            self._compare(seat, frame)
            self._fresh.shown.append(Shown(seat, frame, cards))
        elif cards:
            self.problem(Kind.SECRET, f"a {frame['type']} frame to seat {seat} names {sorted(cards)}")

    def _compare(self, seat: int | None, frame: Frame) -> None:
        """Hold the public half of a version against what another was sent."""
        if frame["type"] != "events":
            return
        public = {name: value for name, value in frame.items() if name not in ("now", "clock")}
        before = self._public.setdefault((frame["match"], frame["version"]), public)
        if before != public:
            self.problem(Kind.DIFFERENT, f"seat {seat} got {public}, another {before}")


def counted(problems: list[Problem]) -> Counter[Kind]:
    """How many there are of each kind."""
    return Counter(problem.kind for problem in problems)
