"""A match's page, its score sheet alone, and its record."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from games.engine.record import write_record
from games.models import Match
from games.selectors.matches import find_match, may_see_table, sheet_of
from games.selectors.records import MatchNotOverError, match_record


@never_cache
@require_safe
def match(request: HttpRequest, match_id: str) -> HttpResponse:
    """The page of a match, running or ended: scores and every hand that has ended."""
    found = _match_or_404(match_id)
    viewer = request.user if isinstance(request.user, User) else None
    table_url = reverse("games:table", args=[found.table.public_id]) if may_see_table(found, viewer) else None
    context = {"match": found, "sheet": sheet_of(found), "table_url": table_url}
    return render(request, "games/match.html", context)


@never_cache
@require_safe
def sheet(request: HttpRequest, match_id: str) -> HttpResponse:
    """The score sheet as a fragment, for the table's page."""
    return render(request, "games/parts/sheet.html", {"sheet": sheet_of(_match_or_404(match_id))})


@never_cache
@require_safe
def record(request: HttpRequest, match_id: str) -> HttpResponse:
    """The record of a match that has ended; while it is played its record would show hidden cards."""
    found = find_match(match_id)
    if found is None:
        return _refusal("match_not_found", _("There is no such match."), 404)
    try:
        text = write_record(match_record(found))
    except MatchNotOverError:
        return _refusal("match_running", _("The record of a match can be had once the match is over."), 409)
    return HttpResponse(text, content_type="application/json; charset=utf-8")


def _match_or_404(match_id: str) -> Match:
    found = find_match(match_id)
    if found is None:
        raise Http404
    return found


def _refusal(code: str, text: str, status: int) -> JsonResponse:
    return JsonResponse({"code": code, "text": text}, status=status)
