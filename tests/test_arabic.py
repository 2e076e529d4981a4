"""The Arabic is Arabic throughout, and calls things as players do."""

import datetime
import re
from pathlib import Path

import polib
import pytest
from django.contrib.auth.password_validation import MinimumLengthValidator
from django.core.exceptions import ValidationError
from django.utils import translation
from django.utils.formats import date_format
from django.utils.translation import ngettext

from games import sentences
from games.bot_names import BOT_NAMES, written_bot_name, written_names
from games.variant_texts import VARIANTS

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "tarneeb_site/locale/ar/LC_MESSAGES"
DOMAINS = ("django", "djangojs")
NOT_READ = re.compile(r"%\(\w+\)[sd]|%[sd]|</?\w+>")
# Names of things that have no other in Arabic; most are on the page for developers.
NAMES = {
    "ASCII",
    "AsyncAPI",
    "HTTP",
    "HTTPS",
    "JSON",
    "JavaScript",
    "POST",
    "TypeScript",
    "UTF",
    "WebSocket",
    "curl",
}


@pytest.mark.parametrize("domain", DOMAINS)
def test_no_latin_word_is_left(domain: str) -> None:
    for entry in polib.pofile(str(LOCALE / f"{domain}.po")):
        for text in [entry.msgstr, *entry.msgstr_plural.values()]:
            words = re.findall(r"[A-Za-z]{2,}", NOT_READ.sub("", text))
            assert set(words) <= NAMES, entry.msgid


@pytest.mark.parametrize("domain", DOMAINS)
def test_isolating_marks_come_in_pairs(domain: str) -> None:
    """An open one would turn the rest of the paragraph."""
    for entry in polib.pofile(str(LOCALE / f"{domain}.po")):
        for text in [entry.msgstr, *entry.msgstr_plural.values()]:
            depth = 0
            for character in text:
                depth += {"\u2066": 1, "\u2067": 1, "\u2068": 1, "\u2069": -1}.get(character, 0)
                assert depth in (0, 1), entry.msgid
            assert depth == 0, entry.msgid


@pytest.mark.parametrize("domain", DOMAINS)
def test_the_header_names_nobody(domain: str) -> None:
    po = polib.pofile(str(LOCALE / f"{domain}.po"))
    assert "@" not in po.header + "".join(po.metadata.values())


@pytest.mark.parametrize(
    ("cards", "name"),
    [("SA", "آس بستوني"), ("HK", "شايب كبّة"), ("CQ", "بنت سباتي"), ("DJ", "ولد ديناري"), ("H7", "7 كبّة")],
)
def test_cards_have_the_names_that_players_use(cards: str, name: str) -> None:
    with translation.override("ar"):
        assert sentences.card_name(cards) == name


def test_the_games_have_names_that_do_not_collide() -> None:
    with translation.override("ar"):
        named = {text.key: (str(text.name), str(text.subtitle)) for text in VARIANTS}
    assert named["tarneeb"][0] == "طرنيب"
    assert named["syrian41"] == ("طرنيب سوري 41", "الطرنيب من ورقة الموزّع")
    assert named["tarneeb41"] == ("طرنيب 41", "الكبّة طرنيب دائماً")


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(2, "ثانيتان"), (10, "10 ثوانٍ"), (20, "20 ثانية"), (100, "100 ثانية"), (103, "103 ثوانٍ")],
)
def test_numbers_take_the_form_that_arabic_has_for_them(seconds: int, text: str) -> None:
    with translation.override("ar"):
        assert ngettext("%(seconds)d second", "%(seconds)d seconds", seconds) % {"seconds": seconds} == text


def test_what_django_leaves_in_english_is_arabic_too() -> None:
    with translation.override("ar"), pytest.raises(ValidationError) as refusal:
        MinimumLengthValidator(8).validate("short")
    assert refusal.value.messages == ["كلمة المرور هذه قصيرة. يجب ألّا تقلّ عن 8 حروف."]


def test_a_time_is_written_in_the_order_of_arabic() -> None:
    with translation.override("ar"):
        moment = datetime.datetime(2026, 11, 30, 23, 40)
        assert date_format(moment, "DATETIME_FORMAT") == "30 نوفمبر 2026، 11:40 م"


def test_bots_have_arabic_names_and_people_the_ones_they_chose() -> None:
    with translation.override("ar"):
        assert written_names(["Sami", "Sami", "Rima", "Alia"], {1, 2}) == ["Sami", "سامي", "ريما", "Alia"]
        assert not [name for name in BOT_NAMES if written_bot_name(name) == name]
    with translation.override("en"):
        assert [written_bot_name(name) for name in BOT_NAMES] == list(BOT_NAMES)
