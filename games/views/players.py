"""A player's page."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.selectors.players import find_player, player_matches


@require_safe
def player(request: HttpRequest, public_id: str) -> HttpResponse:
    """The name and the matches of a player, newest first; `?after=` pages on."""
    found = find_player(public_id)
    if found is None:
        raise Http404
    after = request.GET.get("after", "")
    context = {"player": found, "after": after, "page": player_matches(found, after)}
    return render(request, "games/player.html", context)
