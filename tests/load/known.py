"""Who may know which card of a match at which version: worked out afterwards from its deals and moves."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from games.models import Hand, Match
from tests.load.written import number_of

NOTHING: frozenset[str] = frozenset()
TRUMPS = {"C", "D", "H", "S", "NT"}


@dataclass(frozen=True)
class DealtHand:
    """One hand as it was dealt and played. ``names_trump``: naming it was a move of its own."""

    first: int  # the version of its deal
    holdings: tuple[tuple[str, ...], ...]
    revealed: str | None
    calls: tuple[str, ...]
    names_trump: bool
    plays: tuple[str, ...]

    @property
    def last(self) -> int:
        """The version of its last move."""
        return self.first + len(self.calls) + self.names_trump + len(self.plays)

    def shown(self, version: int) -> frozenset[str]:
        """Give the cards that everybody has seen at a version of this hand."""
        played = max(version - self.first - len(self.calls) - self.names_trump, 0)
        return frozenset(self.plays[:played]) | ({self.revealed} if self.revealed else NOTHING)

    def bids(self, version: int) -> frozenset[str]:
        """Give the bids that everybody has heard at a version of this hand."""
        return frozenset(self.calls[: max(version - self.first, 0)])

    def numbers(self) -> set[int]:
        """Give the numbers that stand for what a seat held at any time."""
        held = [set(holding) for holding in self.holdings]
        found = {number_of(cards) for cards in held}
        for card in self.plays:
            cards = next(cards for cards in held if card in cards)
            cards.remove(card)
            found.add(number_of(cards))
        return {number for number in found if number >= 1 << 20}


@dataclass(frozen=True)
class KnownMatch:
    """A match that goes on no more, and what each seat, or a spectator (None), could know in it."""

    public_id: str
    version: int
    hands: Sequence[DealtHand]
    _cache: dict[tuple[int, int | None], frozenset[str]] = field(default_factory=dict)

    def known(self, version: int, seat: int | None) -> frozenset[str]:
        """Give the cards of the hand of this version that the reader knows."""
        place = (version, seat)
        if place not in self._cache:
            hand = self._hand(version)
            own = frozenset(hand.holdings[seat]) if hand and seat is not None else NOTHING
            self._cache[place] = own | hand.shown(version) if hand else NOTHING
        return self._cache[place]

    def bids(self, version: int) -> frozenset[str]:
        """Give every bid that was heard up to this version."""
        return NOTHING.union(*(hand.bids(version) for hand in self.hands if hand.first <= version))

    def revealed_before(self, version: int) -> frozenset[str]:
        """Give the cards that the game itself showed in all hands up to this version."""
        shown = (hand.revealed for hand in self.hands if hand.first <= version)
        return frozenset(card for card in shown if card)

    def revealed(self, ordinal: int) -> str | None:
        """Give the card that the game itself showed in a hand, counted from 1."""
        return self.hands[ordinal - 1].revealed

    @cached_property
    def numbers(self) -> frozenset[int]:
        """Give the numbers that stand for a holding of this match."""
        return frozenset().union(*(hand.numbers() for hand in self.hands))

    def _hand(self, version: int) -> DealtHand | None:
        place = bisect_right([hand.first for hand in self.hands], version)
        return self.hands[place - 1] if place else None

    def disorder(self) -> str:
        """Say where the versions of the hands do not follow on one another; empty where they do."""
        for hand, following in zip(self.hands, self.hands[1:], strict=False):
            if following.first != hand.last + 1:
                return (
                    f"{self.public_id}: a hand ends at {hand.last}, the next was dealt at {following.first}"
                )
        if self.hands and self.version not in (self.hands[-1].last, self.hands[-1].last + 1):
            return f"{self.public_id}: ends at {self.version}, its last hand at {self.hands[-1].last}"
        return ""


def read_match(public_id: str) -> KnownMatch:
    """Read a match from the database while nobody plays it."""
    match = Match.objects.get(public_id=public_id)
    hands = [_dealt(match, hand) for hand in match.hands.order_by("ordinal")]
    return KnownMatch(public_id, match.version, hands)


def _dealt(match: Match, hand: Hand) -> DealtHand:
    holdings = tuple(tuple(line.split()) for line in hand.deal.splitlines())
    calls, trump, plays = _moves(hand)
    egyptian = bool(match.options.get("egyptian"))
    return DealtHand(
        first=hand.version_dealt,
        holdings=holdings,
        revealed=holdings[hand.dealer][12] if match.variant == "syrian41" else None,
        calls=calls,
        names_trump=match.variant == "tarneeb" and not egyptian and trump,
        plays=plays,
    )


def _moves(hand: Hand) -> tuple[tuple[str, ...], bool, tuple[str, ...]]:
    """Give the calls, whether there is a trump, and the plays; in a hand in play each is a row of its own."""
    if hand.ended_at is not None:
        return tuple(call for _seat, call in hand.calls), bool(hand.trump), tuple(hand.plays.split())
    texts = list(hand.moves.order_by("place").values_list("text", flat=True))
    calls = tuple(text for text in texts if text[0].isdigit() or text in ("pass", "double"))
    named = tuple(text for text in texts if text in TRUMPS)
    return calls, bool(named), tuple(texts[len(calls) + len(named) :])
