"""The ASGI application: pages over HTTP, tables over WebSockets."""

import os
from typing import Any

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarneeb_site.settings")

# Django must be set up before anything that imports models.
pages = get_asgi_application()

from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.sessions import SessionMiddlewareStack  # noqa: E402
from django.urls import re_path  # noqa: E402

from accounts.sockets import SocketUser  # noqa: E402
from games.routing import websocket_urlpatterns  # noqa: E402
from tarneeb_site.origin import OwnPagesOnly  # noqa: E402


async def no_such_socket(_scope: Any, receive: Any, send: Any) -> None:
    """Refuses a socket at an address that has none; the router would log it as a fault of ours."""
    await receive()
    await send({"type": "websocket.close"})


def with_plain_send(inner: Any) -> Any:
    """Lets a socket send past the layers around it: Channels' sessions look at every frame for a change to
    save, and no socket changes its session."""

    async def application(scope: Any, receive: Any, send: Any) -> Any:
        return await inner({**scope, "plain_send": send}, receive, send)

    return application


sockets = URLRouter([*websocket_urlpatterns, re_path("", no_such_socket)])  # type: ignore[arg-type]
application = ProtocolTypeRouter(
    {
        "http": pages,
        # A socket carries the session cookie, so a page of another site must not be able to open one.
        "websocket": with_plain_send(OwnPagesOnly(SessionMiddlewareStack(SocketUser(sockets)))),
    }
)
