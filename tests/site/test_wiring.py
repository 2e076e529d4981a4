"""What every page and socket gets from the wiring: policy, origin check, reports, languages, tasks."""

import json
import logging
from typing import Any

import pytest
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.core import mail
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import include, path

from games import protocol
from games.engine.results import HandResult, Outcome
from tarneeb_site.celery import app as celery_app
from tarneeb_site.origin import is_own_page
from tarneeb_site.web_options import LARGEST_FRAME, LARGEST_MESSAGE

CARD = "the ace of spades"
HANDS_OF_THE_LONGEST_MATCHES = 400


def test_health_says_that_the_site_answers(client: Client, db: None) -> None:
    answer = client.get("/health/")
    assert (answer.status_code, answer.content) == (200, b"ok\n")
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.parametrize("address", ["/", "/admin/login/", "/accounts/login/", "/no/such/page/"])
def test_pages_may_run_no_inline_script_or_style(client: Client, db: None, address: str) -> None:
    policy = client.get(address)["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize(
    ("origin", "host", "https_only", "welcome"),
    [
        ("http://localhost:8000", "localhost:8000", False, True),
        ("http://127.0.0.1", "127.0.0.1", False, True),
        ("https://localhost", "localhost", True, True),
        ("https://app.example", "localhost", True, True),
        # Another site, another port, no HTTPS, a name that begins like ours, no page at all, a host of theirs
        ("http://elsewhere.example", "localhost", False, False),
        ("http://localhost:9999", "localhost:8000", False, False),
        ("http://localhost", "localhost", True, False),
        ("http://localhost.elsewhere.example", "localhost", False, False),
        ("null", "localhost", False, False),
        ("", "localhost", False, False),
        ("http://elsewhere.example", "elsewhere.example", False, False),
        ("http://", "", False, False),
    ],
)
def test_a_socket_is_opened_by_the_pages_of_its_own_address(
    settings: Any, origin: str, host: str, https_only: bool, welcome: bool
) -> None:
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1"]
    settings.CSRF_TRUSTED_ORIGINS = ["https://app.example"]
    settings.SECURE_SSL_REDIRECT = https_only
    assert is_own_page(origin, host) is welcome


@pytest.mark.parametrize(
    ("origin", "welcome"), [("http://localhost", True), ("http://elsewhere.example", False)]
)
@pytest.mark.django_db(transaction=True)
async def test_a_socket_opens_from_our_own_pages_only(origin: str, welcome: bool) -> None:
    from tarneeb_site.asgi import application

    headers = [(b"origin", origin.encode()), (b"host", b"localhost")]
    socket = WebsocketCommunicator(application, "/ws/tables/none/", headers)
    connected, _code = await socket.connect(timeout=30)
    # Our own page is let in, if only to be told that there is no such table.
    assert connected is welcome
    await socket.disconnect()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("address", ["/ws/", "/ws/nothing/here/", "/ws/tables/%00/"])
async def test_a_socket_at_an_address_that_has_none_is_refused(address: str) -> None:
    from tarneeb_site.asgi import application

    headers = [(b"origin", b"http://localhost"), (b"host", b"localhost")]
    connected, _code = await WebsocketCommunicator(application, address, headers).connect(timeout=30)
    assert not connected


def explode(request: HttpRequest) -> HttpResponse:
    holding = CARD  # noqa: F841 - what a report must not show
    raise RuntimeError("something broke")


urlpatterns = [path("explode/", explode), path("", include("tarneeb_site.urls"))]


@pytest.fixture
def report() -> str:
    client = Client(raise_request_exception=False)
    with override_settings(
        ROOT_URLCONF=__name__, ADMINS=[("A", "a@example.org")], MIDDLEWARE=[], LANGUAGE_CODE="en"
    ):
        answer = client.post("/explode/", {"password": "hunter2", "move": CARD})
    assert answer.status_code == 500
    assert CARD not in answer.content.decode()
    (message,) = mail.outbox
    return str(message.body)


def test_an_error_report_names_the_place_but_no_values(report: str) -> None:
    assert "something broke" in report
    assert "explode" in report
    assert CARD not in report
    assert "hunter2" not in report


def test_an_error_in_the_log_shows_no_values(caplog: pytest.LogCaptureFixture) -> None:
    client = Client(raise_request_exception=False)
    with caplog.at_level(logging.DEBUG), override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=[]):
        client.post("/explode/", {"move": CARD})
    assert "something broke" in caplog.text
    assert CARD not in caplog.text


def test_scripts_get_their_sentences_in_the_readers_language(client: Client, db: None) -> None:
    english = client.get("/jsi18n/", headers={"accept-language": "en"})
    arabic = client.get("/jsi18n/", headers={"accept-language": "ar"})
    assert "javascript" in english["Content-Type"]
    assert english.content != arabic.content
    assert english["ETag"] != arabic["ETag"]


def test_a_browser_that_has_the_sentences_is_not_sent_them_again(client: Client, db: None) -> None:
    first = client.get("/jsi18n/", headers={"accept-language": "ar"})
    again = client.get("/jsi18n/", headers={"accept-language": "ar", "if-none-match": first["ETag"]})
    other = client.get("/jsi18n/", headers={"accept-language": "en", "if-none-match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert other.status_code == 200


def test_everything_that_is_scheduled_is_a_task_and_expires() -> None:
    celery_app.loader.import_default_modules()
    for entry in settings.CELERY_BEAT_SCHEDULE.values():
        assert entry["task"] in celery_app.tasks
        # Work of a moment that has passed is not done later, all at once.
        assert entry["options"]["expires"] > 0


def test_the_limit_of_a_message_lets_the_longest_match_out() -> None:
    hand = HandResult(
        ordinal=100,
        number=100,
        dealer=0,
        outcome=Outcome.SCORED,
        declarer=None,
        contract=None,
        doubled=False,
        trump="S",
        revealed="CA",
        bids=("10", "10", "10", "10"),
        tricks=(10, 10, 10, 10),
        points=(-10, -10, -10, -10),
        scores=(-100, -100, -100, -100),
    )
    size = len(json.dumps(protocol.hand_result_payload(hand)))
    assert size < LARGEST_FRAME < HANDS_OF_THE_LONGEST_MATCHES * size < LARGEST_MESSAGE
