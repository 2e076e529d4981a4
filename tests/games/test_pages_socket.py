"""The page for developers: nothing of the code is missing on it, and nothing on it leads nowhere."""

import html
import json
import re
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from games.consumers import connection
from games.engine.errors import Code
from games.protocol import SocketCode
from games.services.errors import MoveCode, TableCode
from games.socket_page import codes, limits
from games.socket_page.page import page_context, pretty
from games.socket_page.words import WORDS
from games.views.table_actions import LOG_IN
from tarneeb_site import web_options
from tests.games.schemas import check, message_names

pytestmark = pytest.mark.django_db

ADDRESS = "/developers/socket/"
CODES = [str(code) for enum in (Code, MoveCode, TableCode, SocketCode) for code in enum] + [LOG_IN]


@pytest.fixture
def page(client: Client) -> str:
    return client.get(ADDRESS).content.decode()


def test_the_footer_of_every_page_leads_to_it(client: Client) -> None:
    assert reverse("games:socket_page") == ADDRESS
    assert f'href="{ADDRESS}"' in client.get("/").content.decode()


@pytest.mark.parametrize(("language", "direction"), [("en", "ltr"), ("ar", "rtl")])
def test_it_is_there_in_both_languages_without_inline_code(
    client: Client, language: str, direction: str
) -> None:
    answer = client.get(ADDRESS, headers={"accept-language": language})
    page = answer.content.decode()
    assert answer.status_code == 200
    assert f'<html lang="{language}" dir="{direction}">' in page
    assert "<style" not in page
    assert " style=" not in page
    assert "<script>" not in page
    assert "%(" not in page
    assert "{{" not in page


def test_codes_run_from_left_to_right_in_arabic_too(client: Client) -> None:
    page = client.get(ADDRESS, headers={"accept-language": "ar"}).content.decode()
    assert (
        re.findall(r"<code(?![^>]*dir=\"ltr\")[^>]*>", page.replace('<pre dir="ltr" tabindex="0"><code>', ""))
        == []
    )


def test_every_code_is_on_it_once_in_a_list(page: str) -> None:
    listed = re.findall(
        r'<th scope="row"><code dir="ltr">([a-z_]+)</code></th>', page[page.index('id="codes"') :]
    )
    for code in CODES:
        assert code in listed, code
    twice = {code for code in listed if listed.count(code) > 1}
    # An error frame's, and a refused move's or a POST's.
    assert twice == {"login_expired", "table_not_found"}
    assert set(listed) <= set(CODES)


def test_every_close_code_is_on_it(page: str) -> None:
    listed = {int(code) for code in re.findall(r'id="close-(\d+)"', page)}
    sent = {value for name, value in vars(connection).items() if name.startswith("CLOSE_")}
    assert sent
    assert sent == {code for code in listed if code >= 4000}


def test_limits_that_live_elsewhere_are_the_ones_it_names(project_root: Path) -> None:
    assert (limits.LARGEST_BYTES, limits.PING_EVERY, limits.PONG_WITHIN) == (
        web_options.LARGEST_FRAME,
        web_options.PING_EVERY,
        web_options.PONG_WITHIN,
    )
    source = (project_root / "tarneeb_site/settings.py").read_text()
    found = re.search(r'"TARNEEB_SOCKETS_PER_ADDRESS", default=0 if LOCAL else (\d+)', source)
    assert found
    assert int(found[1]) == limits.SOCKETS_AN_ADDRESS


def test_the_parameters_are_those_that_the_code_documents(project_root: Path) -> None:
    documented: dict[str, tuple[str, ...]] = {}
    for name in ("games/engine/errors.py", "games/services/errors.py"):
        source = (project_root / name).read_text()
        for code, said in re.findall(r'= "([a-z_]+)"(?:  # ([^\n]+))?$', source, re.MULTILINE):
            before_colon = said.partition(":")[0]
            documented[code] = tuple(filter(None, before_colon.split(", ")))
    for row in (*codes.MOVES, *codes.RULES):
        assert row.parameters == documented.get(row.code, ()), row.code


def test_every_parameter_of_a_code_is_explained() -> None:
    assert {name for names in codes.PARAMETERS.values() for name in names} == set(codes.PARAMETER_TEXTS)


def test_every_link_on_it_leads_to_a_place_on_it(page: str) -> None:
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(ids)


def test_every_word_in_a_gap_is_known(project_root: Path) -> None:
    """A template would show nothing where one is missing."""
    known = {*page_context(), "guest_days", "guest_rate"}
    # What a loop or an include brings with it.
    known |= {"rule", "length", "name", "code"}
    for file in (project_root / "templates/games/socket").glob("*.html"):
        for word in re.findall(r"{{ (\w+) }}", file.read_text()):
            assert word in known, (file.name, word)


def test_no_word_is_there_for_nothing(project_root: Path) -> None:
    sources = [
        *(project_root / "templates/games/socket").glob("*.html"),
        *(project_root / "games/socket_page").glob("*.py"),
        project_root / "games/sentences.py",
    ]
    text = "".join(file.read_text() for file in sources)
    used = {*re.findall(r"{{ (\w+) }}", text), *re.findall(r"%\((\w+)\)s", text)}
    assert set(WORDS) <= used


def test_every_frame_shown_is_valid(page: str) -> None:
    """As somebody copies it from the page."""
    checked = 0
    for block in re.findall(r'<pre dir="ltr" tabindex="0"><code>(.*?)</code></pre>', page, re.S):
        text = html.unescape(block)
        if not text.startswith('{"type"') and not text.startswith('{\n  "type"'):
            continue
        frame = json.loads(text)
        for channel, action in (("table", "send"), ("table", "receive"), ("lobby", "send")):
            if frame["type"] not in message_names(channel, action):
                continue
            if frame["type"] == "hello" and ("table" in frame) is not (channel == "table"):
                continue
            check(frame, channel, action)
            checked += 1
            break
    assert checked > 50


def test_json_is_set_to_be_read_and_stays_the_same() -> None:
    value = {"short": [1, 2], "long": [{"key": "x" * 40, "other": None} for _place in range(3)], "none": []}
    text = pretty(value)
    assert json.loads(text) == value
    assert '"short": [1, 2]' in text
    assert max(map(len, text.splitlines())) <= 88
