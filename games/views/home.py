"""The home page, and the way from it to a dealt hand."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.services import user_or_guest
from games.selectors.lobby import open_tables, table_of
from games.sentences import sentence
from games.services import tables as table_services
from games.services.errors import TableCode, TableError
from games.variant_texts import VARIANTS
from games.views.seated import redirect_to_own_table

TABLES_SHOWN = 5


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What this is, the three games, and who is waiting for players."""
    context = {
        "variants": VARIANTS,
        "open_tables": open_tables(size=TABLES_SHOWN).entries,
        "own_table": table_of(request.user) if isinstance(request.user, User) else None,
    }
    return render(request, "games/home.html", context)


@require_POST
def quick_play(request: HttpRequest) -> HttpResponse:
    """Seats the visitor with three bots and deals. Takes `variant`; goes to the table."""
    variant = request.POST.get("variant", "")
    try:
        with user_or_guest(request) as user:
            table = table_services.quick_play(user, variant)
    except TableError as error:
        if error.code == TableCode.ALREADY_SEATED:
            return redirect_to_own_table(request, error)
        messages.error(request, sentence(error))
        return redirect("games:home")
    return redirect("games:table", table.public_id)
