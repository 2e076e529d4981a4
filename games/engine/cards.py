"""Suits, ranks, cards and seats, and their text forms.

A card is one object for the whole process, so cards compare by identity. Its text form is suit then rank:
``"SA"`` is the ace of spades, ``"HT"`` the ten of hearts. Sets of cards are numbers (``masks``).
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, IntEnum
from typing import Final, TypeAlias

from games.engine.errors import Code, InvalidMove, brief
from games.engine.masks import SUIT_BITS, MaskTable

SUIT_LETTERS: Final = "CDHS"
RANK_LETTERS: Final = "23456789TJQKA"

Seat: TypeAlias = int
"""A position 0–3. Seat ``s + 1`` sits on the right of seat ``s``."""
Team: TypeAlias = int
"""0 for seats 0 and 2, 1 for seats 1 and 3."""

SEATS: Final = (0, 1, 2, 3)
TEAMS: Final = (0, 1)


def next_seat(seat: Seat) -> Seat:
    """The seat on the right of ``seat``: everything goes anticlockwise."""
    return (seat + 1) & 3


def partner(seat: Seat) -> Seat:
    """The seat opposite."""
    return seat ^ 2


def team_of(seat: Seat) -> Team:
    """The team that ``seat`` plays for."""
    return seat & 1


class Suit(Enum):
    """One of the four suits; ``str()`` and ``text`` give its letter and ``Suit("H")`` reads it."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"

    text: str
    index: int
    mask: int

    def __init__(self, letter: str) -> None:
        self.text = letter
        self.index = SUIT_LETTERS.index(letter)
        self.mask = SUIT_BITS << (13 * self.index)

    def __str__(self) -> str:
        return self.text


class NoTrump(Enum):
    """The type of ``NO_TRUMP``: a trump that is no suit, so that no card is a trump."""

    NO_TRUMP = "NT"

    text: str
    mask: int

    def __init__(self, text: str) -> None:
        self.text = text
        self.mask = 0

    def __str__(self) -> str:
        return self.text


NO_TRUMP: Final = NoTrump.NO_TRUMP
Trump: TypeAlias = Suit | NoTrump
"""What a hand is played in: a suit or ``NO_TRUMP``. Both have a ``mask`` of the cards that are trumps."""


class Rank(IntEnum):
    """2 to 14, the ace highest."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def letter(self) -> str:
        """The letter of the text form: ``"T"`` for a ten."""
        return RANK_LETTERS[self - 2]


class Card:
    """One of the 52 cards in ``DECK``; never made anywhere else.

    ``index`` is 0–51, clubs first and the two lowest; ``bit`` is ``1 << index``; ``suit_mask`` is the mask of
    the whole suit. ``suit_index`` is the suit's, 0–3, and ``rank_bit`` the card's bit in a set of its ranks.
    """

    __slots__ = ("bit", "index", "rank", "rank_bit", "suit", "suit_index", "suit_mask", "text")

    suit: Suit
    rank: Rank
    index: int
    bit: int
    suit_mask: int
    suit_index: int
    rank_bit: int
    text: str

    def __init__(self, suit: Suit, rank: Rank) -> None:
        self.suit = suit
        self.rank = rank
        self.index = suit.index * 13 + rank - 2
        self.bit = 1 << self.index
        self.suit_mask = suit.mask
        self.suit_index = suit.index
        self.rank_bit = 1 << rank - 2
        self.text = suit.value + rank.letter

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Card {self.text}>"

    # One object a card, whatever is done to it: identity is equality.
    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, _memo: object) -> Card:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return parse_card, (self.text,)


DECK: Final[tuple[Card, ...]] = tuple(Card(suit, rank) for suit in Suit for rank in Rank)

SEAT_AND_CARD: Final = tuple(tuple((seat, card) for card in DECK) for seat in SEATS)
"""Each seat with each card, as the plays of a hand have them: ``SEAT_AND_CARD[seat][card.index]``."""

_BY_TEXT: Final[dict[str, Card]] = {card.text: card for card in DECK}
_TRUMP_BY_TEXT: Final[dict[str, Trump]] = {str(trump): trump for trump in (*Suit, NO_TRUMP)}


def parse_card(text: str) -> Card:
    """The card written ``text``, suit then rank. Raises InvalidMove (``not_a_move``) for anything else."""
    card = _BY_TEXT.get(text) if isinstance(text, str) else None
    if card is None:
        raise InvalidMove(Code.NOT_A_MOVE, {"text": brief(text)})
    return card


def parse_trump(text: str) -> Trump:
    """``"C" "D" "H" "S"`` or ``"NT"``. Raises InvalidMove (``not_a_move``) for anything else."""
    trump = _TRUMP_BY_TEXT.get(text) if isinstance(text, str) else None
    if trump is None:
        raise InvalidMove(Code.NOT_A_MOVE, {"text": brief(text)})
    return trump


cards_of: Final = MaskTable(DECK).of
"""``cards_of(mask)``: the cards in ``mask``, clubs first and low before high."""


def mask_of(cards: Iterable[Card]) -> int:
    """The mask of ``cards``."""
    mask = 0
    for card in cards:
        mask |= card.bit
    return mask
