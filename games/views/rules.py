"""The rules, a page a game."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.variant_texts import HOUSE_RULES, VARIANTS, variant_text

# Bid, tricks taken, and what they came to: for Tarneeb both teams', else the player's own.
EXAMPLES: dict[str, list[tuple[str, ...]]] = {
    "tarneeb": [
        ("7", "10", "+10", "0"),
        ("8", "7", "−8", "+6"),
        ("9", "8", "−9", "+5"),
        ("12", "13", "+16", "0"),
        ("13", "13", "+26", "0"),
        ("13", "12", "−16", "+2"),
    ],
    "syrian41": [("5", "7", "+5"), ("4", "3", "−4"), ("7", "7", "+7")],
    "tarneeb41": [("4", "5", "+4"), ("5", "5", "+10"), ("5", "4", "−10")],
}


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """What the three games share, and the way to each."""
    return render(request, "games/rules.html", {"variants": VARIANTS})


@require_safe
def variant_rules(request: HttpRequest, variant: str) -> HttpResponse:
    """The rules of one game."""
    if variant not in EXAMPLES:
        raise Http404
    context = {"variant": variant_text(variant), "house_rules": HOUSE_RULES, "examples": EXAMPLES[variant]}
    return render(request, f"games/rules_{variant}.html", context)
