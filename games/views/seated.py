"""What a person is told who already sits at another table."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from games.sentences import sentence
from games.services.errors import TableError


def redirect_to_own_table(request: HttpRequest, error: TableError) -> HttpResponse:
    """Takes the person to the table where they sit, which the error names, and says why."""
    table = error.params.get("table")
    if not table:
        messages.warning(request, sentence(error))
        return redirect("games:lobby")
    messages.warning(request, _("You are in this match: finish or leave it before you play elsewhere."))
    return redirect("games:table", table)
