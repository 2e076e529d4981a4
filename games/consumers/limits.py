"""What one client may ask of a socket; documented on the socket's page."""

import time
from collections.abc import Mapping
from typing import Any

from django.conf import settings

# Frames that cannot be read are answered this often; then the connection is closed.
BAD_FRAMES = 5
# Frames that a connection may send at once, and a second for long.
FRAMES_AT_ONCE = 100
FRAMES_A_SECOND = 50
# What a frame counts for that makes the site read everything about a table.
COST_OF_SYNC = 10
# Sockets that an account may have open in one process.
SOCKETS_AN_ACCOUNT = 20


class Allowance:
    """The frames that a connection may still send: full at first, filled again as time passes."""

    def __init__(self) -> None:
        self._left = float(FRAMES_AT_ONCE)
        self._at = time.monotonic()

    def take(self, cost: int) -> bool:
        """Takes the cost of a frame; False where it is more than is left."""
        now = time.monotonic()
        self._left = min(FRAMES_AT_ONCE, self._left + (now - self._at) * FRAMES_A_SECOND)
        self._at = now
        self._left -= cost
        return self._left >= 0


def sockets_allowed(account: bool) -> int | None:
    """Gives how many sockets a process serves of one account, or of one address without; None for any
    number."""
    return SOCKETS_AN_ACCOUNT if account else settings.TARNEEB_SOCKETS_PER_ADDRESS or None


def address_of(scope: Mapping[str, Any]) -> str:
    """Gives the address that a connection comes from, as the proxies that stand in front tell it."""
    proxies = getattr(settings, "ALLAUTH_TRUSTED_PROXY_COUNT", 0)
    if proxies:
        header: bytes = dict(scope["headers"]).get(b"x-forwarded-for", b"")
        forwarded = header.decode("latin-1").split(",")
        if len(forwarded) >= proxies and forwarded[-proxies].strip():
            return forwarded[-proxies].strip()
    return str((scope.get("client") or ("",))[0])
