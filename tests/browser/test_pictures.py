"""Pictures of lobby, auction, play and score sheet in both languages, to be looked at by a person."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import DESKTOP, PHONE, NewPage
from tests.browser.line import CuttableLine
from tests.browser.player import OPEN_CALL, READY_CARD, make_move, open_table, start_with_bots, wait_for_turn

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

LANDSCAPE = {"width": 740, "height": 360}
VIEWS = [
    ("phone", PHONE, "light"),
    ("landscape", LANDSCAPE, "dark"),
    ("desktop", DESKTOP, "light"),
]


@pytest.mark.parametrize("language", ["en", "ar"])
def test_pictures(new_page: NewPage, screenshots: Path, language: str) -> None:
    page = new_page(locale=language)

    def take(name: str) -> None:
        _take(page, screenshots, f"{name}-{language}")

    page.goto("/tables/")
    assert page.locator("html").get_attribute("lang") == language
    # On the smallest phone the words of the header stand in one row.
    assert page.locator(".site-header").evaluate("(header) => header.offsetHeight") < 70
    take("lobby")
    start_with_bots(page, "tarneeb")
    page.wait_for_selector(OPEN_CALL)
    take("auction")
    _fits(page)
    while not page.locator(READY_CARD).count():
        make_move(page)
        wait_for_turn(page)
    for _ in range(4):
        make_move(page)
    wait_for_turn(page)
    take("play")
    _fits(page)
    while not page.locator(".panel--result").count():
        if page.locator(f"{OPEN_CALL}, {READY_CARD}").count():
            make_move(page)
    take("hand-over")
    page.keyboard.press("s")
    page.wait_for_selector("dialog[open] .sheet__hand")
    take("sheet")


@pytest.mark.parametrize("language", ["en", "ar"])
def test_pictures_of_people(new_page: NewPage, screenshots: Path, language: str) -> None:
    owner, basim, watcher = new_page(locale=language), new_page(), new_page()
    address = open_table(owner, "tarneeb")
    basim.goto(address)
    basim.get_by_role("button", name="Sit here (seat 2)").click()
    basim.get_by_role("button", name="I am ready").click()
    watcher.goto(address)
    owner.locator(".seat .fact--met").wait_for()
    line = CuttableLine(owner)
    owner.reload()
    owner.locator(".seat .fact--met").wait_for()
    _take(owner, screenshots, f"waiting-{language}")
    _fits(owner)
    line.cut()
    owner.locator("[data-part=connection]").wait_for()
    _take(owner, screenshots, f"reconnecting-{language}")


def _take(page: Page, screenshots: Path, name: str) -> None:
    for view, size, scheme in VIEWS:
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.wait_for_timeout(120)
        page.screenshot(path=screenshots / f"{name}-{view}.png")


def _fits(page: Page) -> None:
    """The table is never scrolled, and every card and call lies inside the window."""
    for _, size, _ in VIEWS:
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.wait_for_timeout(120)
        outside = page.evaluate(
            """() => {
                const root = document.documentElement;
                const kinds = ".hand .card, .seat, .call, .bar, .chip, .trump, .tool, .panel, .watchers";
                const parts = document.querySelectorAll(kinds);
                const out = [...parts].filter((node) => {
                    const { left, right, top, bottom } = node.getBoundingClientRect();
                    return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
                });
                const scrolls = root.scrollHeight > innerHeight + 1 || root.scrollWidth > innerWidth + 1;
                return [...out.map((node) => node.className), ...(scrolls ? ["the page scrolls"] : [])];
            }"""
        )
        assert outside == []
