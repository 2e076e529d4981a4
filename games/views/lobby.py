"""The list of open tables."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.selectors.lobby import PLAYING, WAITING, open_tables


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Open tables with free seats, or with `?show=playing` those being played; `?after=` pages on."""
    show = PLAYING if request.GET.get("show") == PLAYING else WAITING
    after = request.GET.get("after", "")
    context = {
        "show": show,
        "after": after,
        "page": open_tables(show, after),
        "pager_query": "show=playing" if show == PLAYING else "",
    }
    return render(request, "games/lobby.html", context)
