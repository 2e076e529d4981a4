"""Names that people show: which are allowed, and which look alike.

Two names that a person at a card table could take for one another get the same key, and the
database keeps keys unique. Keys are compared, never shown.
"""

import unicodedata
from functools import cache
from itertools import pairwise

from confusable_homoglyphs import confusables
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

MIN_LENGTH = 2
MAX_LENGTH = 20

# A letter may become several in a key (m is read as rn), so keys may be longer than names.
MAX_KEY_LENGTH = 120

_SEPARATORS = " _-."
_TATWEEL = "\u0640"
_DIRECTION_MARKS = "\u200e\u200f\u061c"

# Spellings of one Arabic letter that decomposition does not bring together. The Persian and Urdu
# letters are those that Arabic keyboards and fonts commonly put in their place.
_ARABIC_VARIANTS = str.maketrans(
    {
        "\u0671": "\u0627",  # alef wasla: alef
        "\u0649": "\u064a",  # alef maksura: yeh
        "\u06cc": "\u064a",  # Farsi yeh: yeh
        "\u06d2": "\u064a",  # yeh barree: yeh
        "\u06a9": "\u0643",  # keheh: kaf
        "\u06aa": "\u0643",  # swash kaf: kaf
        "\u0629": "\u0647",  # teh marbuta: heh
        "\u06c1": "\u0647",  # heh goal: heh
        "\u06be": "\u0647",  # heh doachashmee: heh
        "\u06c3": "\u0647",  # teh marbuta goal: heh
        "\u06d5": "\u0647",  # ae: heh
    }
)

# Words that only the site itself may go by, alone or as a word of a longer name ("Admin 2").
# fmt: off
_RESERVED_WORDS = (
    "admin", "admins", "administrator", "administration", "root", "system", "sysop",
    "webmaster", "staff", "team", "moderator", "moderators",
    "moderation", "mod", "mods", "owner", "support", "help", "helpdesk",
    "official", "security", "bot", "bots", "robot", "guest", "guests",
    "anonymous",
    "everyone", "nobody", "null", "none", "undefined", "tarneeb",
    "مشرف", "المشرف", "مشرفون", "مشرفين", "المشرفون", "المشرفين", "أدمن",
    "الأدمن", "مدير", "المدير", "إدارة", "الإدارة", "موظف", "الموظف",
    "موظفون",
    "موظفين", "فريق", "الفريق", "نظام", "النظام", "دعم", "الدعم",
    "مساعدة", "المساعدة", "مالك", "المالك", "رسمي", "الرسمي", "أمن",
    "بوت", "روبوت",
    "ضيف", "الضيف", "ضيوف", "مجهول", "طرنيب",
)
# fmt: on

# Of those, the ones that impress even when glued to other letters ("TheAdmin", "adminka").
_RESERVED_EDGES = ("admin", "moderator", "أدمن")


@cache
def _prototypes() -> dict[str, str]:
    """Return Unicode's confusables as a map from a character to the text it is read as.

    The data set lists pairs without their direction. It is a star around each prototype, and only
    prototypes have more than one character, which is enough to find the middle of every star.
    """
    table: dict[str, list[str]] = {}
    for character, found in confusables.confusables_data.items():
        others = [entry["c"].strip(_DIRECTION_MARKS) for entry in found]
        table[character.strip(_DIRECTION_MARKS)] = others
    prototypes: dict[str, str] = {}
    for character, others in table.items():
        # What is read as a mere sign would leave nothing to compare: the Icelandic eth as a maths sign.
        is_source = len(character) == 1 and len(others) == 1 and any(map(str.isalnum, others[0]))
        if is_source and _is_prototype_of(others[0], character, table):
            prototypes[character] = others[0]
    return prototypes


def _is_prototype_of(candidate: str, character: str, table: dict[str, list[str]]) -> bool:
    if len(candidate) > 1 or len(table.get(candidate, ())) > 1:
        return True
    # A pair of two single characters: the plainer one is what the other is read as.
    return (not candidate.isascii(), candidate) < (not character.isascii(), character)


def _skeleton(text: str) -> str:
    prototypes = _prototypes()
    return "".join(prototypes.get(character, character) for character in text)


def _is_latin_or_arabic(character: str) -> bool:
    return unicodedata.name(character, "").startswith(("LATIN ", "ARABIC ", "DIGIT ", "EXTENDED ARABIC"))


def _ascii_digits(text: str) -> str:
    return "".join(
        str(unicodedata.decimal(character)) if character.isdecimal() else character for character in text
    )


