"""No answer of the site carries a hidden card of a hand in play, or the seed that it was dealt from.

A syrian41 hand is played up to its middle. Then all that can be asked for is asked for, by a visitor, a
stranger, each of the four players and a superuser, and searched for every card still hidden and for the
seed in every way of writing it.
"""

import base64
import logging
import re
from collections.abc import Callable, Iterable

import pytest
from django.apps import apps
from django.test import Client

from accounts.models import User
from games.models import Hand, Match, Move, Table
from games.selectors.states import read_deal
from games.services import tables
from games.services.play import Answer

PLAYED = 18  # four tricks and two cards of the fifth, after the four bids


@pytest.fixture
def live(
    alia: User,
    basim: User,
    celine: User,
    dawud: User,
    no_pauses: None,
    play_turn: Callable[..., Answer],
) -> Match:
    """A match of four people, with the fifth trick on the table."""
    table = tables.create_table(alia, "syrian41", {}, 60, "open")
    for position, user in enumerate((basim, celine, dawud), 1):
        tables.sit(table.public_id, user, position)
    match = tables.start_match(table.public_id, alia)
    for _bid in range(4):
        assert play_turn(match, "3").accepted
    for number in range(PLAYED):
        assert play_turn(match, client_id=f"client-{number}").accepted
    match.refresh_from_db()
    return match


def hidden_cards(match: Match) -> set[str]:
    """Gives the cards of the hand in play that nobody but their holder knows, in the record's notation."""
    hand = Hand.objects.get(match=match, ended_at=None)
    seen = set(Move.objects.filter(hand=hand).values_list("text", flat=True)) | {hand.revealed}
    dealt = read_deal(hand.deal)
    seen.add(str(dealt[hand.dealer][12]))  # shown to all by the rules of syrian41
    return {str(card) for holding in dealt for card in holding} - seen


SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
WORDS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
RANK_WORDS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "10"}


def ways_to_write(card: str) -> list[re.Pattern[str]]:
    """Gives patterns for a card as notation, with its sign, and in words."""
    suit, rank = card
    shown = "10" if rank == "T" else rank
    word = RANK_WORDS.get(rank, rank)
    return [
        re.compile(rf"(?<![A-Za-z0-9_-]){card}(?![A-Za-z0-9_-])"),
        re.compile(rf"{SIGNS[suit]}{shown}(?![0-9])|(?<![0-9]){shown}{SIGNS[suit]}"),
        re.compile(rf"\b{word} of {WORDS[suit]}\b"),
    ]


def leaks(text: str, match: Match) -> list[str]:
    """Gives what a text gives away: hidden cards, a run of the deal, or the seed."""
    hand = Hand.objects.get(match=match, ended_at=None)
    seed = bytes(hand.seed)
    found = [card for card in hidden_cards(match) if any(way.search(text) for way in ways_to_write(card))]
    written = (seed.hex(), seed.hex().upper(), base64.b64encode(seed).decode(), repr(seed)[2:-1])
    return found + ["the seed" for secret in written if secret in text]


def addresses(match: Match) -> Iterable[str]:
    """Gives every page and answer of the site that has to do with the match."""
    table, match_id = match.table.public_id, match.public_id
    yield from ("/", "/tables/", "/tables/?show=playing", "/tables/new/", f"/tables/{table}/")
    yield from (f"/matches/{match_id}/", f"/matches/{match_id}/sheet/", f"/matches/{match_id}/record/")
    yield f"/matches/{match_id}/record/?format=json&all=1"
    for user in User.objects.all():
        yield f"/players/{user.public_id}/"


def admin_addresses(match: Match) -> Iterable[str]:
    """Gives every list, page, history and export of the admin for every row of the games."""
    yield "/admin/"
    yield "/admin/games/"
    for model in apps.get_app_config("games").get_models():
        base = f"/admin/games/{model._meta.model_name}/"
        yield base
        yield f"{base}?q={match.public_id}"
        yield f"{base}?all="
        yield f"{base}?_popup=1&_to_field=id"
        for row in model.objects.all():
            yield f"{base}{row.pk}/change/"
            yield f"{base}{row.pk}/history/"
            yield f"{base}{row.pk}/delete/"
            yield f"{base}{row.pk}/?_popup=1"


def test_the_searcher_finds_what_is_there(live: Match) -> None:
    """The tests below can fail: what they look for is found in a text that has it."""
    hand = Hand.objects.get(match=live)
    assert len(hidden_cards(live)) >= 52 - PLAYED - 1
    for text in (hand.deal, f"seed={bytes(hand.seed).hex()}", repr(bytes(hand.seed))):
        assert leaks(text, live)
    for card in hidden_cards(live):
        suit, rank = card
        assert card in leaks(f"<td>{card}</td>", live)
        assert card in leaks(f"{SIGNS[suit]}{'10' if rank == 'T' else rank}", live)
        assert card in leaks(f"the {RANK_WORDS.get(rank, rank)} of {WORDS[suit]}", live)
    assert leaks("A page without cards, of the year 2026", live) == []


