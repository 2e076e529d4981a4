"""What the pages call the variants and the house rules, and the one line that tells each from the others.

Some players call two of the games "Syrian 41", so each name here says where the trump comes from.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Text = str | Promise


@dataclass(frozen=True)
class VariantText:
    """A variant as the pages show it: ``name`` where space is short, ``full_name`` wherever one is chosen."""

    key: str
    cards: tuple[str, ...]  # the cards drawn at its head: suit sign and rank
    name: Text
    subtitle: Text
    summary: Text

    @property
    def full_name(self) -> str:
        """Gives name and subtitle in one line, as a list or a heading needs them."""
        return f"{self.name} – {self.subtitle}" if self.subtitle else str(self.name)


@dataclass(frozen=True)
class OptionText:
    """A house rule as the form shows it."""

    key: str
    label: Text
    help: Text


VARIANTS: tuple[VariantText, ...] = (
    VariantText(
        "tarneeb",
        ("♠A", "♠K", "♠Q"),
        # Translators: the name of the game; in Arabic طرنيب
        _("Tarneeb"),
        # Translators: tells this game from the two 41 games: whoever bids highest names the trump
        _("the highest bidder names the tarneeb (trump)"),
        _(
            "Partners bid from 7 to 13. The highest bidder names the tarneeb and must take the tricks "
            "promised; the first team at the target wins."
        ),
    ),
    VariantText(
        "syrian41",
        ("♣7", "♠A"),
        # Translators: the name of a game; in Arabic طرنيب سوري 41
        _("Syrian 41"),
        # Translators: tells this game from Tarneeb 41; in Arabic الطرنيب من ورقة الموزّع
        _("trump from the dealer's card"),
        _(
            "Each player bids alone. The dealer's last card is shown, and the other suit of its colour is "
            "trump. The first to 41 wins for both partners, if the partner is above zero."
        ),
    ),
    VariantText(
        "tarneeb41",
        ("♥A", "♥K", "♥Q"),
        # Translators: the name of a game; in Arabic طرنيب 41
        _("Tarneeb 41"),
        # Translators: tells this game from Syrian 41; in Arabic الكبّة طرنيب دائماً
        _("hearts always trumps"),
        _(
            "Each player bids alone and hearts are trumps in every hand. Bids of 5 and more count double, "
            "won or lost."
        ),
    ),
)

_BY_KEY = {text.key: text for text in VARIANTS}

HOUSE_RULES: tuple[OptionText, ...] = (
    OptionText(
        "single_round",
        _("One round of bidding"),
        _("Each player speaks once; the bidding is over after four calls."),
    ),
    OptionText(
        "dealer_must_bid",
        _("The dealer must bid"),
        # Translators: pass is باس in Arabic
        _("When the first three pass, the dealer has to bid 7."),
    ),
    OptionText(
        "no_trump",
        # Translators: in Arabic بلا طرنيب
        _("No trump allowed"),
        _("The highest bidder may also choose to play without a trump: only the led suit wins."),
    ),
    OptionText(
        "first_lead_trump",
        _("First lead is a trump"),
        _("The highest bidder must lead a trump to the first trick, if one is held."),
    ),
    OptionText(
        "egyptian",
        _("Egyptian bidding"),
        _(
            "A bid names number and suit, a pass is not final, and opponents may double. "
            "It does not go with one round of bidding or with a dealer who must bid."
        ),
    ),
)

_OPTIONS_BY_KEY = {text.key: text for text in HOUSE_RULES}


def variant_text(key: str) -> VariantText:
    """Takes a variant's key, gives its texts; KeyError for a key that no variant has."""
    return _BY_KEY[key]


def chosen_house_rules(options: Mapping[str, object]) -> list[OptionText]:
    """Takes a table's options, gives the texts of the house rules that are switched on."""
    return [text for key, text in _OPTIONS_BY_KEY.items() if options.get(key) is True]
