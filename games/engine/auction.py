"""The auctions: who may call what, and when it is over.

An auction is an object without a state of its own; the calls are kept in the HandState. ``check`` refuses
before anything is changed, ``record`` writes a call down, ``next_caller`` says how it goes on.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final

from games.engine.cards import NO_TRUMP, SEATS, Seat, Suit, Trump, next_seat, team_of
from games.engine.errors import Code, IllegalMove
from games.engine.moves import DOUBLE, MOST_TRICKS, PASS, Bid, Call, Double, Pass
from games.engine.state import HandState


class Auction(ABC):
    """What every auction can say."""

    @abstractmethod
    def check(self, hand: HandState, seat: Seat, call: Call) -> None:
        """Raise IllegalMove if ``seat``, whose turn it is, may not make ``call``. Changes nothing."""

    @abstractmethod
    def record(self, hand: HandState, seat: Seat, call: Call) -> None:
        """Write a call that was checked into ``hand``."""

    @abstractmethod
    def next_caller(self, hand: HandState) -> Seat | None:
        """The seat that calls after the calls so far, or ``None`` when the auction is over."""

    @abstractmethod
    def legal(self, hand: HandState, seat: Seat) -> tuple[Call, ...]:
        """Every call that ``seat``, whose turn it is, may make."""

    def fallback(self, hand: HandState, seat: Seat) -> Call:
        """The call made for a seat whose time ran out: pass, or the lowest bid where it may not pass."""
        legal = self.legal(hand, seat)
        return PASS if PASS in legal else legal[0]


def _record_competing(hand: HandState, seat: Seat, call: Call) -> None:
    """Write down a call of an auction in which the highest bid wins."""
    hand.calls.append((seat, call))
    if isinstance(call, Bid):
        hand.bids[seat] = hand.high_bid = call
        hand.high_bidder = seat
        hand.doubled = False
        hand.quiet = 0
        return
    hand.quiet += 1
    if isinstance(call, Double):
        hand.doubled = True


LOWEST_BID: Final = 7


class AscendingAuction(Auction):
    """7 to 13, each bid higher than the last; a pass is final.

    Over on 13, or when three have passed and a bid stands, or when all four have passed. ``single_round``:
    each seat speaks once. ``dealer_must_bid``: after three passes the dealer's only call is 7.
    """

    def __init__(self, *, single_round: bool, dealer_must_bid: bool) -> None:
        self._single_round = single_round
        self._dealer_must_bid = dealer_must_bid

    def _dealer_is_bound(self, hand: HandState) -> bool:
        return hand.high_bid is None and len(hand.calls) == 3

    def check(self, hand: HandState, seat: Seat, call: Call) -> None:
        if isinstance(call, Double):
            raise IllegalMove(Code.DOUBLE_NOT_PLAYED)
        if self._dealer_must_bid and self._dealer_is_bound(hand) and call != Bid(LOWEST_BID):
            raise IllegalMove(Code.MUST_BID_SEVEN)
        if isinstance(call, Bid):
            _check_plain_bid(call, LOWEST_BID)
            high = hand.high_bid
            if high is not None and call.tricks <= high.tricks:
                raise IllegalMove(Code.BID_TOO_LOW, {"bid": str(call), "high": str(high)})

    def record(self, hand: HandState, seat: Seat, call: Call) -> None:
        _record_competing(hand, seat, call)
        if isinstance(call, Pass):
            hand.passed |= 1 << seat

    def next_caller(self, hand: HandState) -> Seat | None:
        seat = _NEXT_STILL_IN[hand.passed][hand.calls[-1][0]]
        if seat == hand.high_bidder:  # all others have passed; or all four have, and there is neither
            return None
        high = hand.high_bid
        if high is not None and high.tricks == MOST_TRICKS:
            return None
        return None if self._single_round and len(hand.calls) == 4 else seat

    def legal(self, hand: HandState, seat: Seat) -> tuple[Call, ...]:
        if self._dealer_must_bid and self._dealer_is_bound(hand):
            return (Bid(LOWEST_BID),)
        return _PASS_OR_MORE[LOWEST_BID - 1 if hand.high_bid is None else hand.high_bid.tricks]


def _next_still_in(passed: int, seat: Seat) -> Seat | None:
    """The first seat to the right that has not passed, which may be ``seat`` again; ``None``: all have."""
    order = (seat + 1, seat + 2, seat + 3, seat)
    return next((other & 3 for other in order if not passed >> (other & 3) & 1), None)


_NEXT_STILL_IN: Final = tuple(tuple(_next_still_in(passed, seat) for seat in SEATS) for passed in range(16))
_PLAIN_BIDS: Final = tuple(Bid(tricks) for tricks in range(1, MOST_TRICKS + 1))
_PASS_OR_MORE: Final[tuple[tuple[Call, ...], ...]] = tuple(
    (PASS, *_PLAIN_BIDS[bid:]) for bid in range(MOST_TRICKS + 1)
)
"""The calls open after each bid."""


def _check_plain_bid(call: Bid, lowest: int) -> None:
    """Raise IllegalMove unless ``call`` is a number alone and in range."""
    if call.trump is not None:
        raise IllegalMove(Code.BID_TAKES_NO_SUIT, {"bid": str(call)})
    if call.tricks < lowest:
        raise _out_of_range(call, lowest)


def _out_of_range(call: Bid, lowest: int) -> IllegalMove:
    return IllegalMove(Code.BID_OUT_OF_RANGE, {"bid": str(call), "lowest": lowest, "highest": MOST_TRICKS})


EGYPTIAN_ORDER: Final[tuple[Trump, ...]] = (Suit.CLUBS, Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, NO_TRUMP)
"""How bids of one number rank, the lowest first."""


class EgyptianAuction(Auction):
    """Bids name number and suit; a pass is not final; an opponent of the high bidder may double, once a bid.

    Over on three calls in a row that are no bid, after a bid, or on four passes at the start. A double is
    such a call, and a higher bid cancels it. ``no_trump`` adds bids without trumps.
    """

    def __init__(self, *, no_trump: bool) -> None:
        self._no_trump = no_trump
        trumps = EGYPTIAN_ORDER if no_trump else EGYPTIAN_ORDER[:-1]
        self._bids = tuple(
            Bid(tricks, trump) for tricks in range(LOWEST_BID, MOST_TRICKS + 1) for trump in trumps
        )
        self._place = {bid: place for place, bid in enumerate(self._bids)}

    def check(self, hand: HandState, seat: Seat, call: Call) -> None:
        if isinstance(call, Bid):
            self._check_bid(hand, call)
        elif isinstance(call, Double):
            _check_double(hand, seat)

    def _check_bid(self, hand: HandState, call: Bid) -> None:
        if call.trump is NO_TRUMP and not self._no_trump:
            raise IllegalMove(Code.NO_TRUMP_NOT_PLAYED)
        if call.tricks < LOWEST_BID:
            raise _out_of_range(call, LOWEST_BID)
        place = self._place.get(call)
        if place is None:
            raise IllegalMove(Code.BID_NEEDS_SUIT, {"bid": str(call)})
        high = hand.high_bid
        if high is not None and place <= self._place[high]:
            raise IllegalMove(Code.BID_TOO_LOW, {"bid": str(call), "high": str(high)})

    def record(self, hand: HandState, seat: Seat, call: Call) -> None:
        _record_competing(hand, seat, call)

    def next_caller(self, hand: HandState) -> Seat | None:
        if hand.quiet == (4 if hand.high_bid is None else 3):
            return None
        return next_seat(hand.calls[-1][0])

    def legal(self, hand: HandState, seat: Seat) -> tuple[Call, ...]:
        higher = self._bids if hand.high_bid is None else self._bids[self._place[hand.high_bid] + 1 :]
        return (PASS, DOUBLE, *higher) if _why_no_double(hand, seat) is None else (PASS, *higher)


def _why_no_double(hand: HandState, seat: Seat) -> Code | None:
    if hand.high_bidder is None:
        return Code.NOTHING_TO_DOUBLE
    if team_of(hand.high_bidder) == team_of(seat):
        return Code.DOUBLE_OWN_TEAM
    return Code.ALREADY_DOUBLED if hand.doubled else None


def _check_double(hand: HandState, seat: Seat) -> None:
    reason = _why_no_double(hand, seat)
    if reason is not None:
        raise IllegalMove(reason)


LEAST_TOTAL: Final = 11
"""Four declarations that come to less than this cancel the hand."""


class OneBidEach(Auction):
    """The 41 games: each seat declares once how many tricks it will take, 2 to 13; no pass, no outbidding."""

    LOWEST: Final = 2

    def check(self, hand: HandState, seat: Seat, call: Call) -> None:
        if isinstance(call, Double):
            raise IllegalMove(Code.DOUBLE_NOT_PLAYED)
        if isinstance(call, Pass):
            raise IllegalMove(Code.PASS_NOT_ALLOWED)
        _check_plain_bid(call, self.LOWEST)

    def record(self, hand: HandState, seat: Seat, call: Call) -> None:
        hand.calls.append((seat, call))
        if isinstance(call, Bid):
            hand.bids[seat] = call

    def next_caller(self, hand: HandState) -> Seat | None:
        return next_seat(hand.calls[-1][0]) if len(hand.calls) < 4 else None

    def legal(self, hand: HandState, seat: Seat) -> tuple[Call, ...]:
        return _PLAIN_BIDS[self.LOWEST - 1 :]

    def fallback(self, hand: HandState, seat: Seat) -> Call:
        """2; the last to bid, what brings the total to 11, and at least 2."""
        if len(hand.calls) < 3:
            return Bid(self.LOWEST)
        return Bid(max(self.LOWEST, LEAST_TOTAL - total_of_bids(hand)))


def total_of_bids(hand: HandState) -> int:
    """How many tricks the seats have declared between them."""
    return sum(bid.tricks for bid in hand.bids if bid is not None)
