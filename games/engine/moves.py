"""What a seat may submit, and the one text form that sockets, the database and records use.

========== ============================ =====================
move       text                         example
========== ============================ =====================
Bid        tricks, and perhaps a trump  ``7``, ``8H``, ``9NT``
Pass       ``pass``
Double     ``double``
NameTrump  the trump                    ``S``, ``NT``
PlayCard   the card                     ``SA``
========== ============================ =====================
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, TypeAlias

from games.engine.cards import DECK, NO_TRUMP, Card, Suit, Trump
from games.engine.errors import Code, InvalidMove, brief
from games.engine.masks import CARDS_A_SUIT, SUIT_STARTS, subsets

MOST_TRICKS: Final = 13


@dataclass(frozen=True, slots=True)
class Bid:
    """A call that names tricks (1–13) and, in the Egyptian auction, the trump.

    Raises InvalidMove when ``tricks`` is no whole number from 1 to 13. Which bids a game takes is for its
    auction to say.
    """

    tricks: int
    trump: Trump | None = None
    text: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if type(self.tricks) is not int or not 1 <= self.tricks <= MOST_TRICKS:
            raise InvalidMove(Code.NOT_A_MOVE, {"text": brief(self.tricks)})
        text = str(self.tricks) if self.trump is None else f"{self.tricks}{self.trump}"
        object.__setattr__(self, "text", text)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Pass:
    """The call that names nothing."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Double:
    """The call that makes the hand's points count twice; only in the Egyptian auction."""

    def __str__(self) -> str:
        return "double"


@dataclass(frozen=True, slots=True)
class NameTrump:
    """The declarer's choice of trump after the auction."""

    trump: Trump

    def __str__(self) -> str:
        return str(self.trump)


@dataclass(frozen=True, slots=True)
class PlayCard:
    """A card played to the trick. Raises InvalidMove when ``card`` is no card."""

    card: Card

    def __post_init__(self) -> None:
        if not isinstance(self.card, Card):
            raise InvalidMove(Code.NOT_A_MOVE, {"text": brief(self.card)})

    def __str__(self) -> str:
        return self.card.text


Call: TypeAlias = Bid | Pass | Double
Move: TypeAlias = Call | NameTrump | PlayCard

PASS: Final = Pass()
DOUBLE: Final = Double()
TRUMPS: Final[tuple[Trump, ...]] = (*Suit, NO_TRUMP)
NAME_SUIT: Final = tuple(NameTrump(suit) for suit in Suit)
NAME_SUIT_OR_NONE: Final = (*NAME_SUIT, NameTrump(NO_TRUMP))
PLAYS: Final[tuple[PlayCard, ...]] = tuple(PlayCard(card) for card in DECK)
"""The move that plays each card, by ``card.index``."""

ALL_MOVES: Final[tuple[Move, ...]] = (
    PASS,
    DOUBLE,
    *(Bid(tricks) for tricks in range(1, MOST_TRICKS + 1)),
    *(Bid(tricks, trump) for tricks in range(1, MOST_TRICKS + 1) for trump in TRUMPS),
    *NAME_SUIT_OR_NONE,
    *PLAYS,
)
"""Every move that has a text form; any state allows only some of them."""

_BY_TEXT: Final[dict[str, Move]] = {str(move): move for move in ALL_MOVES}


def parse_move(text: str) -> Move:
    """The move written ``text``. Raises InvalidMove (``not_a_move``) for anything else, ``"07"`` included."""
    move = _BY_TEXT.get(text) if isinstance(text, str) else None
    if move is None:
        raise InvalidMove(Code.NOT_A_MOVE, {"text": brief(text)})
    return move


PLAYS_OF_SUIT: Final = tuple(subsets(PLAYS[start : start + CARDS_A_SUIT]) for start in SUIT_STARTS)
"""The moves that play each card of a suit of which a seat holds some: ``PLAYS_OF_SUIT[suit.index][ranks]``.

Legal moves are asked for at every turn and are of one suit whenever a seat follows, so the answer for every
set of a suit's cards is kept ready (8,192 a suit).
"""
