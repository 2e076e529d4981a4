"""The lists of open tables."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.models import User
from games.lobby_frames import LobbyEntry
from games.selectors.lobby import PLAYING, WAITING, ShownSeat, open_tables, shown_table, table_of
from games.variant_texts import VARIANTS

# A table with four free seats and a taken seat, from which the page's script makes those that come later.
BLANK: LobbyEntry = {
    "id": "TABLE",
    "variant": "tarneeb",
    "options": {},
    "turn_seconds": None,
    "status": WAITING,
    "seats": [{"position": seat, "kind": "empty", "name": None, "online": False} for seat in range(4)],
    "watchers": 0,
    "scores": None,
    "hand": None,
    "created_at": 0,
}
TAKEN = ShownSeat(position=0, kind="person")


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Open tables with free seats, or with `?show=playing` those being played; `?after=` pages on.

    The first page is kept up to date by its script; those after it are as they were when they were loaded.
    """
    show = PLAYING if request.GET.get("show") == PLAYING else WAITING
    after = request.GET.get("after", "")
    context = {
        "show": show,
        "after": after,
        "page": open_tables(show, after),
        "pager_query": "show=playing" if show == PLAYING else "",
        "own_table": table_of(request.user) if isinstance(request.user, User) else None,
        "blank": shown_table(BLANK),
        "taken": TAKEN,
        "variants": VARIANTS,
    }
    return render(request, "games/lobby.html", context)
