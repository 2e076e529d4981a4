"""The values and objects that frames carry."""

from django.utils.translation import gettext_lazy as _

from games.engine.results import Outcome, Reason
from games.engine.variants import OptionSpec, get_variant
from games.models import Table
from games.models.tables import TURN_LENGTHS
from games.socket_page.shapes import (
    Choice,
    Field,
    Shape,
    flag,
    four,
    integer,
    list_of,
    one_of,
    or_null,
    pair,
    ref,
    text,
)

OPTION_TEXTS = {
    "target": _("The score to which the match goes."),
    "single_round": _("Each seat speaks once in the auction."),
    "dealer_must_bid": _("When the first three pass, the dealer has to bid 7."),
    "no_trump": _("A hand may be played without trumps."),
    "first_lead_trump": _("The declarer's first lead has to be a trump, where one is held."),
    "egyptian": _("The Egyptian auction: bids name a trump, a pass is not final, opponents may double."),
}


def _option(spec: OptionSpec) -> Field:
    schema = flag() if isinstance(spec.default, bool) else one_of(spec.allowed)
    return Field(spec.name, schema, OPTION_TEXTS[spec.name])


_TRICKS = integer(0, 13)
_POSITION = Field("position", ref("Seat"), _("Which seat it is."))
_KIND = Field("kind", one_of(("empty", "person", "bot")), _("What fills the seat."))
_NAME = Field("name", or_null(text()), _("The name to show; null where the seat is empty."))
_ONLINE = Field(
    "online",
    flag(),
    _("True where the seat's person has a socket open at this table; false for bots and empty seats."),
)
_WATCHERS = Field(
    "watchers",
    integer(0),
    _("How many watch without a seat: accounts, each counted once, and visitors' sockets."),
)
_TABLE_ID = Field("id", ref("Id"), _("The table's id, as in its address."))
_VARIANT = Field("variant", ref("Variant"), _("The game."))
_OPTIONS = Field("options", ref("Options"), _("All options of the game, with the values chosen."))
_TURN_SECONDS = Field(
    "turn_seconds",
    or_null(one_of(TURN_LENGTHS)),
    _("How long a person may think, in seconds; null: without limit."),
)

