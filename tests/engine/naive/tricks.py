"""Which cards may be played, and who takes a trick."""

from __future__ import annotations

HIGH_TO_LOW = "AKQJT98765432"


def height(card: str) -> int:
    """The higher, the better within a suit."""
    return 13 - HIGH_TO_LOW.index(card[1])


def open_cards(held: list[str], trick: list[str], must_lead: str | None = None) -> list[str]:
    """The cards that may be played to ``trick``, the cards on the table. ``must_lead``: a lead has to be of
    this suit, if one is held."""
    wanted = trick[0][0] if trick else must_lead
    of_suit = [card for card in held if card[0] == wanted]
    return of_suit if of_suit else list(held)


def taker(trick: list[str], trump: str) -> int:
    """The place of the card that takes the trick; 0 is the lead. ``trump`` is a suit or ``"NT"``."""
    trumps = [card for card in trick if card[0] == trump]
    led = [card for card in trick if card[0] == trick[0][0]]
    return trick.index(max(trumps if trumps else led, key=height))
