"""The limits of connections, and the codes with which they are closed."""

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.consumers import limits
from games.protocol import LONGEST_FRAME, LONGEST_TEXT
from games.socket_page.shapes import Text

# What the web server and the settings are told, and cannot be asked for from here.
LARGEST_BYTES: Final = 4096
SOCKETS_AN_ADDRESS: Final = 100
PING_EVERY: Final = 3
PONG_WITHIN: Final = 5


def limits_context() -> dict[str, int]:
    """Gives the figures that the page names."""
    return {
        "account_burst": limits.FRAMES_AN_ACCOUNT_AT_ONCE,
        "account_refill": limits.FRAMES_AN_ACCOUNT_A_SECOND,
        "address_burst": limits.FRAMES_AN_ADDRESS_AT_ONCE,
        "address_refill": limits.FRAMES_AN_ADDRESS_A_SECOND,
        "bad_frames_limit": limits.BAD_FRAMES,
        "burst": limits.FRAMES_AT_ONCE,
        "largest_bytes": LARGEST_BYTES,
        "longest_frame": LONGEST_FRAME,
        "longest_text": LONGEST_TEXT,
        "ping_every": PING_EVERY,
        "pong_within": PONG_WITHIN,
        "refill": limits.FRAMES_A_SECOND,
        "sockets_a_user": limits.SOCKETS_AN_ACCOUNT,
        "sockets_an_address": SOCKETS_AN_ADDRESS,
        "sync_cost": limits.COST_OF_SYNC,
    }


@dataclass(frozen=True)
class Close:
    """A close code, why it comes, and whether to connect again."""

    code: int
    why: Text
    todo: Text


_AGAIN = _("Yes, after a wait as below.")

CLOSES = (
    Close(1000, _("You closed the connection yourself."), _("As you like.")),
    Close(1001, _("The server stops or is started again."), _AGAIN),
    Close(1006, _("Your library's word for a connection that broke off without a code."), _AGAIN),
    Close(
        1009,
        _("The frame was far too large; some libraries report 1002 or 1006."),
        _("A fault of the client: mend it first."),
    ),
    Close(4400, _("Too many frames that could not be read."), _("A fault of the client: mend it first.")),
    Close(
        4401,
        _("The login of this connection ended: a log-out, a new password, or an account that was closed."),
        _(
            "After logging in again. Once with the session that you have now, if you have another one than "
            "before."
        ),
    ),
    Close(4404, _("There is no such table."), _("No.")),
    Close(
        4406,
        _("The site does not speak the protocol that you asked for."),
        _("No; look here for the one that it speaks."),
    ),
    Close(
        4429, _("Too many frames, or too many connections."), _("Once, after half a minute, and with fewer.")
    ),
    Close(4500, _("A fault of ours."), _AGAIN),
)
