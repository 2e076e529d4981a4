"""What can happen in a match, as frames tell it."""

from django.utils.translation import gettext_lazy as _

from games.socket_page import story
from games.socket_page.shapes import Choice, Field, Shape, Text, const, flag, integer, list_of, or_null, ref

EVERYONE, OWN_SEAT = "events", "private"


def _event(
    kind: str, name: str, text: Text, fields: tuple[Field, ...], audience: str, **example: object
) -> Shape:
    named = Field("type", const(kind), "")
    return Shape(name, text, (named, *fields), {"type": kind, **example}, audience)


EVENTS = (
    _event(
        "hand_started",
        "HandStarted",
        _("A hand was dealt. The one before is off the table: begin a new hand, with thirteen cards a seat."),
        (
            Field("ordinal", integer(1), _("Counts every deal of the match, from 1.")),
            Field("number", integer(1), _("The number that the hand has if it comes to be scored.")),
            Field("dealer", ref("Seat"), _("Who deals.")),
        ),
        EVERYONE,
        ordinal=1,
        number=1,
        dealer=0,
    ),
    _event(
        "cards_dealt",
        "CardsDealt",
        _("Your thirteen cards. Each seat is told of its own only."),
        (
            Field("seat", ref("Seat"), _("Your seat.")),
            Field("cards", list_of(ref("Card"), 13, 13), _("The cards: clubs first, and low before high.")),
        ),
        OWN_SEAT,
        seat=0,
        cards=story.CARDS,
    ),
    _event(
        "card_revealed",
        "CardRevealed",
        _("In Syrian 41: the dealer's thirteenth card is shown to all. It stays in the dealer's hand."),
        (
            Field("seat", ref("Seat"), _("The dealer.")),
            Field("card", ref("Card"), _("The card.")),
        ),
        EVERYONE,
        seat=0,
        card="S7",
    ),
    _event(
        "trump_set",
        "TrumpSet",
        _("The trump is known."),
        (
            Field("trump", ref("Trump"), _("The trump.")),
            Field("seat", or_null(ref("Seat")), _("Who named it; null where the game itself has it so.")),
        ),
        EVERYONE,
        trump="C",
        seat=0,
    ),
    _event(
        "call_made",
        "CallMade",
        _("A seat called."),
        (
            Field("seat", ref("Seat"), _("Who called.")),
            Field("call", ref("Call"), _("What was called.")),
        ),
        EVERYONE,
        seat=0,
        call="8",
    ),
    _event(
        "auction_ended",
        "AuctionEnded",
        _("The auction is over."),
        (
            Field(
                "declarer",
                or_null(ref("Seat")),
                _("Who won it; null in the 41 games and where nobody bid."),
            ),
            Field("contract", or_null(ref("Bid")), _("The bid that won; null likewise.")),
            Field("doubled", flag(), _("The contract was doubled.")),
        ),
        EVERYONE,
        declarer=0,
        contract="8",
        doubled=False,
    ),
    _event(
        "card_played",
        "CardPlayed",
        _(
            "A seat played a card: it has one card less, and if the seat is yours, that card has left your"
            " hand."
        ),
        (
            Field("seat", ref("Seat"), _("Who played it.")),
            Field("card", ref("Card"), _("The card.")),
        ),
        EVERYONE,
        seat=0,
        card="C5",
    ),
    _event(
        "trick_taken",
        "TrickTaken",
        _(
            "A seat took the trick and leads to the next. It follows the trick's fourth card in the same "
            "frame."
        ),
        (
            Field("seat", ref("Seat"), _("Who took it.")),
            Field("trick", integer(1, 13), _("Which trick of the hand it was.")),
        ),
        EVERYONE,
        seat=3,
        trick=1,
    ),
    _event(
        "hand_ended",
        "HandEnded",
        _("The hand is over. The next deal comes by itself after a pause, unless the match is over too."),
        (Field("result", ref("HandResult"), _("How it ended; add it to the list of results.")),),
        EVERYONE,
        result=story.HAND_RESULT,
    ),
    _event(
        "match_ended",
        "MatchEnded",
        _("The match is over. No further version of it will come."),
        (Field("result", ref("MatchResult"), _("How it ended.")),),
        EVERYONE,
        result=story.ABANDONED,
    ),
)

CHOICES = (
    Choice(
        "PublicEvent",
        _("What happened, as all may know it."),
        tuple(event.name for event in EVENTS if event.audience == EVERYONE),
    ),
    Choice(
        "PrivateEvent",
        _("What happened, as one seat alone may know it."),
        tuple(event.name for event in EVENTS if event.audience == OWN_SEAT),
    ),
)
