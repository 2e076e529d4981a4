"""One person plays whole matches against bots by clicking, and reloads in mid-hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import NewPage
from tests.browser.player import (
    MATCH_OVER,
    MOST_MOVES,
    make_move,
    own_cards,
    play_to_the_end,
    start_with_bots,
    team_scores,
    wait_for_turn,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


def _play_into_a_hand(page: Page) -> None:
    """Plays until it is the viewer's turn in mid-hand, however many hands are cancelled before."""
    for _ in range(MOST_MOVES):
        wait_for_turn(page)
        if 0 < len(own_cards(page)) < 10:
            return
        make_move(page)
    raise AssertionError("no hand is played")


def _reload_in_mid_hand(page: Page) -> None:
    _play_into_a_hand(page)
    shown = "() => [...document.querySelectorAll('.seat')].map((seat) => seat.innerText)"
    before = own_cards(page), page.evaluate(shown), team_scores(page)
    page.reload()
    wait_for_turn(page)
    assert (own_cards(page), page.evaluate(shown), team_scores(page)) == before


@pytest.mark.parametrize("variant", ["tarneeb", "syrian41"])
def test_a_whole_match_by_clicking(new_page: NewPage, variant: str) -> None:
    page = new_page()
    start_with_bots(page, variant)
    _reload_in_mid_hand(page)
    play_to_the_end(page)
    assert page.locator(MATCH_OVER).is_visible()
    assert max(team_scores(page)) > 40
    # The largest of all frames: every hand of the match is in it.
    page.reload()
    page.wait_for_selector(MATCH_OVER)
    assert max(team_scores(page)) > 40
    page.locator(".panel__row button", has_text="Score sheet").click()
    page.wait_for_selector("[data-part=sheet] .sheet__hand")
    assert page.locator("[data-part=sheet] .sheet__hand").count() > 1
    page.keyboard.press("Escape")
    page.locator(".panel__row button", has_text="Rematch").click()
    page.wait_for_selector(".hand .card:nth-child(13)")
    assert team_scores(page) == [0, 0]
