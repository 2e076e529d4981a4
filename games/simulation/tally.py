"""Means over the matches of a simulation."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.cards import partner
from games.engine.moves import Bid, parse_move
from games.engine.results import HandResult, Outcome, Reason
from games.engine.state import MatchState


@dataclass(slots=True)
class Tally:
    """Counts over matches that are over. ``hands`` were scored; ``contracts`` are their bids to be made."""

    matches: int = 0
    abandoned: int = 0
    hands: int = 0
    not_scored: int = 0
    contracts: int = 0
    made: int = 0

    def add(self, state: MatchState) -> None:
        """Count a match that is over."""
        assert state.result is not None
        self.matches += 1
        self.abandoned += state.result.reason is Reason.ABANDONED
        for result in state.results:
            if result.outcome is not Outcome.SCORED:
                self.not_scored += 1
                continue
            made = contracts_made(result)
            self.hands += 1
            self.contracts += len(made)
            self.made += sum(made)

    def mean_hands(self) -> float:
        """Scored hands a match."""
        return self.hands / self.matches if self.matches else 0.0

    def mean_not_scored(self) -> float:
        """Hands a match that were passed out or cancelled."""
        return self.not_scored / self.matches if self.matches else 0.0

    def share_made(self) -> float:
        """The share of contracts made, 0 to 1."""
        return self.made / self.contracts if self.contracts else 0.0


def contracts_made(result: HandResult) -> list[bool]:
    """Whether the contract of a scored hand was made; where every seat bids for itself, an answer a seat."""
    tricks = result.tricks
    assert tricks is not None
    if result.declarer is None:
        return [taken >= _tricks_of(bid) for taken, bid in zip(tricks, result.bids, strict=True)]
    taken = tricks[result.declarer] + tricks[partner(result.declarer)]
    return [taken >= _tricks_of(result.contract)]


def _tricks_of(text: str | None) -> int:
    bid = parse_move(text or "")
    assert isinstance(bid, Bid)
    return bid.tricks