SHAPES = (
    Shape(
        "TarneebOptions",
        _("The options of %(tarneeb)s: the target and the house rules, each off unless chosen."),
        tuple(map(_option, get_variant("tarneeb").option_specs)),
    ),
    Shape(
        "FortyOneOptions",
        _("The options of the two 41 games, which always go to 41."),
        tuple(map(_option, get_variant("syrian41").option_specs)),
    ),
    Shape(
        "Table",
        _("What everyone may know of a table."),
        (
            _TABLE_ID,
            _VARIANT,
            _OPTIONS,
            _TURN_SECONDS,
            Field(
                "visibility",
                one_of(Table.Visibility.values),
                _("%(open)s: listed in the lobby; %(link)s: found only by those who have its address."),
            ),
            Field(
                "status",
                one_of(Table.Status.values),
                _(
                    "%(waiting)s: no match is being played, seats may change; %(closed)s: nothing happens "
                    "here any more."
                ),
            ),
            Field(
                "owner",
                or_null(ref("Id")),
                _("The user who may start, fill seats with bots and remove people."),
            ),
            Field(
                "match",
                or_null(ref("Id")),
                _("The match being played, or else the last one; null before the first."),
            ),
            Field(
                "link",
                text("^/tables/[a-z0-9]{1,32}/$"),
                _("The path of the table's page, to invite people with."),
            ),
            _WATCHERS,
            Field(
                "removed",
                list_of(ref("Id")),
                _(
                    "While no match is played: the users whom the owner took out of a seat here within the "
                    "last minute."
                ),
            ),
            Field("seats", four(ref("TableSeat")), _("The four seats, in the order of their positions.")),
        ),
    ),
    Shape(
        "TableSeat",
        _("Who fills a seat."),
        (
            _POSITION,
            _KIND,
            _NAME,
            Field("user", or_null(ref("Id")), _("The person's id; null for bots and empty seats.")),
            Field(
                "held_by_bot",
                flag(),
                _("A bot plays for the person of this seat, who is away and may take it back."),
            ),
            Field("ready", flag(), _("The person has said ready for the next match.")),
            _ONLINE,
        ),
    ),
    Shape(
        "You",
        _("What the table is to the one who reads this."),
        (
            Field("seat", or_null(ref("Seat")), _("Your seat; null: you watch.")),
            Field("owner", flag(), _("The table is yours.")),
            Field("held_by_bot", flag(), _("A bot plays for you; take your seat back before you move.")),
            Field("user", or_null(ref("Id")), _("Your own id; null for a visitor without an account.")),
        ),
    ),
    Shape(
        "Clock",
        _("The time of the person in turn."),
        (
            Field("seat", ref("Seat"), _("The seat in turn.")),
            Field("ends_at", ref("Time"), _("When the time runs out, by the server's clock.")),
            Field("length_ms", integer(0), _("How long the whole turn is, in milliseconds.")),
        ),
    ),
    Shape(
        "Observation",
        _("All that one seat, or a spectator, may know of a match."),
        (
            _VARIANT,
            _OPTIONS,
            Field("version", ref("Version"), _("The version of the match that this shows.")),
            Field("phase", ref("Phase"), _("What the match waits for.")),
            Field("seat", or_null(ref("Seat")), _("The seat whose view this is; null: a spectator's.")),
            Field(
                "turn",
                or_null(ref("Seat")),
                _("The seat that is to move; null between hands and at the end."),
            ),
            Field(
                "legal",
                list_of(ref("Move")),
                _("Your legal moves, all of them; empty unless it is your turn."),
            ),
            Field(
                "hand",
                or_null(ref("Hand")),
                _("The hand in play, or the last one until the next deal; null where there is none to show."),
            ),
            Field("scores", ref("Scores"), _("The scores of the match up to now.")),
            Field("target", integer(1), _("The score to which the match goes.")),
            Field("results", list_of(ref("HandResult")), _("Every finished hand of the match, in order.")),
            Field("result", or_null(ref("MatchResult")), _("How the match ended; null while it is played.")),
        ),
    ),
    Shape(
        "Hand",
        _("The hand in play, or the finished one until the next deal."),
        (
            Field("ordinal", integer(1), _("Counts every deal of the match, from 1.")),
            Field(
                "number",
                integer(1),
                _(
                    "The number that the hand has if it comes to be scored; passed-out and cancelled hands"
                    " use none up."
                ),
            ),
            Field("dealer", ref("Seat"), _("Who dealt; the seat on the dealer's right speaks first.")),
            Field(
                "cards",
                or_null(list_of(ref("Card"), 0, 13)),
                _("The cards that you still hold; null for a spectator."),
            ),
            Field("counts", four(_TRICKS), _("How many cards each seat still holds.")),
            Field(
                "revealed",
                or_null(ref("Card")),
                _("In Syrian 41 the dealer's card that all may see; it stays in the dealer's hand."),
            ),
            Field("trump", or_null(ref("Trump")), _("The trump; null until it is known.")),
            Field(
                "declarer",
                or_null(ref("Seat")),
                _("Who won the auction; null before its end and in the 41 games."),
            ),
            Field(
                "contract",
                or_null(ref("Bid")),
                _("The bid that won; null before the end of the auction and in the 41 games."),
            ),
            Field("doubled", flag(), _("The highest bid has been doubled.")),
            Field(
                "calls",
                list_of(pair(ref("Seat"), ref("Call"))),
                _("Every call of the auction, in order, each with its seat."),
            ),
            Field(
                "plays",
                list_of(pair(ref("Seat"), ref("Card")), 0, 52),
                _("Every card played in the hand, in order, each with its seat; four make a trick."),
            ),
            Field("tricks", four(_TRICKS), _("How many tricks each seat has taken.")),
        ),
    ),
    Shape(
        "HandResult",
        _("How a hand ended."),
        (
            Field("ordinal", integer(1), _("Counts every deal of the match, from 1.")),
            Field(
                "number",
                or_null(integer(1)),
                _("Counts the scored hands, from 1; null for a hand that was not scored."),
            ),
            Field("dealer", ref("Seat"), _("Who dealt.")),
            Field(
                "outcome",
                one_of(Outcome),
                _(
                    "%(passed_out)s: nobody bid; %(cancelled)s: the four bids of a 41 game came to less "
                    "than 11."
                ),
            ),
            Field(
                "declarer",
                or_null(ref("Seat")),
                _("Who won the auction; null in the 41 games and where nobody bid."),
            ),
            Field("contract", or_null(ref("Bid")), _("The bid that won; null likewise.")),
            Field("doubled", flag(), _("The contract was doubled: the points are twice.")),
            Field("trump", or_null(ref("Trump")), _("The trump; null where none was named.")),
            Field("revealed", or_null(ref("Card")), _("The card that Syrian 41 shows, else null.")),
            Field(
                "bids", four(or_null(ref("Bid"))), _("The last bid of each seat; null where it made none.")
            ),
            Field(
                "tricks",
                or_null(four(_TRICKS)),
                _("The tricks of each seat; null where the hand was not scored."),
            ),
            Field(
                "points",
                or_null(ref("Scores")),
                _("What the hand added to the scores; null where it was not scored."),
            ),
            Field("scores", ref("Scores"), _("The scores after the hand.")),
        ),
    ),
    Shape(
        "MatchResult",
        _("How a match ended."),
        (
            Field(
                "winner", or_null(ref("Team")), _("The team that won; null for a match that was abandoned.")
            ),
            Field(
                "reason",
                one_of(Reason),
                _(
                    "%(target)s: played to the end; %(abandoned)s: everybody left, or four hands in a row "
                    "were not played and no person bid; %(forfeit)s: a team "
                    "gave up."
                ),
            ),
            Field("scores", ref("Scores"), _("The scores at the end.")),
        ),
    ),
    Shape(
        "LobbyEntry",
        _("An open table as the lobby shows it."),
        (
            _TABLE_ID,
            _VARIANT,
            _OPTIONS,
            _TURN_SECONDS,
            Field("status", one_of(("waiting", "playing")), _("Whether a match is being played.")),
            Field("seats", four(ref("LobbySeat")), _("The four seats, in the order of their positions.")),
            _WATCHERS,
            Field(
                "scores",
                or_null(ref("Scores")),
                _("The scores of the match being played; null at a waiting table."),
            ),
            Field(
                "hand",
                or_null(integer(0)),
                _("The number of the hand being played; null at a waiting table."),
            ),
            Field("created_at", ref("Time"), _("When the table was opened.")),
        ),
    ),
    Shape(
        "LobbySeat",
        _("A seat as the lobby shows it."),
        (_POSITION, _KIND, _NAME, _ONLINE),
    ),
)

CHOICES = (
    Choice(
        "Options", _("The options of the game that the table plays."), ("TarneebOptions", "FortyOneOptions")
    ),
)
