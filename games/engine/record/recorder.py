"""Keeping the record of a match while it is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.engine import rules
from games.engine.cards import Seat, Team
from games.engine.moves import Move
from games.engine.record.schema import FairDeal, HandRecord, MatchRecord
from games.engine.rules import Deal, Events
from games.engine.state import MatchState
from games.engine.variants import Variant


def hand_record(state: MatchState, fair: FairDeal | None = None) -> HandRecord:
    """The record of the hand that ``state`` shows, finished or stopped.

    Take it when the hand has ended, before the next deal. Raises ValueError when no hand was dealt.
    """
    hand = state.hand
    if hand is None:
        raise ValueError("no hand was dealt")
    result = hand.result
    return HandRecord(
        number=hand.number if result is None else result.number,
        dealer=hand.dealer,
        cards=hand.dealt,
        revealed=hand.revealed,
        calls=tuple(hand.calls),
        trump=hand.trump,
        plays=tuple(card for _, card in hand.plays),
        tricks=result.tricks if result is not None else None,
        points=result.points if result is not None else None,
        scores=result.scores if result is not None else state.scores,
        fair=fair,
    )


class Recorder:
    """Plays a match and keeps its record.

    ``state`` is the match up to now and is changed in place; copy it to keep it. The methods raise as those
    of ``rules`` do, and a refusal changes nothing.
    """

    def __init__(
        self,
        variant: str | type[Variant],
        options: Mapping[str, object],
        first_dealer: Seat,
        *,
        match: str,
        seats: Sequence[str],
    ) -> None:
        self.state = rules.start(variant, options, first_dealer)
        self._match = match
        self._seats = tuple(seats)
        self._finished: list[HandRecord] = []
        self._fair: FairDeal | None = None

    def deal(self, cards: Deal, fair: FairDeal | None = None) -> Events:
        """Deal a hand; ``fair`` has the seeds that the cards were made from, if they are to be recorded."""
        events = rules.deal_in_place(self.state, cards)
        self._fair = fair
        return events

    def apply(self, seat: Seat, move: Move) -> Events:
        """Make a move."""
        events = rules.apply_in_place(self.state, seat, move)
        hand = self.state.hand
        if hand is not None and hand.result is not None:
            self._finished.append(hand_record(self.state, self._fair))
        return events

    def forfeit(self, team: Team) -> Events:
        """End the match: ``team`` gives up."""
        return self._keep_stopped(rules.forfeit_in_place(self.state, team))

    def abandon(self) -> Events:
        """End the match without a winner."""
        return self._keep_stopped(rules.abandon_in_place(self.state))

    def _keep_stopped(self, events: Events) -> Events:
        hand = self.state.hand
        if hand is not None and hand.result is None:
            self._finished.append(hand_record(self.state, self._fair))
        return events

    @property
    def hands(self) -> tuple[HandRecord, ...]:
        """The hands that are over."""
        return tuple(self._finished)

    def record(self) -> MatchRecord:
        """The record of the match. Raises ValueError while the match goes on."""
        if self.state.result is None:
            raise ValueError("the match is not over")
        return MatchRecord(
            match=self._match,
            variant=self.state.variant.key,
            options=self.state.options,
            seats=self._seats,
            hands=self.hands,
            result=self.state.result,
        )
