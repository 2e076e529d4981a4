"""What can be done at a table by a POST, and why it may be refused."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from games.services.errors import TableCode
from games.socket_page.shapes import Text


@dataclass(frozen=True)
class Action:
    """One address under a table's. table_not_found, table_closed and log_in go without saying."""

    path: str
    text: Text
    refusals: tuple[str, ...]
    field: str = ""


ACTIONS = (
    Action(
        "sit",
        _(
            "Sits down in a seat that is empty or a bot's, while no match is played; from another seat of "
            "this "
            "table you move over. A visitor becomes a guest."
        ),
        (
            TableCode.NO_SUCH_SEAT,
            TableCode.SEAT_TAKEN,
            TableCode.MATCH_RUNNING,
            TableCode.ALREADY_SEATED,
            TableCode.REMOVED_FROM_TABLE,
        ),
        "position=0…3",
    ),
    Action(
        "stand",
        _("Frees your seat while no match is played. A table without people closes."),
        (TableCode.NOT_SEATED, TableCode.MATCH_RUNNING),
    ),
    Action(
        "bots",
        _("The owner puts a bot into every empty seat."),
        (TableCode.NOT_OWNER, TableCode.MATCH_RUNNING),
    ),
    Action(
        "start",
        _("The owner starts a match; all seats have to be filled, and nobody needs to be ready."),
        (TableCode.NOT_OWNER, TableCode.SEATS_EMPTY, TableCode.MATCH_RUNNING),
    ),
    Action(
        "ready",
        _(
            "Says that you are ready for a match, the first one here or another. It starts by itself when "
            "the "
            "four seats are filled and every person is ready. With 0 you are not ready any more."
        ),
        (TableCode.NOT_SEATED, TableCode.MATCH_RUNNING),
        "ready=0",
    ),
    Action(
        "remove",
        _(
            "The owner frees the seat of a person who is not ready, while no match is played. That person "
            "cannot "
            "sit at this table again for a minute."
        ),
        (
            TableCode.NOT_OWNER,
            TableCode.NO_SUCH_SEAT,
            TableCode.SEAT_NOT_TAKEN,
            TableCode.PLAYER_READY,
            TableCode.OWN_SEAT,
            TableCode.MATCH_RUNNING,
        ),
        "position=0…3",
    ),
    Action(
        "return",
        _("Takes your seat back from the bot that holds it."),
        (TableCode.NOT_SEATED, TableCode.NO_MATCH_RUNNING, TableCode.SEAT_NOT_HELD_BY_BOT),
    ),
    Action(
        "leave",
        _(
            "Leaves for good. In a match a bot takes the seat over; when the last person leaves, the match"
            " ends "
            "without a winner and the table closes."
        ),
        (TableCode.NOT_SEATED,),
    ),
)
