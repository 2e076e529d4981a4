"""Opening a table, and the table's page."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.services import user_or_guest
from games.forms import NewTableForm
from games.models import Table
from games.selectors.tables import get_table, latest_match
from games.sentences import sentence
from games.services import tables as table_services
from games.services.errors import TableCode, TableError
from games.variant_texts import HOUSE_RULES, VARIANTS, variant_text
from games.views.seated import redirect_to_own_table


@require_http_methods(["GET", "HEAD", "POST"])
def new_table(request: HttpRequest) -> HttpResponse:
    """The form that opens a table; `?variant=` chooses a game beforehand."""
    if request.method != "POST":
        wanted = request.GET.get("variant")
        known = any(text.key == wanted for text in VARIANTS)
        return _form_page(request, NewTableForm(initial={"variant": wanted} if known else None))
    form = NewTableForm(request.POST)
    if not form.is_valid():
        return _form_page(request, form, status=422)
    with_bots = form.cleaned_data["opponents"] == "bots"
    open_table = table_services.play_with_bots if with_bots else table_services.create_table
    try:
        with user_or_guest(request) as user:
            table = open_table(
                user,
                form.cleaned_data["variant"],
                form.options(),
                form.turn_length(),
                form.cleaned_data["visibility"],
            )
    except TableError as error:
        if error.code == TableCode.ALREADY_SEATED:
            return redirect_to_own_table(request, error)
        form.add_error(None, sentence(error))
        return _form_page(request, form, status=422)
    return redirect("games:table", table.public_id)


@never_cache
@require_safe
def table(request: HttpRequest, table_id: str) -> HttpResponse:
    """The table's page. What is played there comes over the socket; nothing of it is in the page.

    A table that was closed leads to the last match that was played at it.
    """
    found = get_table(table_id)
    if found is None:
        raise Http404
    if found.status == Table.Status.CLOSED:
        last = latest_match(found)
        if last is None:
            raise Http404
        return redirect("games:match", last.public_id)
    context = {
        "table": found,
        "variant": variant_text(found.variant),
        "socket_path": f"/ws/tables/{found.public_id}/",
        "trick_pause_ms": settings.TARNEEB_TRICK_PAUSE_MS,
    }
    return render(request, "games/table.html", context)


def _form_page(request: HttpRequest, form: NewTableForm, status: int = 200) -> HttpResponse:
    context = {"form": form, "variants": VARIANTS, "house_rules": HOUSE_RULES}
    return render(request, "games/new_table.html", context, status=status)
