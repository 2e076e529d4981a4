"""The auctions: given all calls so far, whose turn it is and what may be called, or that it is over.

``calls`` is the list of (seat, call) so far, ``dealer`` the dealing seat, ``rules`` the set of the house
rules that are on. Each auction gives the seat in turn (None: over) and the calls open to it.
"""

from __future__ import annotations

Calls = list[tuple[int, str]]
Turn = tuple[int | None, list[str]]

OVER: Turn = (None, [])


def bids_of(calls: Calls) -> Calls:
    """The calls that are bids."""
    return [(seat, call) for seat, call in calls if call not in ("pass", "double")]


def tricks_of(bid: str) -> int:
    """The number that a bid names."""
    return int(bid.rstrip("CDHSNT"))


def suit_of(bid: str) -> str:
    """The suit that a bid names, ``"NT"`` for none; empty where it names only a number."""
    return bid.lstrip("0123456789")


def right_of(seat: int) -> int:
    """The next seat."""
    return [1, 2, 3, 0][seat]


def classic(calls: Calls, dealer: int, rules: set[str]) -> Turn:
    """Seven to thirteen, each bid higher than the last; a pass is final."""
    bids = bids_of(calls)
    passed = [seat for seat, call in calls if call == "pass"]
    if bids and bids[-1][1] == "13":
        return OVER
    if bids and len(passed) == 3:
        return OVER
    if len(passed) == 4:
        return OVER
    if "single_round" in rules and len(calls) == 4:
        return OVER
    turn = right_of(calls[-1][0]) if calls else right_of(dealer)
    while turn in passed:
        turn = right_of(turn)
    if "dealer_must_bid" in rules and len(passed) == 3 and not bids:
        return turn, ["7"]
    lowest = int(bids[-1][1]) + 1 if bids else 7
    return turn, ["pass", *[str(tricks) for tricks in range(lowest, 14)]]


def egyptian(calls: Calls, dealer: int, rules: set[str]) -> Turn:
    """A bid names number and suit; a pass is not final; an opponent may double."""
    bids = bids_of(calls)
    silent = 0
    for _, call in reversed(calls):
        if call not in ("pass", "double"):
            break
        silent += 1
    if bids and silent == 3:
        return OVER
    if not bids and silent == 4:
        return OVER
    turn = right_of(calls[-1][0]) if calls else right_of(dealer)
    order = ["C", "S", "H", "D"]
    if "no_trump" in rules:
        order.append("NT")
    ladder = [f"{tricks}{suit}" for tricks in range(7, 14) for suit in order]
    if not bids:
        return turn, ["pass", *ladder]
    bidder, highest = bids[-1]
    since = [call for _, call in calls[len(calls) - silent :]]
    may_double = (turn - bidder) % 2 == 1 and "double" not in since
    higher = ladder[ladder.index(highest) + 1 :]
    return turn, ["pass", *(["double"] if may_double else []), *higher]


def is_doubled(calls: Calls) -> bool:
    """Whether the last bid was doubled."""
    doubled = False
    for _, call in calls:
        if call == "double":
            doubled = True
        elif call != "pass":
            doubled = False
    return doubled


def one_each(calls: Calls, dealer: int, rules: set[str]) -> Turn:
    """The 41 games: each seat declares once, 2 to 13."""
    if len(calls) == 4:
        return OVER
    turn = right_of(dealer)
    for _ in calls:
        turn = right_of(turn)
    return turn, [str(tricks) for tricks in range(2, 14)]
