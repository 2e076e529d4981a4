"""What a client knows of its table and match, from the frames that it got."""

from dataclasses import dataclass, field
from typing import Any

Frame = dict[str, Any]
ENDED = "ended"


@dataclass
class View:
    """Frames go into the methods; each says whether something is known to be missing now."""

    seat: int | None = None
    held_by_bot: bool = False
    turn_seconds: int | None = None
    match: str = ""
    version: int = -1
    finished: int = 0  # versions of the matches before this one
    phase: str = ""
    turn: int | None = None
    clock: dict[str, Any] | None = None
    clock_left: float | None = None  # seconds, by the server's own time, when `clock` came
    legal: list[str] = field(default_factory=list)
    legal_version: int = -1
    _early: dict[int, Frame] = field(default_factory=dict)

    @property
    def progress(self) -> int:
        """How many steps of the table's matches are known; it never falls."""
        return self.finished + max(self.version, 0)

    @property
    def over(self) -> bool:
        """True where the match that is known has ended."""
        return self.match != "" and self.phase == ENDED

    @property
    def my_turn(self) -> bool:
        """True where the seat is in turn and its person is to move."""
        return self.seat is not None and self.turn == self.seat and not self.held_by_bot and not self.over

    @property
    def may_move(self) -> bool:
        """True where the legal moves of this very version are here, too."""
        return self.my_turn and self.legal_version == self.version and bool(self.legal)

    def hello(self, frame: Frame) -> None:
        """Take what the table is; the observation follows by itself."""
        self.you(frame["you"])
        self.turn_seconds = frame["table"]["turn_seconds"]

    def you(self, you: Frame) -> None:
        """Take what the table is to this person."""
        self.seat = you["seat"]
        self.held_by_bot = you["held_by_bot"]

    def table(self, table: Frame) -> bool:
        """Take who sits where; a new match is missing as a whole."""
        return bool(table["match"] != self.match)

    def observation(self, frame: Frame) -> bool:
        """Take everything as it is; what came early follows."""
        if frame["match"] != self.match:
            self.finished = self.progress
            self.match, self.version = frame["match"], -1
            self.legal_version = -1
        if frame["version"] >= self.version:
            self._step(frame, frame["observation"])
            self.legal, self.legal_version = frame["observation"]["legal"], frame["version"]
        return self._catch_up()

    def events(self, frame: Frame) -> bool:
        """Take a step, or keep it aside while one before it is missing."""
        if frame["match"] != self.match:
            return True
        if frame["version"] > self.version:
            self._early[frame["version"]] = frame
        return self._catch_up()

    def private(self, frame: Frame) -> None:
        """Take one's own legal moves."""
        if frame["match"] == self.match and frame["version"] >= self.version:
            self.legal, self.legal_version = frame["legal"], frame["version"]

    def _catch_up(self) -> bool:
        while (frame := self._early.pop(self.version + 1, None)) is not None:
            self._step(frame, frame)
        self._early = {
            version: frame
            for version, frame in self._early.items()
            if version > self.version and frame["match"] == self.match
        }
        return bool(self._early)

    def _step(self, frame: Frame, state: Frame) -> None:
        self.version = frame["version"]
        self.phase, self.turn, self.clock = state["phase"], state["turn"], frame["clock"]
        self.clock_left = None if self.clock is None else (self.clock["ends_at"] - frame["now"]) / 1000
