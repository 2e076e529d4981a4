"""What can be done at a table by a POST: sit, stand, be ready, remove, fill with bots, start, leave, return.

A script is answered in JSON, `{"ok": true}` or a code with its sentence; a plain form goes back to the table
with the sentence as a message.
"""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.models import User
from accounts.services import user_or_guest
from games.sentences import sentence
from games.services import tables
from games.services.errors import TableCode, TableError

# What a code means in HTTP; every other refusal is a conflict with how the table stands.
STATUSES = {
    TableCode.TABLE_NOT_FOUND: 404,
    TableCode.NO_SUCH_SEAT: 404,
    TableCode.NOT_OWNER: 403,
    TableCode.NOT_SEATED: 403,
}
LOG_IN = "log_in"


@require_POST
def sit(request: HttpRequest, table_id: str) -> HttpResponse:
    """Takes `position`, 0 to 3. A visitor sits down as a guest, and gets the page anew as that guest."""
    position = _position(request)
    if position < 0:
        return _refused(request, table_id, TableError(TableCode.NO_SUCH_SEAT))
    newcomer = not request.user.is_authenticated
    try:
        with user_or_guest(request) as user:
            tables.sit(table_id, user, position)
    except TableError as error:
        return _refused(request, table_id, error)
    return _done(request, table_id, reload=newcomer)


@require_POST
def stand(request: HttpRequest, table_id: str) -> HttpResponse:
    """Leaves the seat free while no match is played."""
    return _act(request, table_id, lambda user: tables.stand(table_id, user))


@require_POST
def bots(request: HttpRequest, table_id: str) -> HttpResponse:
    """Fills the empty seats with bots."""
    return _act(request, table_id, lambda user: tables.fill_with_bots(table_id, user))


@require_POST
def start(request: HttpRequest, table_id: str) -> HttpResponse:
    """Starts the match."""
    return _act(request, table_id, lambda user: tables.start_match(table_id, user))


@require_POST
def leave(request: HttpRequest, table_id: str) -> HttpResponse:
    """Leaves for good: a bot takes the seat. Goes to the home page."""
    return _act(request, table_id, lambda user: tables.leave(table_id, user), then=reverse("games:home"))


@require_POST
def take_back(request: HttpRequest, table_id: str) -> HttpResponse:
    """Takes one's own seat back from the bot that held it."""
    return _act(request, table_id, lambda user: tables.take_back(table_id, user))


@require_POST
def ready(request: HttpRequest, table_id: str) -> HttpResponse:
    """Says that one is ready for a match, the first at this table or another one; with `ready` 0, that one is
    not any more."""
    is_ready = request.POST.get("ready") != "0"
    return _act(request, table_id, lambda user: tables.ready(table_id, user, is_ready))


@require_POST
def remove(request: HttpRequest, table_id: str) -> HttpResponse:
    """Takes `position`, 0 to 3, and frees that seat."""
    position = _position(request)
    return _act(request, table_id, lambda user: tables.remove(table_id, user, position))


def _position(request: HttpRequest) -> int:
    """Gives the position that the form names, -1 where it names none of the four."""
    position = request.POST.get("position", "")
    return int(position) if position in ("0", "1", "2", "3") else -1


def _act(
    request: HttpRequest, table_id: str, act: Callable[[User], object], then: str | None = None
) -> HttpResponse:
    """Does `act` as the logged-in user, and answers; `then` is where to go from there, if not the table."""
    if not isinstance(request.user, User):
        text = _("Log in, or sit down as a guest, to do this.")
        return _answer_refusal(request, table_id, LOG_IN, text, 403)
    try:
        act(request.user)
    except TableError as error:
        return _refused(request, table_id, error)
    return _done(request, table_id, then=then)


def _done(request: HttpRequest, table_id: str, then: str | None = None, reload: bool = False) -> HttpResponse:
    address = then or reverse("games:table", args=[table_id])
    if _wants_page(request):
        return HttpResponseRedirect(address)
    return JsonResponse({"ok": True, "redirect": address} if then or reload else {"ok": True})


def _refused(request: HttpRequest, table_id: str, error: TableError) -> HttpResponse:
    status = next((status for code, status in STATUSES.items() if code == error.code), 409)
    return _answer_refusal(request, table_id, error.code, sentence(error), status)


def _answer_refusal(request: HttpRequest, table_id: str, code: str, text: str, status: int) -> HttpResponse:
    if not _wants_page(request):
        return JsonResponse({"code": code, "text": text}, status=status)
    messages.error(request, text)
    if code in (TableCode.TABLE_NOT_FOUND, TableCode.TABLE_CLOSED):
        return HttpResponseRedirect(reverse("games:lobby"))
    return HttpResponseRedirect(reverse("games:table", args=[table_id]))


def _wants_page(request: HttpRequest) -> bool:
    """A browser that sends a form names HTML; a script that sends one takes anything."""
    return "text/html" in request.headers.get("Accept", "")