@pytest.mark.parametrize("name", [None, "Alia", "Basim", "Celine", "Dawud", "Zed"])
def test_no_page_shows_a_hidden_card_to_anyone(
    client: Client, live: Match, zed: User, name: str | None
) -> None:
    if name is not None:
        client.force_login(User.objects.get(username=name))
    asked = 0
    for address in addresses(live):
        for accept in ("text/html", "application/json"):
            answer = client.get(address, headers={"accept": accept})
            # The home page draws three cards of each game as ornaments, the same for everyone.
            text = re.sub(r'<span class="mini-card.*?</span>', "", answer.content.decode())
            assert leaks(text, live) == [], (address, name)
            asked += 1
    assert asked > 20


@pytest.mark.parametrize("name", [None, "Alia", "Zed"])
def test_no_answer_to_a_form_shows_a_hidden_card(
    client: Client, live: Match, zed: User, name: str | None
) -> None:
    if name is not None:
        client.force_login(User.objects.get(username=name))
    for action in ("sit", "stand", "bots", "start", "return", "ready", "remove", "rematch"):
        for data in ({}, {"position": "1"}):
            answer = client.post(f"/tables/{live.table.public_id}/{action}/", data)
            assert answer.status_code >= 400
            assert leaks(answer.content.decode(), live) == []


def test_the_admin_shows_no_hidden_card_to_a_superuser(client: Client, live: Match) -> None:
    client.force_login(User.objects.create_superuser("Root Admin"))
    opened = 0
    for address in admin_addresses(live):
        answer = client.get(address, follow=True)
        opened += answer.status_code == 200
        assert leaks(answer.content.decode(), live) == [], address
    assert opened > 40


def test_the_admin_shows_no_hidden_card_to_a_superuser_who_plays(
    client: Client, live: Match, alia: User
) -> None:
    """Her own cards are hidden there too: the admin is no second way to the table."""
    User.objects.filter(pk=alia.pk).update(is_staff=True, is_superuser=True)
    client.force_login(User.objects.get(pk=alia.pk))
    hand = Hand.objects.get(match=live)
    answer = client.get(f"/admin/games/hand/{hand.pk}/change/")
    assert answer.status_code == 200
    assert leaks(answer.content.decode(), live) == []


def test_error_pages_and_logs_carry_no_hidden_card(
    client: Client, live: Match, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(match: Match) -> None:
        hand = Hand.objects.get(match=match, ended_at=None)
        cards = hand.deal  # noqa: F841 - a local variable, as a report of the error would show it
        raise RuntimeError("the sheet cannot be made")

    monkeypatch.setattr("games.views.matches.sheet_of", broken)
    client.raise_request_exception = False
    with caplog.at_level(logging.DEBUG):
        answer = client.get(f"/matches/{live.public_id}/")
    assert answer.status_code == 500
    assert leaks(answer.content.decode(), live) == []
    assert leaks(caplog.text, live) == []


def test_a_report_mailed_to_administrators_carries_no_hidden_card(
    client: Client, live: Match, monkeypatch: pytest.MonkeyPatch, settings, mailoutbox
) -> None:  # type: ignore[no-untyped-def]
    def broken(match: Match) -> None:
        hand = Hand.objects.get(match=match, ended_at=None)
        cards = hand.deal  # noqa: F841
        raise RuntimeError("the sheet cannot be made")

    settings.ADMINS = [("Root", "root@example.org")]
    monkeypatch.setattr("games.views.matches.sheet_of", broken)
    client.raise_request_exception = False
    client.get(f"/matches/{live.public_id}/")
    assert mailoutbox
    for mail in mailoutbox:
        parts = [mail.body, *(str(content) for content, _kind in getattr(mail, "alternatives", []))]
        assert leaks("\n".join(parts), live) == []


def test_finished_hands_show_calls_and_tricks_but_the_cards_wait_for_the_end(
    client: Client, bots_only: Callable[..., Match]
) -> None:
    from django.utils import timezone

    from games.services import clock

    match = bots_only("tarneeb")
    while not match.hands.filter(outcome="scored").exists():
        clock.run_due(timezone.now(), seconds=0)
        match.refresh_from_db()
    assert match.status == Match.Status.PLAYING
    page = client.get(f"/matches/{match.public_id}/").content.decode()
    ended = match.hands.filter(outcome="scored").first()
    assert ended is not None
    for card in ended.plays.split():
        assert not re.search(rf"(?<![A-Za-z0-9_-]){card}(?![A-Za-z0-9_-])", page)


def test_a_table_by_link_is_named_to_nobody_else(client: Client, alia: User, zed: User, solo: Match) -> None:
    assert solo.table.visibility == Table.Visibility.LINK
    client.force_login(zed)
    for address in ("/", "/tables/", "/tables/?show=playing", f"/players/{alia.public_id}/"):
        page = client.get(address).content.decode()
        assert solo.table.public_id not in page
        assert solo.public_id not in page
