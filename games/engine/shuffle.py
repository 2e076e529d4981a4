"""The deal that anyone can check afterwards: ``tarneeb-deal/1``.

A hand's deal follows from a secret 32-byte server seed and four strings, one of each player (empty if none
was given). ``commitment(seed)`` may be shown before the hand is over and gives nothing away; once the seed is
shown too, anyone can make the deal again. docs/shuffle.md describes the method for a second implementation,
with test vectors. A change of anything here that changes a deal needs a new method number.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Final

from games.engine.cards import DECK, SEATS, Card, Seat, next_seat

METHOD: Final = "tarneeb-deal/1"
SEED_BYTES: Final = 32


def _tagged(purpose: str) -> bytes:
    """What every hash of one purpose starts with, so that none can pass for one made for another."""
    return f"{METHOD}/{purpose}\0".encode("ascii")


def _check_seed(seed: bytes) -> None:
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")


def commitment(seed: bytes) -> str:
    """The seed's commitment, 64 hexadecimal digits. Raises ValueError unless the seed has 32 bytes."""
    _check_seed(seed)
    return hashlib.sha256(_tagged("commitment") + seed).hexdigest()


def _key(seed: bytes, player_seeds: Sequence[str]) -> bytes:
    """One key from all the seeds. Lengths go before the strings, so that no two sets of seeds read alike."""
    parts = [_tagged("key"), seed]
    for text in player_seeds:
        encoded = text.encode("utf-8")
        parts += [len(encoded).to_bytes(4, "big"), encoded]
    return hashlib.sha256(b"".join(parts)).digest()


def _stream(key: bytes) -> Iterator[int]:
    """Bytes without end: the hashes of the key and a counter, one after another."""
    start = _tagged("stream") + key
    counter = 0
    while True:
        yield from hashlib.sha256(start + counter.to_bytes(8, "big")).digest()
        counter += 1


def _below(limit: int, stream: Iterator[int]) -> int:
    """A number from 0 to ``limit`` - 1, each equally likely.

    A byte beyond the last whole multiple of ``limit`` is thrown away: folding it back would favour the low
    numbers.
    """
    fair = 256 - 256 % limit
    return next(byte for byte in stream if byte < fair) % limit


def shuffled_deck(seed: bytes, player_seeds: Sequence[str]) -> tuple[Card, ...]:
    """The whole deck in the order it is dealt. Takes and raises as ``deal_cards``."""
    _check_seed(seed)
    if len(player_seeds) != len(SEATS):
        raise ValueError("there are four player seeds, in seat order")
    stream = _stream(_key(seed, player_seeds))
    deck = list(DECK)
    for place in range(len(deck) - 1, 0, -1):
        chosen = _below(place + 1, stream)
        deck[place], deck[chosen] = deck[chosen], deck[place]
    return tuple(deck)


def deal_cards(seed: bytes, player_seeds: Sequence[str], dealer: Seat) -> tuple[tuple[Card, ...], ...]:
    """Four thirteens in seat order, each in the order dealt: one card at a time from the dealer's right.

    Takes a 32-byte seed, four strings in seat order, and the dealing seat. Raises ValueError when the seed is
    not 32 bytes long or there are not four strings, UnicodeEncodeError (a ValueError) for a string that is no
    proper Unicode text.
    """
    deck = shuffled_deck(seed, player_seeds)
    first = next_seat(dealer)
    return tuple(deck[(seat - first) % 4 :: 4] for seat in SEATS)
