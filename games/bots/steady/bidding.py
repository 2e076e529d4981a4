"""The auctions in which teams bid: the ascending ones and the Egyptian one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from games.bots.steady.evaluation import TRICK, longest_suit, suit_cards, tricks_in, with_partner
from games.bots.steady.memory import own_hand
from games.engine.cards import NO_TRUMP, Seat, Suit, Trump, partner, team_of
from games.engine.moves import DOUBLE, MOST_TRICKS, PASS, Bid, Move, NameTrump
from games.engine.observation import Observation

PARTNER_SILENT: Final = 41
"""The partner's share of the tricks left by the own count, in the hundred, before it has called."""
PARTNER_PASSED: Final = 38
PARTNER_BID: Final = 44
OPPONENTS_BID: Final = 25
"""The same where the opponents hold the strength: they bid highest."""
LEAVE_PARTNER: Final = 50
"""By how much a seat's own count must pass its partner's bid before it bids over it."""
SUPPORT: Final = 3
"""How many cards of the partner's suit make it a trump to raise in."""
FIT: Final = 50
"""What it is worth that the partner is long in the trump."""
NO_TRUMP_MARGIN: Final = 50
"""What the count without trumps is too high by."""
DOUBLE_MARGIN: Final = 0
BOLD: Final = 75
"""What is added to the count when the other team is about to win the match."""
LAST_POINTS: Final = 7
"""The points that any made bid brings."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A trump to play in and what the team should take in it, in hundredths of a trick."""

    trump: Trump
    worth: int


@dataclass(frozen=True, slots=True)
class Auction:
    """The calls so far as the seat to call sees them."""

    seat: Seat
    held: int
    high: Bid | None
    high_bidder: Seat | None
    partners_bid: Bid | None
    partner_passed: bool

    @property
    def partner_is_high(self) -> bool:
        """Whether the partner made the highest bid."""
        return self.high_bidder == partner(self.seat)


def call(observation: Observation) -> Move:
    """A bid that the team should make, as low as it may be; a double of one that should fail; or pass.

    A made bid earns every trick taken, so bidding more than is needed to be the highest only adds risk.
    """
    auction = _read(observation)
    bids = [move for move in observation.legal if isinstance(move, Bid)]
    spare, bid = _best_bid(auction, bids, no_trump=bool(observation.options.get("no_trump")))
    if bid is not None and spare + _boldness(observation) >= 0:
        return bid
    if DOUBLE in observation.legal and _should_fail(auction):
        return DOUBLE
    return PASS


def name_trump(observation: Observation) -> NameTrump:
    """The longest suit. No trumps would take fewer tricks even with high cards everywhere (docs/bots.md)."""
    return NameTrump(longest_suit(own_hand(observation)[2]))


def _read(observation: Observation) -> Auction:
    hand, seat, held = own_hand(observation)
    high: Bid | None = None
    high_bidder: Seat | None = None
    partners: Bid | None = None
    for caller, made in hand.calls:
        if isinstance(made, Bid):
            high, high_bidder = made, caller
            if caller == partner(seat):
                partners = made
    passed = (partner(seat), PASS) in hand.calls
    return Auction(seat, held, high, high_bidder, partners, passed and partners is None)


def _plans(auction: Auction, *, no_trump: bool) -> Iterable[Plan]:
    """What the seat could play in: its longest suit, no trumps, and the partner's suit if it fits."""
    share = PARTNER_SILENT
    if auction.partners_bid is not None:
        share = PARTNER_BID
    elif auction.partner_passed:
        share = PARTNER_PASSED
    suit = longest_suit(auction.held)
    yield Plan(suit, with_partner(tricks_in(auction.held, suit), share))
    if no_trump:
        yield Plan(NO_TRUMP, with_partner(tricks_in(auction.held, NO_TRUMP) - NO_TRUMP_MARGIN, share))
    shown = auction.partners_bid.trump if auction.partners_bid is not None else None
    if isinstance(shown, Suit) and suit_cards(auction.held, shown).bit_count() >= SUPPORT:
        yield Plan(shown, with_partner(tricks_in(auction.held, shown), share) + FIT)


def _best_bid(auction: Auction, bids: Sequence[Bid], *, no_trump: bool) -> tuple[int, Bid | None]:
    """The bid that leaves most to spare, and how much that is; below 0 the team should not make it."""
    best: tuple[int, Bid | None] = (0, None)
    for plan in _plans(auction, no_trump=no_trump):
        mine = [bid for bid in bids if bid.trump in (plan.trump, None)]
        # Bidding all thirteen earns more than taking them.
        bid = next(iter(mine[-1:] if plan.worth >= MOST_TRICKS * TRICK else mine), None)
        if bid is None:
            continue
        spare = plan.worth - bid.tricks * TRICK - (LEAVE_PARTNER if auction.partner_is_high else 0)
        if best[1] is None or spare > best[0]:
            best = spare, bid
    return best


def _boldness(observation: Observation) -> int:
    """What to add to the count when the other team would win the match by making any bid."""
    assert observation.seat is not None
    theirs = observation.scores[1 - team_of(observation.seat)]
    return BOLD if observation.target - theirs <= LAST_POINTS else 0


def _should_fail(auction: Auction) -> bool:
    """Whether our team should take clearly more tricks than the opponents' bid leaves it."""
    assert auction.high is not None
    assert auction.high.trump is not None
    ours = with_partner(tricks_in(auction.held, auction.high.trump), OPPONENTS_BID)
    return ours >= (MOST_TRICKS - auction.high.tricks + 1) * TRICK + DOUBLE_MARGIN