def name_key(name: str) -> str:
    """Return the key that all names looking like `name` share.

    Without regard to case, width, diacritics, tatweel, separators, Arabic spelling variants, the
    script of digits, and characters that Unicode lists as confusable. The small i counts as an l,
    since its capital cannot be told from one and case does not count.
    """
    text = _ascii_digits(unicodedata.normalize("NFKC", name))
    # Letters of other scripts are read as what they imitate before case is folded: the capital
    # Greek Nu looks like N while its small form looks like v.
    text = "".join(c if _is_latin_or_arabic(c) else _skeleton(c) for c in text)
    text = unicodedata.normalize("NFKD", text.casefold()).translate(_ARABIC_VARIANTS)
    text = unicodedata.normalize("NFKD", _skeleton(text).casefold()).replace("i", "l")
    return "".join(c for c in text if unicodedata.category(c)[0] in "LN" and c != _TATWEEL)


def clean_name(name: str) -> str:
    """Return `name` as it is stored: composed, of ordinary width, without stray spaces or tatweel."""
    text = unicodedata.normalize("NFKC", name).replace(_TATWEEL, "")
    return " ".join("".join(c for c in text if c not in _DIRECTION_MARKS).split())


def _kind(character: str) -> str:
    """Return what a character is for a name: latin, arabic, mark, digit, separator or other."""
    if character in _SEPARATORS:
        return "separator"
    name, category = unicodedata.name(character, ""), unicodedata.category(character)
    if category == "Nd" and name.startswith(("DIGIT ", "ARABIC-INDIC ", "EXTENDED ARABIC-INDIC ")):
        return "digit"
    if category in ("Ll", "Lu") and name.startswith("LATIN "):
        return "latin"
    if category == "Lo" and name.startswith("ARABIC LETTER "):
        return "arabic"
    if category == "Mn" and name.startswith("ARABIC "):
        return "mark"
    return "other"


def _check_characters(name: str) -> None:
    kinds = [_kind(character) for character in name]
    if "other" in kinds:
        refused = name[kinds.index("other")]
        raise ValidationError(
            _(
                "A name is made of Latin or Arabic letters, digits, spaces and the signs _ - . "
                "and has no “%(character)s”."
            ),
            code="name_characters",
            params={"character": refused},
        )
    if "latin" in kinds and "arabic" in kinds:
        raise ValidationError(
            _("Use Latin letters or Arabic letters in a name, not both."), code="name_mixed_scripts"
        )
    if "latin" not in kinds and "arabic" not in kinds:
        raise ValidationError(_("A name needs at least one letter."), code="name_without_letter")
    if "separator" in (kinds[0], kinds[-1]) or ("separator", "separator") in pairwise(kinds):
        raise ValidationError(
            _("A space or one of the signs _ - . stands between letters or digits, one at a time."),
            code="name_separators",
        )
    if ("mark",) * 3 in zip(kinds, kinds[1:], kinds[2:], strict=False) or kinds[0] == "mark":
        raise ValidationError(_("A name has too many marks on one letter."), code="name_marks")


def check_name(name: str) -> str:
    """Return `name` cleaned, or raise ValidationError saying in plain words what is wrong with it.

    Does not ask whether the name is reserved or taken: see `check_not_reserved` and the services.
    """
    cleaned = clean_name(name)
    if not MIN_LENGTH <= len(cleaned) <= MAX_LENGTH:
        raise ValidationError(
            _("A name has from %(min)d to %(max)d characters."),
            code="name_length",
            params={"min": MIN_LENGTH, "max": MAX_LENGTH},
        )
    _check_characters(cleaned)
    return cleaned


@cache
def _reserved_keys() -> frozenset[str]:
    return frozenset(name_key(word) for word in _RESERVED_WORDS)


def is_reserved(name: str) -> bool:
    """Say whether a name would pass for the site's own people or for its bots and guests."""
    key = name_key(name)
    if key in _reserved_keys():
        return True
    if any(key.startswith(edge) or key.endswith(edge) for edge in map(name_key, _RESERVED_EDGES)):
        return True
    text = unicodedata.normalize("NFKC", name)
    for separator in _SEPARATORS:
        text = text.replace(separator, " ")
    words = ("".join(c for c in word if not c.isdecimal()) for word in text.split())
    return any(name_key(word) in _reserved_keys() for word in words if word)


def check_not_reserved(name: str) -> None:
    """Raise ValidationError when `name` is kept for the site."""
    if is_reserved(name):
        raise ValidationError(
            _("This name is kept for the people and machines that run the site. Please choose another."),
            code="name_reserved",
        )
