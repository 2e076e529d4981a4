"""A hand by keyboard alone, told in sentences as it goes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import DESKTOP, NewPage
from tests.browser.player import own_cards, sentences, wait_for_turn

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


def _tab_to(page: Page, wanted: str) -> None:
    """Presses Tab until what has the focus fits."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("(wanted) => document.activeElement.matches(wanted)", wanted):
            return
    raise AssertionError(f"the Tab key does not reach {wanted}")


def _play_card(page: Page) -> None:
    """Moves along the hand until a card that may be played has the focus, and plays it."""
    held = len(own_cards(page))
    for _ in range(14):
        page.keyboard.press("ArrowRight")
        if page.evaluate("() => document.activeElement.matches('.card--ready')"):
            break
    focused = page.evaluate("() => document.activeElement.dataset.card")
    page.keyboard.press("Enter")
    page.wait_for_function(
        "(card) => !document.querySelector(`.hand .card[data-card='${card}']`)", arg=focused
    )
    assert len(own_cards(page)) == held - 1


def test_a_hand_by_keyboard_alone(new_page: NewPage) -> None:
    page = new_page(viewport=DESKTOP)
    page.goto("/")
    _tab_to(page, 'form:has(input[value="tarneeb41"]) button')
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/tables/[^/]+/$"))

    wait_for_turn(page)
    page.keyboard.press("3")
    # After a hand that is cancelled there is another to bid on.
    while page.locator(".hand .card--ready").count() == 0:
        press = wait_for_turn(page)
        if press is not None and press.startswith(".call"):
            page.keyboard.press("3")
            page.wait_for_function("() => !document.querySelector('.panel--calls')")

    page.keyboard.press("l")
    page.keyboard.press("s")
    page.wait_for_selector("dialog[data-dialog=sheet][open]")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    page.wait_for_selector("dialog[data-dialog=help][open]")
    page.keyboard.press("Escape")
    page.keyboard.press("t")
    assert any(sentence.startswith("Your cards: ") for sentence in sentences(page))

    for left in range(13, 0, -1):
        wait_for_turn(page)
        assert len(own_cards(page)) == left
        _play_card(page)
    page.wait_for_selector(".panel--result")
    told = sentences(page)
    assert sum(sentence.startswith("You play the ") for sentence in told) == 13
    assert re.fullmatch(r"You bid 3 and took \d+: (made|failed)\.", told[-1])


def test_a_closed_card_says_why(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/")
    page.locator('form:has(input[value="tarneeb41"]) button').click()
    wait_for_turn(page)
    page.locator(".hand .card").first.click(force=True)
    page.get_by_text("Cards are played when the bidding is over.").first.wait_for()
