"""Sockets open from our own pages only."""

from typing import Any

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host


class OwnPagesOnly:
    """Passes on a socket whose page came from the very address that it is opened at, or from a trusted one.

    As strict as Django is with forms. Channels' own validator looks at the name of the host alone: a page
    from another port of it would do, and one that came without HTTPS.
    """

    def __init__(self, application: Any) -> None:
        self._application = application
        self._deny = WebsocketDenier()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        welcome = is_own_page(headers.get(b"origin", ""), headers.get(b"host", ""))
        return await (self._application if welcome else self._deny)(scope, receive, send)


def is_own_page(origin: str, host: str) -> bool:
    """Whether a page of this ``origin`` may open a socket at this ``host``."""
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    domain, _port = split_domain_port(host)
    if not domain or not validate_host(domain, settings.ALLOWED_HOSTS):
        return False
    schemes = ("https",) if settings.SECURE_SSL_REDIRECT else ("http", "https")
    return origin in {f"{scheme}://{host}" for scheme in schemes}
