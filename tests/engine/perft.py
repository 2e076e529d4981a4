"""Counting every line of play in endings, and every auction from given points: positions and two counters.

``python -m tests.engine.perft`` works the numbers out with the naive program and writes them to ``perft.txt``
beside this file; ``test_perft.py`` holds the engine, and the naive program again, against that file.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from games.engine import rules
from games.engine.cards import DECK, mask_of, parse_card
from games.engine.masks import holding_of
from games.engine.results import Outcome
from games.engine.state import MatchState, Phase
from tests.engine.naive import auctions, tricks
from tests.engine.scripted import calling, dealt, hand_of, shuffled

FILE = Path(__file__).with_name("perft.txt")


@dataclass(slots=True)
class Count:
    """What was counted: at each depth how many moves were made, and what the lines came to."""

    depths: Counter[int] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        depths = " ".join(str(self.depths[depth]) for depth in range(1, len(self.depths) + 1))
        ends = " ".join(f"{end}={count}" for end, count in sorted(self.ends.items()))
        return f"{depths} : {ends}"


# --- endings ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ending:
    """The last cards of a hand. ``opening``: the lead is bound as the very first one by first_lead_trump."""

    hands: tuple[tuple[str, ...], ...]
    leader: int
    trump: str
    opening: bool

    def __str__(self) -> str:
        hands = " / ".join(" ".join(hand) for hand in self.hands)
        lead = "first_lead_trump" if self.opening else "free"
        return f"ending {hands} : trump {self.trump} : leader {self.leader} {lead}"


def endings(count: int, cards: int, seed: str) -> Iterator[Ending]:
    """Endings by chance, from few suits so that seats follow, ruff and discard."""
    rng = random.Random(seed)
    names = [str(card) for card in DECK]
    for place in range(count):
        suits = rng.sample("CDHS", rng.choice([2, 2, 3, 4]))
        chosen = rng.sample([name for name in names if name[0] in suits], 4 * cards)
        hands = tuple(tuple(sorted(chosen[seat * cards : seat * cards + cards])) for seat in range(4))
        leader = rng.randrange(4)
        kind = ("trump", "no trump", "first lead")[place % 3]
        led_from = [card[0] for card in hands[leader]]
        trump = "NT" if kind == "no trump" else rng.choice(led_from if kind == "first lead" else suits)
        yield Ending(hands, leader, trump, kind == "first lead")


def count_naively(ending: Ending) -> Count:
    """By the naive program."""
    count = Count()
    _play_on(ending, [list(hand) for hand in ending.hands], ending.leader, [], [0, 0, 0, 0], 0, count)
    return count


def _play_on(
    ending: Ending,
    hands: list[list[str]],
    seat: int,
    trick: list[str],
    taken: list[int],
    depth: int,
    count: Count,
) -> None:
    if not any(hands):
        count.ends[_tricks_text(taken)] += 1
        return
    bound = ending.trump if ending.opening and depth == 0 else None
    for card in tricks.open_cards(hands[seat], trick, bound):
        count.depths[depth + 1] += 1
        left = [[other for other in hand if other != card] for hand in hands]
        now, next_seat, after = [*trick, card], auctions.right_of(seat), list(taken)
        if len(now) == 4:
            next_seat = (seat + 1 + tricks.taker(now, ending.trump)) % 4
            after[next_seat] += 1
            now = []
        _play_on(ending, left, next_seat, now, after, depth + 1, count)


def _tricks_text(taken: list[int]) -> str:
    return "-".join(map(str, taken))


def count_by_engine(ending: Ending) -> Count:
    """By the engine, from a hand of which all but the last cards are played."""
    count = Count()
    _apply_all(engine_ending(ending), 0, count)
    return count


def engine_ending(ending: Ending) -> MatchState:
    """The ending as the engine's state: a whole hand is dealt, then cut down to its last cards."""
    options: dict[str, Any] = {"no_trump": True, "first_lead_trump": ending.opening}
    dealer = (ending.leader + 3) % 4
    state = dealt(cards=shuffled(random.Random(0)), dealer=dealer, **options)
    state = calling(state, f"7 pass pass pass {ending.trump}")
    hand = hand_of(state)
    hand.holdings = [holding_of(mask_of(map(parse_card, cards))) for cards in ending.hands]
    last = {card for cards in ending.hands for card in cards}
    hand.plays = [(0, card) for card in DECK if str(card) not in last]
    return state


def _apply_all(state: MatchState, depth: int, count: Count) -> None:
    assert state.turn is not None
    for move in rules.legal_moves(state):
        count.depths[depth + 1] += 1
        after, _ = rules.apply(state, state.turn, move)
        if after.turn is None:
            count.ends[_tricks_text(hand_of(after).tricks)] += 1
        else:
            _apply_all(after, depth + 1, count)


# --- auctions -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Opening:
    """An auction from a point on: the game, its house rules, the dealer, the calls made so far."""

    variant: str
    options: tuple[str, ...]
    dealer: int
    calls: str

    def __str__(self) -> str:
        options = " ".join((self.variant, *self.options))
        return f"auction {options} : dealer {self.dealer} : {self.calls or '-'}"


