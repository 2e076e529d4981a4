"""People at a table: ready, removed, here and away, one account on two screens, a bot in one's seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import DESKTOP, NewPage
from tests.browser.player import make_move, next_press, open_table, own_cards, start_with_bots, wait_for_turn

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

# Who is here has to be true within 15 s; the rest is for a busy machine.
TRUE_WITHIN = 45_000
# A person in turn is waited for a minute where a turn has no limit.
BOT_WITHIN = 150_000
# The player's own bids and cards so far, as a page told of them.
OWN_MOVES = """(count) => [...document.querySelectorAll("[data-part=announcer] p")]
    .filter((node) => /^You (bid|play) .*\\.$/.test(node.textContent) && !/took/.test(node.textContent))
    .length === count"""
DEALT = ".hand .card:nth-child(13)"


def _sit_down(page: Page, address: str, position: int) -> str:
    """Takes a seat as a new guest; gives the guest's name."""
    page.goto(address)
    page.get_by_role("button", name=f"Sit here (seat {position + 1})").click()
    page.get_by_role("button", name="Stand up").wait_for()
    return page.locator(".seat--bottom bdi").inner_text()


def _seat(position: int, rest: str = "") -> str:
    return f'.seat[data-seat="{position}"] {rest}'


def test_ready_people_start_by_themselves_and_who_is_not_is_removed(new_page: NewPage) -> None:
    owner, basim, celine = new_page(), new_page(viewport=DESKTOP), new_page()
    address = open_table(owner, "tarneeb")
    name = _sit_down(basim, address, 1)
    other = _sit_down(celine, address, 2)

    basim.get_by_role("button", name="I am ready").click()
    owner.locator(_seat(1, ".fact--met"), has_text="Ready").wait_for()
    owner.get_by_text(f"Not ready yet: {other}.").wait_for()
    assert owner.get_by_role("button", name=f"Remove {name}").count() == 0

    # The question is not answered by the press that opened it, and the safe answer has the focus.
    owner.get_by_role("button", name=f"Remove {other}").click()
    dialog = owner.locator("dialog[data-dialog=remove]")
    assert dialog.get_by_role("button", name="Keep").evaluate("(node) => node === document.activeElement")
    owner.keyboard.press("Enter")
    dialog.wait_for(state="hidden")
    assert celine.get_by_role("button", name="Stand up").is_visible()

    owner.get_by_role("button", name=f"Remove {other}").click()
    dialog.get_by_role("button", name="Remove").click()
    celine.locator(".panel__warning", has_text="The table's owner removed you").wait_for()
    celine.get_by_role("button", name="To the tables").wait_for()
    basim.locator("[data-part=announcer] p", has_text=f"removed {other} from the seat").wait_for(
        state="attached"
    )
    celine.get_by_role("button", name="Sit here (seat 3)").click()
    celine.locator("[data-part=notice]", has_text="second").wait_for()

    owner.get_by_role("button", name="Fill with bots").click()
    owner.get_by_role("button", name="Start the match").wait_for()
    owner.get_by_role("button", name="I am ready").click()
    for page in (owner, basim):
        page.wait_for_selector(DEALT)


def test_who_is_ready_may_take_it_back(new_page: NewPage) -> None:
    owner, basim = new_page(), new_page()
    address = open_table(owner, "tarneeb")
    name = _sit_down(basim, address, 1)
    basim.get_by_role("button", name="I am ready").click()
    owner.get_by_role("button", name=f"Remove {name}").wait_for(state="detached")
    basim.get_by_role("button", name="Not ready").click()
    owner.get_by_role("button", name=f"Remove {name}").wait_for()


def test_a_dot_turns_when_a_browser_closes_and_turns_back(new_page: NewPage) -> None:
    owner, basim, watcher = new_page(), new_page(), new_page()
    address = open_table(owner, "tarneeb")
    _sit_down(basim, address, 1)
    owner.wait_for_selector(_seat(1, ".seat__dot:not(.seat__dot--away)"), timeout=TRUE_WITHIN)

    basim.close()
    owner.wait_for_selector(_seat(1, ".seat__dot--away"), timeout=TRUE_WITHIN)
    assert "away" in owner.locator(_seat(1)).inner_text()
    owner.get_by_text("After about two minutes away a seat becomes free.").wait_for()

    again = basim.context.new_page()
    again.goto(address)
    owner.wait_for_selector(_seat(1, ".seat__dot:not(.seat__dot--away)"), timeout=TRUE_WITHIN)
    assert owner.locator(_seat(1, ".visually-hidden")).all_text_contents() == ["here"]

    watcher.goto(address)
    owner.locator("[data-part=watchers]", has_text="1 is watching").wait_for(timeout=TRUE_WITHIN)
    watcher.close()
    owner.locator("[data-part=watchers]").wait_for(state="hidden", timeout=TRUE_WITHIN)


