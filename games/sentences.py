"""The sentence that a player reads for every code of a refusal, in the reader's language."""

from collections.abc import Mapping
from typing import Protocol

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine.errors import Code
from games.engine.state import Phase
from games.protocol import SocketCode
from games.services.errors import MoveCode, TableCode
from games.variant_texts import HOUSE_RULES

Text = str | Promise
Param = str | int | None


class Refusal(Protocol):
    """Whatever was refused: a TableError, an EngineError, a move's Answer."""

    @property
    def code(self) -> str | None: ...

    @property
    def params(self) -> Mapping[str, Param]: ...


SUITS: dict[str, Text] = {
    # Translators: the suit ♣; in Arabic سباتي
    "C": _("clubs"),
    # Translators: the suit ♦; in Arabic ديناري
    "D": _("diamonds"),
    # Translators: the suit ♥; in Arabic كبّة
    "H": _("hearts"),
    # Translators: the suit ♠; in Arabic بستوني
    "S": _("spades"),
    # Translators: a hand without trumps; in Arabic بلا طرنيب
    "NT": _("no trump"),
}
RANKS: dict[str, Text] = {
    # Translators: the card A
    "A": _("ace"),
    # Translators: the card K; in Arabic شايب
    "K": _("king"),
    # Translators: the card Q; in Arabic بنت
    "Q": _("queen"),
    # Translators: the card J; in Arabic ولد
    "J": _("jack"),
    "T": "10",
}

_WRONG_PHASE: dict[str, Text] = {
    # Translators: a call is a bid (طلب), a pass (باس) or a double (دبل)
    Phase.AUCTION: _("It is time to bid, not to play."),
    # Translators: tarneeb is the trump suit, in Arabic طرنيب
    Phase.NAMING_TRUMP: _("The tarneeb (trump) has to be named first."),
    Phase.PLAY: _("The bidding is over: play a card."),
    Phase.AWAITING_DEAL: _("The cards have not been dealt yet."),
    Phase.ENDED: _("The match is over."),
}

