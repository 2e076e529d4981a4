"""The page for developers: how to write a client."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.socket_page.page import page_context


@require_safe
def socket_page(request: HttpRequest) -> HttpResponse:
    """The socket in full: sessions, frames, codes, limits, and a whole session as an example."""
    guest_rate = settings.ACCOUNT_RATE_LIMITS["create_guest"].removesuffix("/ip")
    context = {**page_context(), "guest_days": settings.TARNEEB_GUEST_DAYS, "guest_rate": guest_rate}
    return render(request, "games/socket.html", context)