def test_one_account_in_two_tabs_is_one_seat_with_two_screens(new_page: NewPage) -> None:
    first = new_page()
    start_with_bots(first, "tarneeb41")
    second = first.context.new_page()
    second.goto(first.url)
    second.wait_for_selector(".hand .card")

    # They move by turns, bids included, and each shows what the other did.
    for moves, tab in enumerate((first, second, first, second), start=1):
        wait_for_turn(tab)
        make_move(tab)
        for screen in (first, second):
            screen.wait_for_function(OWN_MOVES, arg=moves)
    wait_for_turn(first)
    wait_for_turn(second)
    assert own_cards(first) == own_cards(second)
    assert second.locator(".seat--bottom bdi").inner_text() == first.locator(".seat--bottom bdi").inner_text()
    # One who watches and one who plays would be two people here.
    assert first.locator("[data-part=watchers]").is_hidden()


def _move_until_turn_of(mover: Page, other: Page) -> None:
    """Lets one of two people move until it is the other's turn."""
    for _ in range(100):
        if next_press(other) is not None:
            return
        press = next_press(mover, daring=True)
        if press is not None:
            mover.click(press)
        mover.wait_for_timeout(50)
    raise AssertionError("it is never the other's turn")


def test_others_see_that_a_bot_plays_for_who_is_away_and_that_they_are_back(new_page: NewPage) -> None:
    alia, basim = new_page(viewport=DESKTOP), new_page()
    address = open_table(alia, "tarneeb", turn="none")
    name = _sit_down(basim, address, 1)
    basim.get_by_role("button", name="I am ready").click()
    alia.get_by_role("button", name="Fill with bots").click()
    alia.get_by_role("button", name="I am ready").click()
    for page in (alia, basim):
        page.wait_for_selector(DEALT)
    _move_until_turn_of(alia, basim)

    # Who is waited for is named; then a bot has the seat; then its person does again.
    basim.close()
    sentence = f"{name} is away. A bot will play for them in about a minute."
    alia.locator("[data-part=absence]", has_text=sentence).wait_for(timeout=TRUE_WITHIN)
    alia.locator(_seat(1, ".seat__away"), has_text="bot plays").wait_for(timeout=BOT_WITHIN)
    alia.locator("[data-part=absence]").wait_for(state="hidden")

    again = basim.context.new_page()
    again.goto(address)
    again.get_by_text("You were away: a bot plays for you until you are back.").first.wait_for()
    again.get_by_role("button", name="Take my seat back").click()
    alia.locator("[data-part=notice]", has_text=f"{name} is back and plays again.").wait_for()
    alia.locator(_seat(1, ".seat__away")).wait_for(state="detached", timeout=TRUE_WITHIN)
    again.get_by_role("button", name="Take my seat back").wait_for(state="hidden")


def test_the_link_is_copied_or_else_shown_to_be_copied(new_page: NewPage) -> None:
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    address = open_table(page, "tarneeb")
    page.get_by_role("button", name="Copy link").click()
    page.get_by_role("button", name="Link copied").wait_for()
    assert page.evaluate("() => navigator.clipboard.readText()") == address

    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error()); }")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Copy the table's link").click()
    field = page.get_by_label("Copy this link")
    assert field.input_value() == address
    assert field.evaluate("(node) => node.selectionEnd - node.selectionStart") == len(address)


def test_a_device_that_shares_is_offered_to_share_the_link(new_page: NewPage) -> None:
    page = new_page()
    page.add_init_script("navigator.share = async (what) => { window.shared = what; };")
    address = open_table(page, "tarneeb")
    page.get_by_role("button", name="Share …").click()
    page.wait_for_function("(address) => window.shared?.url === address", arg=address)