SENTENCES: dict[str, Text] = {
    Code.NOT_A_MOVE: _("That is not a move."),
    Code.NOT_YOUR_TURN: _("It is not your turn."),
    Code.MATCH_OVER: _("The match is over."),
    Code.NO_HAND_DEALT: _("The cards have not been dealt yet."),
    Code.WRONG_PHASE: _("That cannot be done now."),
    # Translators: a bid is طلب
    Code.BID_TOO_LOW: _("%(bid)s is not enough: bid more than %(high)s."),
    Code.BID_OUT_OF_RANGE: _("%(bid)s cannot be bid: bids go from %(lowest)s to %(highest)s."),
    Code.BID_NEEDS_SUIT: _("A bid names a number and a suit here."),
    Code.BID_TAKES_NO_SUIT: _("A bid is only a number here, without a suit."),
    # Translators: to pass is باس
    Code.PASS_NOT_ALLOWED: _("You cannot pass here: make a bid."),
    Code.MUST_BID_SEVEN: _("All others passed: the dealer must bid 7."),
    # Translators: to double is دبل
    Code.NOTHING_TO_DOUBLE: _("There is no bid to double."),
    Code.DOUBLE_OWN_TEAM: _("You cannot double your own team's bid."),
    Code.ALREADY_DOUBLED: _("This bid has been doubled already."),
    Code.DOUBLE_NOT_PLAYED: _("Doubling is not played at this table."),
    Code.NO_TRUMP_NOT_PLAYED: _("No trump is not played at this table."),
    # Translators: card is one card by name, as "the ace of spades" without "the"
    Code.CARD_NOT_HELD: _("You do not hold this card: %(card)s."),
    # Translators: suit is one of clubs, diamonds, hearts, spades
    Code.MUST_FOLLOW_SUIT: _("You must follow suit: you hold %(suit)s."),
    Code.MUST_LEAD_TRUMP: _("The first lead must be a trump: play %(suit)s."),
    Code.NOT_A_SEAT: _("There is no such seat."),
    Code.NOT_A_TEAM: _("There is no such team."),
    Code.DEAL_NOT_AWAITED: _("The cards have been dealt already."),
    Code.NOT_A_FULL_DEAL: _("That is not a whole deck of cards."),
    Code.UNKNOWN_VARIANT: _("There is no such game."),
    Code.OPTION_UNKNOWN: _("This game has no such house rule."),
    Code.OPTION_VALUE: _("This house rule cannot be set so: %(option)s."),
    Code.OPTION_MISSING: _("This house rule has to be set: %(option)s."),
    Code.OPTIONS_EXCLUDE: _("These house rules do not go together: %(option)s, %(other)s."),
    MoveCode.STALE_VERSION: _("The table has moved on since. Look again, then choose."),
    MoveCode.MATCH_NOT_FOUND: _("There is no such match."),
    MoveCode.NOT_YOUR_SEAT: _("You do not sit in this match."),
    MoveCode.SEAT_HELD_BY_BOT: _("A bot is playing for you. Take your seat back first."),
    MoveCode.NOT_DUE: _("There is still time for this turn."),
    MoveCode.BAD_CLIENT_ID: _("The message could not be read."),
    TableCode.TABLE_NOT_FOUND: _("There is no such table."),
    TableCode.TABLE_CLOSED: _("This table is closed."),
    TableCode.MATCH_RUNNING: _("That is not possible while a match is being played."),
    TableCode.NO_MATCH_RUNNING: _("No match is being played at this table."),
    TableCode.NO_SUCH_SEAT: _("There is no such seat."),
    TableCode.SEAT_TAKEN: _("Somebody else sits there already."),
    TableCode.SEAT_NOT_TAKEN: _("No person sits there."),
    TableCode.OWN_SEAT: _("This is your own seat. To leave it, stand up."),
    TableCode.PLAYER_READY: _("This player is ready to play and cannot be removed."),
    TableCode.REMOVED_FROM_TABLE: _(
        "The owner of the table freed your seat. You cannot sit here again yet; seconds left: %(seconds)s."
    ),
    TableCode.SEATS_EMPTY: _("All four seats have to be filled first."),
    TableCode.ALREADY_SEATED: _("You are playing a match at another table. Finish or leave it first."),
    TableCode.NOT_SEATED: _("You do not sit at this table."),
    TableCode.NOT_OWNER: _("Only the owner of the table can do that."),
    TableCode.SEAT_NOT_HELD_BY_BOT: _("No bot is playing for you."),
    TableCode.UNKNOWN_TURN_LENGTH: _("A turn cannot have this length."),
    TableCode.UNKNOWN_VISIBILITY: _("A table is open or by link."),
    SocketCode.BAD_FRAME: _("The message could not be read."),
    SocketCode.FRAME_TOO_LONG: _("The message is too long."),
    SocketCode.LOGIN_EXPIRED: _("You are no longer logged in. Log in again to play on."),
    SocketCode.SERVER_ERROR: _("Something went wrong here. Nothing was changed; try again."),
    SocketCode.TOO_MANY_FRAMES: _("Too much was sent at once. Wait a moment, then load the page again."),
    SocketCode.TOO_MANY_CONNECTIONS: _("Too many pages are open. Close some, then load this one again."),
    SocketCode.UNKNOWN_PROTOCOL: _("The site does not speak this version of the protocol."),
}
"""One sentence for every code of the engine, the services and the socket."""


def sentence(refusal: Refusal) -> str:
    """Gives the sentence for a refusal in the active language."""
    return sentence_of(refusal.code or "", refusal.params)


def sentence_of(code: str, params: Mapping[str, Param]) -> str:
    """Gives the sentence for a code and its parameters in the active language."""
    if code == Code.WRONG_PHASE and params.get("phase") in _WRONG_PHASE:
        return str(_WRONG_PHASE[str(params["phase"])])
    words = {key: _word(key, value) for key, value in params.items()}
    return str(SENTENCES[code]) % words


def card_name(card: str) -> str:
    """Gives a card's name, "SA" as "ace of spades"."""
    rank = str(RANKS.get(card[1], card[1]))
    # Translators: a card by name, "ace of spades"
    return gettext("%(rank)s of %(suit)s") % {"rank": rank, "suit": str(SUITS[card[0]])}


def bid_name(bid: str) -> str:
    """Gives a bid as it is spoken, "8" as "8" and "8H" as "8 hearts"."""
    tricks = bid.rstrip("CDHSNT")
    suit = bid[len(tricks) :]
    if not suit:
        return tricks
    # Translators: a bid of a number and a suit, "8 hearts"
    return gettext("%(tricks)s %(suit)s") % {"tricks": tricks, "suit": str(SUITS[suit])}


def _word(key: str, value: Param) -> str:
    text = "" if value is None else str(value)
    if key == "card":
        return card_name(text)
    if key == "suit":
        return str(SUITS.get(text, text))
    if key in ("bid", "high"):
        return bid_name(text)
    if key in ("option", "other"):
        return next((str(rule.label) for rule in HOUSE_RULES if rule.key == text), text)
    return text
