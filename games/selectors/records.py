"""The record of a finished match, from its stored hands."""

from games.engine.cards import Card, Trump, parse_card, parse_trump
from games.engine.moves import Bid, Double, Pass, parse_move
from games.engine.record import FairDeal, HandRecord, MatchRecord
from games.engine.results import MatchResult, Reason
from games.models import Hand, Match

from .states import read_deal

# Players add no strings of their own to a deal.
_PLAYER_SEEDS = ("", "", "", "")


class MatchNotOverError(Exception):
    """The match is being played, and its record would show hidden cards."""


def match_record(match: Match) -> MatchRecord:
    """Gives the record of a match that has ended. Raises MatchNotOverError."""
    if match.status != Match.Status.ENDED:
        raise MatchNotOverError
    return MatchRecord(
        match=match.public_id,
        variant=match.variant,
        options=match.options,
        seats=tuple(match.seat_names),
        hands=tuple(_hand_record(hand) for hand in Hand.objects.filter(match=match).order_by("ordinal")),
        result=MatchResult(match.winner, Reason(match.reason), tuple(match.scores)),
    )


def _hand_record(hand: Hand) -> HandRecord:
    return HandRecord(
        number=hand.number,
        dealer=hand.dealer,
        cards=read_deal(hand.deal),
        revealed=_card(hand.revealed),
        calls=tuple((seat, _call(text)) for seat, text in hand.calls),
        trump=_trump(hand.trump),
        plays=tuple(parse_card(card) for card in hand.plays.split()),
        tricks=None if hand.tricks is None else tuple(hand.tricks),
        points=None if hand.points is None else tuple(hand.points),
        scores=tuple(hand.scores or ()),
        fair=FairDeal(hand.method, hand.commitment, bytes(hand.seed).hex(), _PLAYER_SEEDS),
    )


def _card(text: str) -> Card | None:
    return parse_card(text) if text else None


def _trump(text: str) -> Trump | None:
    return parse_trump(text) if text else None


def _call(text: str) -> Bid | Pass | Double:
    call = parse_move(text)
    if not isinstance(call, Bid | Pass | Double):
        raise ValueError("a stored call is no call")
    return call
