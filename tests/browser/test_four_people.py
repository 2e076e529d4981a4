"""Four people at one table, each in a browser of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import DESKTOP, NewPage
from tests.browser.player import HAND_OVER, next_press, open_table, own_cards, sentences

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

TRICKS_PLAYED = 3


def _sit_down(page: Page, address: str, position: int) -> None:
    page.goto(address)
    page.get_by_role("button", name=f"Sit here (seat {position + 1})").click()
    page.get_by_role("button", name="Stand up").wait_for()


def _seat_four(new_page: NewPage) -> tuple[list[Page], list[list[str]]]:
    """Gives the pages in the order of their seats, and what each was sent."""
    pages = [new_page(**({"viewport": DESKTOP} if seat % 2 else {})) for seat in range(4)]
    sent: list[list[str]] = [[] for _ in pages]
    for page, frames in zip(pages, sent, strict=True):
        _listen(page, frames)
    address = open_table(pages[0], "tarneeb", target="31")
    for position in (1, 2, 3):
        _sit_down(pages[position], address, position)
    pages[0].get_by_role("button", name="Start the match").click()
    for page in pages:
        page.wait_for_selector(".hand .card:nth-child(13)")
    return pages, sent


def _listen(page: Page, frames: list[str]) -> None:
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))))


def _move_of_anyone(pages: list[Page]) -> None:
    """Waits until one of the pages has the turn, and makes its move."""
    for _ in range(200):
        for page in pages:
            press = next_press(page, daring=page is pages[0])
            if press is not None:
                page.click(press)
                return
            if page.locator(HAND_OVER).count():
                return
        pages[0].wait_for_timeout(50)
    raise AssertionError("nobody is to move")


def _play_tricks(pages: list[Page], count: int) -> None:
    for _ in range(200):
        if len(own_cards(pages[0])) <= 13 - count:
            return
        _move_of_anyone(pages)
    raise AssertionError("the cards are not played")


def _play_to_hand_end(pages: list[Page]) -> None:
    for _ in range(60):
        if any(sentence.endswith(("made.", "failed.")) for sentence in sentences(pages[0])):
            return
        _move_of_anyone(pages)
    raise AssertionError("the hand does not end")


def test_four_people_play_and_one_leaves(new_page: NewPage) -> None:
    pages, sent = _seat_four(new_page)
    hands = [own_cards(page) for page in pages]
    assert len({card for hand in hands for card in hand}) == 52
    for seat, frames in enumerate(sent):
        strange = {card for other, hand in enumerate(hands) if other != seat for card in hand}
        assert not [card for card in strange if any(f'"{card}"' in frame for frame in frames)]

    # The next player sits on the right of each.
    names = [page.locator(".seat--bottom bdi").inner_text() for page in pages]
    assert [f"{name} sits at the table." for name in names[1:]] == sentences(pages[0])[:3]
    for seat, page in enumerate(pages):
        assert page.locator(".seat--right bdi").inner_text() == names[(seat + 1) % 4]
        assert page.locator(".seat--top bdi").inner_text() == names[(seat + 2) % 4]
        assert page.locator(".seat--left bdi").inner_text() == names[(seat + 3) % 4]

    _play_tricks(pages, TRICKS_PLAYED)
    watcher = new_page()
    watcher.goto(pages[0].url)
    watcher.wait_for_selector(".hand .card--back")
    assert own_cards(watcher) == []
    assert next_press(watcher) is None

    leaver, *others = pages
    leaver.get_by_role("button", name="Menu").click()
    leaver.get_by_role("button", name="Leave the table for good").click()
    leaver.get_by_role("button", name="Leave", exact=True).click()
    leaver.wait_for_url(lambda address: "/tables/" not in address)
    others[0].locator("[data-part=notice]", has_text=f"{names[0]} has left").wait_for()
    others[0].wait_for_function(
        "(name) => ![...document.querySelectorAll('.seat bdi')].some((node) => node.textContent === name)",
        arg=names[0],
    )
    _play_to_hand_end(others)


def test_four_people_finish_a_hand_together(new_page: NewPage) -> None:
    pages = [new_page() for _ in range(4)]
    address = open_table(pages[0], "tarneeb41", visibility="link")
    for position in (3, 1, 2):
        _sit_down(pages[position], address, position)
    pages[0].get_by_role("button", name="Start the match").click()
    for page in pages:
        page.wait_for_selector(".hand .card:nth-child(13)")
    for _ in range(400):
        if pages[0].locator(".chip__score").all_inner_texts() != ["0", "0"]:
            break
        _move_of_anyone(pages)
    ours, theirs = pages[0].locator(".chip__score").all_inner_texts()
    pages[1].wait_for_function(
        "([ours, theirs]) => {"
        " const shown = [...document.querySelectorAll('.chip__score')].map((node) => node.textContent);"
        " return shown[0] === theirs && shown[1] === ours; }",
        arg=[ours, theirs],
    )
