"""The form that opens a table."""

from typing import Any

from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.engine.variants.tarneeb import Tarneeb
from games.models.tables import TURN_LENGTHS
from games.variant_texts import HOUSE_RULES, VARIANTS

# The one game that has options to choose; the 41 games always go to 41.
_SPECS = {spec.name: spec for spec in Tarneeb.option_specs}
_TARGET = _SPECS["target"]
NO_LIMIT = "none"


def _turn_choices() -> list[tuple[str, str]]:
    timed = [
        (str(seconds), ngettext("%(seconds)d second", "%(seconds)d seconds", seconds) % {"seconds": seconds})
        for seconds in TURN_LENGTHS
    ]
    return [*timed, (NO_LIMIT, gettext("no limit"))]


class NewTableForm(forms.Form):
    """What a table is to be: the game, its house rules, the pace, who plays and who finds it.

    Target and house rules belong to `tarneeb`; with another game chosen they are hidden and are not used,
    so that switching games and back loses nothing.
    """

    variant = forms.ChoiceField(
        label=_("Game"),
        choices=[(text.key, text.name) for text in VARIANTS],
        initial=Tarneeb.key,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose a game."), "invalid_choice": _("There is no such game.")},
    )
    target = forms.TypedChoiceField(
        label=_("Target"),
        # Translators: how many points win a match of Tarneeb
        help_text=_("The first team to reach it wins."),
        choices=[(value, str(value)) for value in _TARGET.allowed],
        coerce=int,
        initial=_TARGET.default,
        required=False,
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": _("Choose one of those shown.")},
    )
    house_rules = forms.MultipleChoiceField(
        label=_("House rules"),
        choices=[(text.key, text.label) for text in HOUSE_RULES],
        required=False,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"invalid_choice": _("There is no such house rule.")},
    )
    turn_seconds = forms.ChoiceField(
        label=_("Time for a turn"),
        help_text=_("When it runs out, a move is made for the player."),
        choices=_turn_choices,
        initial="30",
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose a time."), "invalid_choice": _("Choose one of those shown.")},
    )
    opponents = forms.ChoiceField(
        label=_("Who plays"),
        choices=[
            ("bots", _("Me and three bots: start at once")),
            ("people", _("Wait for people; bots can fill seats later")),
        ],
        initial="people",
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose who plays."), "invalid_choice": _("Choose one of the two.")},
    )
    visibility = forms.ChoiceField(
        label=_("Who finds it"),
        choices=[
            ("open", _("Everyone: the table is in the list, and anyone may watch")),
            ("link", _("Only those who have the link")),
        ],
        initial="open",
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose who finds it."), "invalid_choice": _("Choose one of the two.")},
    )

    def clean(self) -> dict[str, Any]:
        """Refuses house rules that exclude each other, naming them."""
        cleaned = super().clean() or self.cleaned_data
        rules = cleaned.get("house_rules") or []
        if cleaned.get("variant") == Tarneeb.key:
            self._refuse_exclusions(rules)
        return cleaned

    def _refuse_exclusions(self, rules: list[str]) -> None:
        labels = {text.key: str(text.label) for text in HOUSE_RULES}
        for one in rules:
            for other in _SPECS[one].excludes:
                if other in rules:
                    self.add_error(
                        "house_rules",
                        _("“%(one)s” and “%(other)s” exclude each other: choose one of them.")
                        % {"one": labels[one], "other": labels[other]},
                    )

    def options(self) -> dict[str, Any]:
        """Gives the options that the chosen game knows; only after the form was found valid."""
        if self.cleaned_data["variant"] != Tarneeb.key:
            return {}
        return {
            "target": self.cleaned_data["target"] or _TARGET.default,
            **{text.key: text.key in self.cleaned_data["house_rules"] for text in HOUSE_RULES},
        }

    def turn_length(self) -> int | None:
        """Gives the seconds of a turn, None for no limit; only after the form was found valid."""
        chosen = self.cleaned_data["turn_seconds"]
        return None if chosen == NO_LIMIT else int(chosen)
