"""What a client knows of a match, by the rules of the page for developers: an observation kept up to date."""

from __future__ import annotations

import time
from typing import Any

Frame = dict[str, Any]
NO_CLOCK = float("inf")


class Picture:
    """Takes the frames that have a version, in whatever order they come.

    `known` is the observation as it stands. `differences` has each field in which it was another than the
    whole observation that came for the same version: none, if events tell all that the page says.
    """

    def __init__(self) -> None:
        self.match: str | None = None
        self.version = 0
        self.known: Frame = {}
        self.differences: list[str] = []
        self.compared = 0
        self._legal_version = -1
        self._clock: Frame | None = None
        self._ahead = float("-inf")  # of the server's clock, in ms, by the frame that came quickest
        self._events: dict[int, Frame] = {}
        self._privates: dict[int, Frame] = {}

    @property
    def over(self) -> bool:
        """True where the match has ended."""
        return bool(self.known) and self.known["phase"] == "ended"

    @property
    def in_turn(self) -> bool:
        """True where the seat whose picture this is has to move."""
        seat = self.known.get("seat")
        return seat is not None and self.known["turn"] == seat

    @property
    def lacks_legal(self) -> bool:
        """True where the seat is in turn and its moves have not come."""
        return self.in_turn and self._legal_version != self.version

    @property
    def may_move(self) -> bool:
        """True where the seat is in turn and its moves are known."""
        return self.in_turn and self._legal_version == self.version and bool(self.known["legal"])

    @property
    def clock(self) -> Frame | None:
        """What is known of the clock of the turn; None where none runs."""
        return self._clock

    def clock_left(self) -> float:
        """Seconds until the clock of the turn runs out, by the server's time; infinite where none runs."""
        if self._clock is None:
            return NO_CLOCK
        return float(self._clock["ends_at"] - self._ahead) / 1000 - time.monotonic()

    def forget_aside(self) -> None:
        """Drop what waits for frames that will not come on a new connection."""
        self._events.clear()
        self._privates.clear()

    def take(self, frame: Frame) -> bool:
        """Take an observation, events or a private frame; give whether the whole has to be asked for."""
        if "now" in frame:
            self._ahead = max(self._ahead, frame["now"] - 1000 * time.monotonic())
        if frame["type"] == "observation":
            self._take_observation(frame)
        elif frame["match"] != self.match:
            return True
        elif frame["version"] > self.version:
            (self._events if frame["type"] == "events" else self._privates)[frame["version"]] = frame
        elif frame["type"] == "private":
            return self._take_private(frame)
        return self._go_on()

    def _take_observation(self, frame: Frame) -> None:
        same = frame["match"] == self.match
        if same and frame["version"] < self.version:
            return
        if not same:
            self.forget_aside()
        elif frame["version"] == self.version:
            self._compare(frame["observation"])
        self.match, self.version = frame["match"], frame["version"]
        self.known, self._clock = frame["observation"], frame["clock"]
        self._legal_version = self.version

    def _go_on(self) -> bool:
        """Apply what was kept aside, as far as it follows; give whether something is missing in between."""
        missing = False
        while self._events and not missing:
            if events := self._events.pop(self.version + 1, None):
                self.version += 1
                for event in events["events"]:
                    self._apply(event)
                self.known |= {key: events[key] for key in ("version", "phase", "turn", "scores")}
                self.known["legal"], self._clock = [], events["clock"]
            missing = bool(self._events) and min(self._events) > self.version + 1
            self._events = {at: kept for at, kept in self._events.items() if at > self.version}
            missing |= self._take_private(self._privates.pop(self.version, None))
        self._privates = {at: kept for at, kept in self._privates.items() if at > self.version}
        return missing

    def _take_private(self, frame: Frame | None) -> bool:
        """Take one of this version. An older one is of no use, but may have the cards that are lacking."""
        if frame is None:
            return False
        if frame["version"] < self.version:
            return bool(frame["events"] and self.known["hand"] and self.known["hand"]["cards"] == [])
        for event in frame["events"]:
            self._apply(event)
        self.known["legal"], self._legal_version = frame["legal"], self.version
        return False

    def _compare(self, whole: Frame) -> None:
        """Hold what was made of events against the whole; moves and cards may not have come yet."""
        if whole["seat"] != self.known["seat"]:
            return
        kept = dict(self.known)
        if self._legal_version != self.version:
            kept["legal"] = whole["legal"]
        if kept["hand"] and whole["hand"] and kept["hand"]["cards"] == []:
            kept["hand"] = kept["hand"] | {"cards": whole["hand"]["cards"]}
        self.compared += 1
        self.differences += [
            f"{key} at version {self.version} of {self.match}: {kept.get(key)} is {whole[key]}"
            for key in whole
            if kept.get(key) != whole[key]
        ]

    def _apply(self, event: Frame) -> None:
        known, hand = self.known, self.known["hand"]
        match event["type"]:
            case "hand_started":
                known["hand"] = _new_hand(event, [] if known["seat"] is not None else None)
            case "cards_dealt":
                hand["cards"] = list(event["cards"])
            case "card_revealed":
                hand["revealed"] = event["card"]
            case "trump_set":
                hand["trump"] = event["trump"]
            case "call_made":
                hand["calls"].append([event["seat"], event["call"]])
                hand["doubled"] = event["call"] == "double" or (hand["doubled"] and event["call"] == "pass")
            case "auction_ended":
                hand |= {key: event[key] for key in ("declarer", "contract", "doubled")}
            case "card_played":
                hand["plays"].append([event["seat"], event["card"]])
                hand["counts"][event["seat"]] -= 1
                if event["seat"] == known["seat"] and event["card"] in hand["cards"]:
                    hand["cards"].remove(event["card"])
            case "trick_taken":
                hand["tricks"][event["seat"]] += 1
            case "hand_ended":
                known["results"].append(event["result"])
            case "match_ended":
                known["result"] = event["result"]


def _new_hand(started: Frame, cards: list[str] | None) -> Frame:
    return {
        **{key: started[key] for key in ("ordinal", "number", "dealer")},
        "cards": cards,
        "counts": [13, 13, 13, 13],
        "revealed": None,
        "trump": None,
        "declarer": None,
        "contract": None,
        "doubled": False,
        "calls": [],
        "plays": [],
        "tricks": [0, 0, 0, 0],
    }
