"""The values that frames carry and that are no objects: cards, calls, seats, times."""

from django.utils.translation import gettext_lazy as _

from games.engine.cards import RANK_LETTERS, SUIT_LETTERS
from games.engine.state import Phase
from games.engine.variants import variants
from games.socket_page.shapes import Simple, integer, one_of, text

_SUITS = "|".join(SUIT_LETTERS)
_BID = rf"([2-9]|1[0-3])({_SUITS}|NT)?"
_CARD = f"[{SUIT_LETTERS}][{RANK_LETTERS}]"
HIGHEST_VERSION = 2**31 - 1

SIMPLE = (
    Simple(
        "Seat",
        _("A seat. Seat s + 1 (after 3 comes 0) sits on the right of seat s."),
        one_of(range(4)),
        "0 | 1 | 2 | 3",
    ),
    Simple("Team", _("A team: 0 is seats 0 and 2, 1 is seats 1 and 3."), one_of((0, 1)), "0 | 1"),
    Simple("Card", _("A card: suit, then rank."), text(f"^{_CARD}$"), '"SA", "HT", "C2"'),
    Simple("Trump", _("A suit, or no trump."), one_of((*SUIT_LETTERS, "NT")), '"C" | "D" | "H" | "S" | "NT"'),
    Simple(
        "Bid",
        _("A number of tricks and, in the Egyptian auction, a trump."),
        text(f"^{_BID}$"),
        '"7", "8H", "9NT"',
    ),
    Simple(
        "Call",
        _("What is said in an auction: a bid, a pass or a double."),
        text(f"^({_BID}|pass|double)$"),
        'Bid | "pass" | "double"',
    ),
    Simple(
        "Move",
        _("What a seat may do: a call, the name of the trump, or a card."),
        text(f"^({_BID}|pass|double|{_SUITS}|NT|{_CARD})$"),
        "Call | Trump | Card",
    ),
    Simple(
        "Variant",
        _("The game."),
        one_of(variant.key for variant in variants()),
        " | ".join(f'"{variant.key}"' for variant in variants()),
    ),
    Simple(
        "Phase",
        _("What the match waits for."),
        one_of(str(phase.value) for phase in Phase),
        " | ".join(f'"{phase.value}"' for phase in Phase),
    ),
    Simple(
        "Version",
        _("The version of a match: how many deals, moves and early ends it has had."),
        integer(0, HIGHEST_VERSION),
        "integer",
    ),
    Simple(
        "Time",
        _("A time by the server's clock: milliseconds since 1970-01-01 00:00 UTC."),
        integer(0),
        "integer",
    ),
    Simple(
        "Id",
        _("An id of a table, a match or a user: short, and unlike any other."),
        text("^[a-z0-9]{1,32}$"),
        "string",
    ),
    Simple(
        "ClientId",
        _("A client's own name for a move: 1 to 64 printable ASCII characters without a space."),
        text("^[!-~]{1,64}$"),
        "string",
    ),
    Simple(
        "Scores",
        _("Scores or points: two, by team, in %(tarneeb)s; four, by seat, in the 41 games."),
        {
            "type": "array",
            "items": integer(),
            "oneOf": [{"minItems": 2, "maxItems": 2}, {"minItems": 4, "maxItems": 4}],
        },
        "[integer, integer] | [integer, integer, integer, integer]",
    ),
)
