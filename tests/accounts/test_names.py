"""Names: which are allowed, which look alike, which are the site's own."""

import unicodedata

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from hypothesis import given
from hypothesis import strategies as st

from accounts import names, services
from accounts.models import User
from tests.accounts.conftest import PASSWORD

LOOK_ALIKES = [
    ("Alia", "ALIA"),
    ("Alia", "AIia"),  # a capital I for the l
    ("Alia", "A1ia"),
    ("Alia", "Аlia"),  # a Cyrillic A
    ("Alia", "Ａｌｉａ"),  # wide letters
    ("Alia", "A_l-i.a"),
    ("Alia", "Àlîa"),
    ("Nina", "Νina"),  # a Greek capital Nu
    ("Bob", "B0b"),
    ("Morn", "Mom"),
    ("أحمد", "احمد"),
    ("أحمد", "إحمد"),
    ("أحمد", "ٱحمد"),
    ("محمد", "مُحَمَّد"),
    ("محمد", "محـــمد"),
    ("على", "علي"),
    ("علي", "علی"),  # a Farsi yeh
    ("كريم", "کریم"),  # keheh
    ("فاطمة", "فاطمه"),
    ("لاعب 12", "لاعب ١٢"),
    ("لاعب 12", "لاعب ۱۲"),
]
DIFFERENT = [
    ("Alia", "Alina"),
    ("Nina", "Vina"),
    ("Sami", "Rami"),
    ("Eðr", "Er"),
    ("Player 12", "Player 21"),
    ("علي", "عالي"),
    ("سمير", "سميرة"),
    ("Guest 1001", "Guest 1000"),
]


@pytest.mark.parametrize(("name", "other"), LOOK_ALIKES)
def test_names_that_look_alike_share_a_key(name, other):
    assert names.name_key(name) == names.name_key(other)


@pytest.mark.parametrize(("name", "other"), DIFFERENT)
def test_names_that_look_different_have_different_keys(name, other):
    assert names.name_key(name) != names.name_key(other)


LETTERS = "".join(
    character
    for character in map(chr, range(0x20, 0x2000))
    if names._kind(character) in ("latin", "arabic", "mark", "digit", "separator")
)


@given(st.text(alphabet=LETTERS, min_size=1, max_size=names.MAX_LENGTH))
def test_a_key_does_not_depend_on_case_or_form_and_fits_its_column(name):
    key = names.name_key(name)
    assert names.name_key(name.upper()) == key
    assert names.name_key(name.lower()) == key
    assert names.name_key(unicodedata.normalize("NFD", name)) == key
    assert len(key) <= names.MAX_KEY_LENGTH


@given(st.text(alphabet=LETTERS, max_size=30))
def test_an_allowed_name_is_stored_as_it_is_and_has_a_key(name):
    try:
        cleaned = names.check_name(name)
    except ValidationError:
        return
    assert names.check_name(cleaned) == cleaned
    assert names.name_key(cleaned)


@pytest.mark.parametrize(
    "name", ["Alia", "Abu Omar", "زين", "أبو عمر", "مُحَمَّد", "O_2", "Renée", "لاعب ٤", "Łukasz"]
)
def test_arabic_and_latin_names_are_welcome(name):
    assert names.check_name(name) == name


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("A", "name_length"),
        ("A" * 21, "name_length"),
        ("", "name_length"),
        ("a@example.org", "name_characters"),
        ("Иван", "name_characters"),
        ("Alia♠", "name_characters"),
        ("<b>Alia</b>", "name_characters"),
        ("Ali\u202egnik", "name_characters"),  # turns the direction of what follows
        ("Ali\u200ba", "name_characters"),  # a space of no width
        ("Alia علي", "name_mixed_scripts"),
        ("1234", "name_without_letter"),
        ("_Alia", "name_separators"),
        ("Alia__B", "name_separators"),
        ("مُُُُحمد", "name_marks"),
    ],
)
def test_other_names_are_refused_with_the_reason(name, code):
    with pytest.raises(ValidationError) as error:
        names.check_name(name)
    assert error.value.code == code


@pytest.mark.parametrize(
    "name",
    [
        *("admin", "Admin", "ADM1N", "Admin 2", "admin123", "TheAdmin", "moderator", "M0derator", "Staff"),
        *("Site staff", "Tarneeb", "مشرف", "المشرف", "الإدارة", "الاداره", "مدير", "أدمن", "ادمن"),
        *("Guest 4821", "ضيف 4821", "Bot 1"),
    ],
)
def test_names_of_the_sites_own_people_are_kept(name):
    assert names.is_reserved(name)


@pytest.mark.parametrize("name", ["Badminton", "Modesty", "Staffan", "Botros", "Guesta", "مديحة", "Helpmann"])
def test_names_that_only_hold_such_a_word_are_free(name):
    assert not names.is_reserved(name)


@pytest.mark.django_db
class TestTaken:
    def test_the_form_says_that_a_look_alike_is_taken(self, client, alia):
        data = {"username": "AIia", "password1": PASSWORD, "password2": PASSWORD}
        page = client.post("/accounts/signup/", data).content.decode()
        assert "This name is taken, or looks like one that is." in page

    def test_the_form_says_that_a_name_is_kept(self, client):
        data = {"username": "المشرف", "password1": PASSWORD, "password2": PASSWORD}
        page = client.post("/accounts/signup/", data).content.decode()
        assert "This name is kept for the people and machines that run the site." in page

    def test_the_database_refuses_a_look_alike(self, alia):
        with pytest.raises(IntegrityError), transaction.atomic():
            User.objects.create(username="aIIa")

    def test_two_who_choose_one_name_at_once_get_one_user(self, alia, monkeypatch):
        monkeypatch.setattr(services, "choose_name", lambda name, user=None: name)
        with pytest.raises(ValidationError) as error:
            services.create_member("ALIA", PASSWORD)
        assert error.value.code == "name_taken"

    def test_a_member_may_write_the_own_name_differently(self, alia):
        services.change_name(alia, "ALIA")
        alia.refresh_from_db()
        assert alia.username == "ALIA"

    def test_the_key_follows_a_changed_name(self, alia):
        services.change_name(alia, "Zeina")
        services.create_member("Alia", PASSWORD)
        assert User.objects.get_by_natural_key("zeina") == alia
