"""Cards, holdings and seeds in a text, however they are written."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from games.engine.cards import DECK, mask_of, parse_card

SUIT_SIGNS = {"C": "♣♧", "D": "♦♢", "H": "♥♡", "S": "♠♤"}
SUIT_WORDS = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"} | {
    "سباتي": "C", "ديناري": "D", "كبّة": "H", "كبة": "H", "بستوني": "S"
}  # fmt: skip
RANK_WORDS = {
    "ace": "A", "king": "K", "queen": "Q", "jack": "J", "ten": "T", "nine": "9", "eight": "8", "seven": "7",
    "six": "6", "five": "5", "four": "4", "three": "3", "two": "2", "deuce": "2",
    "آس": "A", "ملك": "K", "شايب": "K", "بنت": "Q", "ولد": "J",
}  # fmt: skip
# The cards of Unicode: a block of sixteen a suit; the knight, which our deck has not, is the twelfth.
PICTURE_SUITS = {0x1F0A0: "S", 0x1F0B0: "H", 0x1F0C0: "D", 0x1F0D0: "C"}
PICTURE_RANKS = {1: "A", 10: "T", 11: "J", 13: "Q", 14: "K"} | {rank: str(rank) for rank in range(2, 10)}

_RANK = r"(?:[2-9TJQKA]|10)"
_SIGN = "[♣♧♦♢♥♡♠♤]"
_CODE = re.compile(rf"(?<![\w-])([CDHS])({_RANK})(?![\w-])", re.ASCII)
_RANK_FIRST = re.compile(rf"(?<![\w-])({_RANK})([CDHS])(?![\w-])", re.ASCII)
_RANK_THEN_SIGN = re.compile(rf"(?<![\w♣-♧])({_RANK})\s?({_SIGN})")
_SIGN_THEN_RANK = re.compile(rf"({_SIGN})\ufe0f?\s?({_RANK})(?!\w)")
_WORDS = re.compile(
    rf"(?<!\w)({'|'.join(RANK_WORDS)}|10|[2-9])(?:\s+of)?\s+({'|'.join(SUIT_WORDS)})(?!\w)", re.IGNORECASE
)
_PICTURE = re.compile("[\U0001f0a1-\U0001f0de]")
_NUMBER = re.compile(r"(?<!\w)(?:0x([0-9a-f]{6,13})|(\d{6,16}))(?!\w)", re.ASCII | re.IGNORECASE)
_INDEXES = re.compile(r"(?:(?<![\d.])[0-5]?\d\s*,\s*){4,}[0-5]?\d(?![\d.])")
_RUN = re.compile(r"[A-Za-z0-9+/=_-]{24,}")
_WINDOW = 20  # characters of a seed that nothing else shares


def cards_in(text: str, bids: frozenset[str] = frozenset()) -> set[str]:
    """Give every card that a text names, as "SA"; ``bids`` as "8H" look like cards and are none."""
    found = {suit + _letter(rank) for suit, rank in _CODE.findall(text)}
    ranks_first = [(rank, suit) for rank, suit in _RANK_FIRST.findall(text)]
    ranks_first += [(rank, _suit(sign)) for rank, sign in _RANK_THEN_SIGN.findall(text)]
    found |= {suit + _letter(rank) for rank, suit in ranks_first if rank + suit not in bids}
    if not text.isascii():
        found |= {_suit(sign) + _letter(rank) for sign, rank in _SIGN_THEN_RANK.findall(text)}
        found |= set(_pictures(text))
    found |= {_word_suit(suit) + _word_rank(rank) for rank, suit in _WORDS.findall(text)}
    return found


def numbers_in(text: str) -> set[int]:
    """Give the numbers of a text that may stand for the cards of a holding."""
    return {
        int(hexadecimal, 16) if hexadecimal else int(number) for hexadecimal, number in _NUMBER.findall(text)
    }


def lists_in(text: str) -> list[frozenset[str]]:
    """Give the cards that the lists of numbers from 0 to 51 in a text may stand for."""
    places = [[int(place) for place in found.split(",")] for found in _INDEXES.findall(text)]
    return [frozenset(str(DECK[place]) for place in some if place < 52) for some in places]


def number_of(cards: Iterable[str]) -> int:
    """Give the number that stands for these cards in the engine."""
    return mask_of(parse_card(card) for card in cards)


def runs_in(text: str) -> list[str]:
    """Give the parts of a text that are long enough to be a seed."""
    return [*_RUN.findall(text), *([text] if "\\x" in text else [])]


class Seeds:
    """Every way to write some seeds; finds them in texts."""

    def __init__(self, seeds: Iterable[bytes]) -> None:
        self._windows = {form[:_WINDOW] for seed in seeds for form in _forms(seed)}

    def found_in(self, run: str) -> bool:
        """Tell whether a run of letters has a seed, or the beginning of one."""
        places = range(len(run) - _WINDOW + 1)
        return any(run[place : place + _WINDOW] in self._windows for place in places)


def _forms(seed: bytes) -> Iterator[str]:
    yield from (seed.hex(), seed.hex().upper(), base64.b64encode(seed).decode())
    yield from (base64.urlsafe_b64encode(seed).decode(), base64.b32encode(seed).decode())
    yield from (str(int.from_bytes(seed, "big")), str(int.from_bytes(seed, "little")), repr(seed)[2:-1])


def _letter(rank: str) -> str:
    return "T" if rank == "10" else rank


def _suit(sign: str) -> str:
    return next(suit for suit, signs in SUIT_SIGNS.items() if sign in signs)


def _word_suit(word: str) -> str:
    return SUIT_WORDS[word.lower()]


def _word_rank(word: str) -> str:
    return RANK_WORDS.get(word.lower(), _letter(word))


def _pictures(text: str) -> Iterator[str]:
    for picture, _same in groupby(_PICTURE.findall(text)):
        block, place = divmod(ord(picture), 16)
        if place in PICTURE_RANKS:
            yield PICTURE_SUITS[block * 16] + PICTURE_RANKS[place]
