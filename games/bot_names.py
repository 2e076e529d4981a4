"""What the bots are called, and how a reader's language writes it."""

from collections.abc import Collection, Sequence

from django.utils.translation import pgettext

# One name a position, the same at every table: a bot is known as one by its seat's kind, not by its name.
# Records and frames have the names as they stand here.
BOT_NAMES = ("Nour", "Sami", "Rima", "Zaid")


def written_bot_name(name: str) -> str:
    """Takes a bot's name, gives it in the active language's letters, or as it is where no bot has it."""
    written = {
        # Translators: the name of a bot, a woman's or a man's; in Arabic نور
        "Nour": pgettext("bot", "Nour"),
        # Translators: the name of a bot, a man's; in Arabic سامي
        "Sami": pgettext("bot", "Sami"),
        # Translators: the name of a bot, a woman's; in Arabic ريما
        "Rima": pgettext("bot", "Rima"),
        # Translators: the name of a bot, a man's; in Arabic زيد
        "Zaid": pgettext("bot", "Zaid"),
    }
    return written.get(name, name)


def written_names(names: Sequence[str], bot_seats: Collection[int]) -> list[str]:
    """Takes four names by seat and the seats that bots had; gives the names as a page shows them."""
    return [written_bot_name(name) if seat in bot_seats else name for seat, name in enumerate(names)]
