"""The line to the site is cut, kept cut, and mended; and what each end of it says."""

from __future__ import annotations

import pytest

from tests.browser.conftest import NewPage
from tests.browser.line import CuttableLine
from tests.browser.player import make_move, own_cards, start_with_bots, wait_for_turn

pytestmark = pytest.mark.browser

BANNER = "[data-part=connection]"


def test_a_line_that_is_cut_says_so_counts_and_comes_back(new_page: NewPage) -> None:
    page = new_page()
    line = CuttableLine(page)
    start_with_bots(page, "tarneeb41")
    wait_for_turn(page)
    before = own_cards(page)

    line.cut()
    page.locator(BANNER, has_text="Reconnecting …").wait_for()
    page.locator(BANNER, has_text="next try in").wait_for()
    assert own_cards(page) == before
    # What the seats say of their people is old now.
    assert page.locator(".table--offline").count() == 1
    tried = line.connections
    page.get_by_role("button", name="Try now").click()
    page.locator(BANNER, has_text="next try in").wait_for()
    assert line.connections > tried

    line.mend()
    page.locator(BANNER).wait_for(state="hidden")
    page.locator("[data-part=notice]", has_text="Connected again.").wait_for()
    wait_for_turn(page)
    assert make_move(page)


@pytest.mark.parametrize(
    ("code", "sentence", "button"),
    [
        (4404, "There is no such table any more.", "To the tables"),
        (4406, "The site is newer than this page.", "Load again"),
        (4429, "This page sent too much at once", "Try now"),
        (4500, "Reconnecting …", "Try now"),
    ],
)
def test_each_end_of_the_line_has_its_own_sentence_and_way_on(
    new_page: NewPage, code: int, sentence: str, button: str
) -> None:
    page = new_page()
    line = CuttableLine(page)
    start_with_bots(page, "tarneeb")
    line.cut(code)
    page.locator(BANNER, has_text=sentence).wait_for()
    page.locator(BANNER).get_by_role("button", name=button).wait_for()
