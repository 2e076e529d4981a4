"""Somebody at a table page who presses what is open: passes, or bids what the high cards are worth."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

OPEN_CALL = ".call[data-call][aria-disabled=false]"
READY_CARD = ".hand .card--ready"
MATCH_OVER = ".panel__headline--match"
HAND_OVER = ".panel--result"
# More than any match between the site's bots takes.
MOST_MOVES = 1500


def start_with_bots(page: Page, variant: str) -> None:
    """Goes from the home page to a dealt hand in two clicks at most."""
    page.goto("/")
    page.locator(f'form:has(input[value="{variant}"]) button').click()
    page.wait_for_url(re.compile(r"/tables/[^/]+/$"))
    page.wait_for_selector(".hand .card")


def open_table(
    page: Page, variant: str, target: str | None = None, visibility: str = "open", turn: str = "60"
) -> str:
    """Opens a table that waits for people, gives its path; `turn` is a number of seconds or "none"."""
    page.goto("/tables/new/")
    _choose(page, "variant", variant)
    if target is not None:
        _choose(page, "target", target)
    _choose(page, "turn_seconds", turn)
    _choose(page, "opponents", "people")
    _choose(page, "visibility", visibility)
    page.locator("main form button[type=submit]").last.click()
    page.wait_for_url(re.compile(r"/tables/(?!new/)[^/]+/$"))
    return page.url


def _choose(page: Page, name: str, value: str) -> None:
    page.locator(f'[name="{name}"][value="{value}"]').check(force=True)


def next_press(page: Page, *, daring: bool = False) -> str | None:
    """Gives the selector of what a player would press now, or None when it is not their turn.

    Who is daring bids where another would pass: four who all pass play no cards.
    """
    found: str | None = page.evaluate(
        """(daring) => {
            const open = [...document.querySelectorAll('.call[data-call][aria-disabled="false"]')];
            const cards = [...document.querySelectorAll(".hand .card")].map((node) => node.dataset.card);
            const high = cards.filter((card) => /[AK]$/.test(card)).length;
            const worth = open.filter((node) => Number(node.dataset.call) <= high);
            const pass = open.find((node) => node.dataset.call === "pass");
            const call = (daring ? null : pass) ?? worth.at(-1) ?? open.find((node) => node !== pass);
            if (call) return `.call[data-call="${call.dataset.call}"]`;
            const card = document.querySelector(".hand .card--ready");
            return card && `.hand .card[data-card="${card.dataset.card}"]`;
        }""",
        daring,
    )
    return found


def wait_for_turn(page: Page) -> str | None:
    """Waits until there is something to press or the match is over; gives the selector or None."""
    page.wait_for_selector(f"{OPEN_CALL}, {READY_CARD}, {MATCH_OVER}")
    return next_press(page)


def make_move(page: Page) -> bool:
    """Waits for the turn and makes one move by clicking; False when the match is over."""
    press = wait_for_turn(page)
    if press is None:
        return page.locator(MATCH_OVER).count() == 0
    page.click(press)
    page.wait_for_function(
        "(press) => !document.querySelector(press) || document.querySelector(press).closest('.panel[hidden]')"
        " || !document.querySelector('.table--own-turn')",
        arg=press,
    )
    return True


def play_to_the_end(page: Page) -> int:
    """Plays until the match is over, gives the number of moves made."""
    for moves in range(MOST_MOVES):
        if not make_move(page):
            return moves
    raise AssertionError(f"no end after {MOST_MOVES} moves")


def own_cards(page: Page) -> list[str]:
    """The cards in the viewer's hand, as the page shows them."""
    cards: list[str] = page.eval_on_selector_all(
        ".hand .card[data-card]", "(nodes) => nodes.map((node) => node.dataset.card)"
    )
    return cards


def team_scores(page: Page) -> list[int]:
    """The running scores of the bar: the viewer's own team first."""
    texts: list[str] = page.locator(".chip__score").all_inner_texts()
    return [int(text.replace("\u2212", "-")) for text in texts]


def sentences(page: Page) -> list[str]:
    """What was announced at the table, in order."""
    said: list[str] = page.locator("[data-part=announcer] p").all_text_contents()
    return said
