"""Moves that came before: a client's id of a move gets its first answer again, however late it comes.

While a hand is played its move rows have the ids. An ended hand keeps a short digest of each beside the
move's place; with the version at which the hand was dealt that gives the version answered.
"""

import base64
import hashlib
from collections.abc import Iterable, Sequence

from games.models import Hand, Move

LONGEST_CLIENT_ID = 64
_DIGEST_BYTES = 6


def is_client_id(text: str) -> bool:
    """True for what a client may name its move: 1 to 64 printable ASCII characters without spaces."""
    return 0 < len(text) <= LONGEST_CLIENT_ID and text.isascii() and text.isprintable() and " " not in text


def receipts_of(moves: Iterable[Move]) -> str:
    """Gives what an ended hand keeps of its moves' client ids: "place:digest", parted by spaces."""
    return " ".join(f"{move.place}:{_digest(move.seat, move.client_id)}" for move in moves if move.client_id)


class Receipts:
    """The versions that a match's moves made, by seat and client's id.

    Takes all hands of the match, the last one last, and the moves of the hand in play.
    """

    def __init__(self, hands: Sequence[Hand], moves: Iterable[Move]) -> None:
        self._versions: dict[str, int] = {}
        for hand in hands:
            for receipt in hand.receipts.split():
                place, _colon, digest = receipt.partition(":")
                self._versions[digest] = hand.version_dealt + int(place) + 1
        for move in moves:
            self.add(hands[-1], move)

    def add(self, hand: Hand, move: Move) -> None:
        """Adds a move of the hand in play."""
        if move.client_id:
            self._versions[_digest(move.seat, move.client_id)] = hand.version_dealt + move.place + 1

    def version_answered(self, seat: int, client_id: str) -> int | None:
        """Gives the version with which the seat's move of this client id was accepted; None for an id not
        seen."""
        return self._versions.get(_digest(seat, client_id))


def _digest(seat: int, client_id: str) -> str:
    whole = hashlib.blake2b(f"{seat}:{client_id}".encode(), digest_size=_DIGEST_BYTES).digest()
    return base64.urlsafe_b64encode(whole).decode()