OPENINGS = [
    *(Opening("tarneeb", (), dealer, "") for dealer in (0, 3)),
    Opening("tarneeb", (), 1, "pass 8 pass"),
    Opening("tarneeb", ("single_round",), 2, ""),
    Opening("tarneeb", ("single_round",), 2, "7"),
    Opening("tarneeb", ("dealer_must_bid",), 1, ""),
    Opening("tarneeb", ("dealer_must_bid",), 1, "pass pass"),
    Opening("tarneeb", ("single_round", "dealer_must_bid"), 0, ""),
    *(Opening("tarneeb", ("egyptian",), 0, calls) for calls in ("13C", "13S pass", "12D double", "12H pass")),
    Opening("tarneeb", ("egyptian",), 1, "pass pass pass 13S"),
    Opening("tarneeb", ("egyptian",), 3, "12S"),
    Opening("tarneeb", ("egyptian",), 3, "12C pass"),
    *(Opening("tarneeb", ("egyptian", "no_trump"), 2, calls) for calls in ("13C", "13H double", "12NT pass")),
    Opening("tarneeb", ("egyptian", "no_trump"), 2, "12H"),
    *(Opening("syrian41", (), 0, calls) for calls in ("", "2 2", "4")),
    Opening("tarneeb41", (), 3, ""),
    Opening("tarneeb41", (), 2, "3 3"),
]


def count_auction_naively(opening: Opening) -> Count:
    """By the naive program."""
    kinds = {"tarneeb": auctions.classic, "syrian41": auctions.one_each, "tarneeb41": auctions.one_each}
    kind = auctions.egyptian if "egyptian" in opening.options else kinds[opening.variant]
    house_rules = set(opening.options)
    calls: auctions.Calls = []
    for call in opening.calls.split():
        turn, may = kind(calls, opening.dealer, house_rules)
        assert turn is not None
        assert call in may
        calls.append((turn, call))
    count = Count()

    def call_on(calls: auctions.Calls, depth: int) -> None:
        turn, may = kind(calls, opening.dealer, house_rules)
        if turn is None:
            count.ends[_end_naively(opening, calls)] += 1
        else:
            for call in may:
                count.depths[depth + 1] += 1
                call_on([*calls, (turn, call)], depth + 1)

    call_on(calls, 0)
    return count


def _end_naively(opening: Opening, calls: auctions.Calls) -> str:
    bids = auctions.bids_of(calls)
    if opening.variant != "tarneeb":
        return "cancelled" if sum(int(bid) for _, bid in bids) < 11 else "played"
    if not bids:
        return "passed_out"
    seat, bid = bids[-1]
    return f"{seat}:{bid}{'x' if auctions.is_doubled(calls) else ''}"


def count_auction_by_engine(opening: Opening) -> Count:
    """By the engine."""
    options: dict[str, Any] = dict.fromkeys(opening.options, True)
    state = calling(dealt(opening.variant, dealer=opening.dealer, **options), opening.calls)
    count = Count()
    _call_all(state, 0, count)
    return count


def _call_all(state: MatchState, depth: int, count: Count) -> None:
    assert state.turn is not None
    for move in rules.legal_moves(state):
        count.depths[depth + 1] += 1
        after, _ = rules.apply(state, state.turn, move)
        if after.phase is Phase.AUCTION:
            _call_all(after, depth + 1, count)
        else:
            count.ends[_end_by_engine(after)] += 1


def _end_by_engine(state: MatchState) -> str:
    hand = hand_of(state)
    if hand.result is not None and hand.result.outcome is not Outcome.SCORED:
        return hand.result.outcome.value
    if hand.contract is None:
        return "played"
    return f"{hand.declarer}:{hand.contract}{'x' if hand.doubled else ''}"


# --- the file -----------------------------------------------------------------------------------------------

Position = Ending | Opening

POSITIONS: tuple[Position, ...] = (
    *endings(60, 2, "two"),
    *endings(30, 3, "three"),
    *endings(3, 4, "four"),
    *OPENINGS,
)


def naive_count(position: Position) -> Count:
    """The numbers of a position, worked out by the naive program."""
    return count_naively(position) if isinstance(position, Ending) else count_auction_naively(position)


def engine_count(position: Position) -> Count:
    """The numbers of a position, worked out by the engine."""
    return count_by_engine(position) if isinstance(position, Ending) else count_auction_by_engine(position)


HEADER = """\
# Every line of play in endings, every auction from given points, worked out by tests/engine/naive.
# position = moves made at each depth : how the lines ended
#   (endings: tricks of seats 0-1-2-3; auctions: seat:contract, x where it is doubled)
# Written by: python -m tests.engine.perft
"""


def read_golden() -> dict[str, str]:
    """The numbers of each position as the file has them."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return dict(line.split(" = ") for line in lines if not line.startswith("#"))


def main() -> None:
    """Write the file anew."""
    lines = [f"{position} = {naive_count(position)}\n" for position in POSITIONS]
    FILE.write_text(HEADER + "".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
