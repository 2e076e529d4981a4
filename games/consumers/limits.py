"""What one client may ask of a socket; documented on the socket's page."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings

from games.holders import Allowance, Holders

# Frames that cannot be read are answered this often; then the connection is closed.
BAD_FRAMES = 5
# Frames that a connection may send at once, and a second for long.
FRAMES_AT_ONCE = 100
FRAMES_A_SECOND = 50
# The same of all connections of an account in one process together, and of visitors from one address, who may
# be many people.
FRAMES_AN_ACCOUNT_AT_ONCE = 200
FRAMES_AN_ACCOUNT_A_SECOND = 100
FRAMES_AN_ADDRESS_AT_ONCE = 1000
FRAMES_AN_ADDRESS_A_SECOND = 500
# What a frame counts for that makes the site read everything about a table.
COST_OF_SYNC = 10
# Sockets that an account may have open in one process.
SOCKETS_AN_ACCOUNT = 20


def sockets_allowed(account: bool) -> int | None:
    """Gives how many sockets a process serves of one account, or of one address without; None for any
    number."""
    return SOCKETS_AN_ACCOUNT if account else settings.TARNEEB_SOCKETS_PER_ADDRESS or None


def allowances(holders: Holders, holder: str, account: bool) -> list[Allowance]:
    """Gives what a new connection's frames are taken from: an allowance of its own, and the one that its
    account or its address has in all. An address that may have any number of sockets has none."""
    own = Allowance(FRAMES_AT_ONCE, FRAMES_A_SECOND)
    if account:
        return [own, holders.allowance(holder, FRAMES_AN_ACCOUNT_AT_ONCE, FRAMES_AN_ACCOUNT_A_SECOND)]
    if sockets_allowed(account) is None:
        return [own]
    return [own, holders.allowance(holder, FRAMES_AN_ADDRESS_AT_ONCE, FRAMES_AN_ADDRESS_A_SECOND)]


def address_of(scope: Mapping[str, Any]) -> str:
    """Gives the address that a connection comes from, as the proxies that stand in front tell it."""
    proxies = getattr(settings, "ALLAUTH_TRUSTED_PROXY_COUNT", 0)
    if proxies:
        header: bytes = dict(scope["headers"]).get(b"x-forwarded-for", b"")
        forwarded = header.decode("latin-1").split(",")
        if len(forwarded) >= proxies and forwarded[-proxies].strip():
            return forwarded[-proxies].strip()
    return str((scope.get("client") or ("",))[0])
