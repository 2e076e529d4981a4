"""The lists of open tables while people look at them: nothing is loaded anew."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import DESKTOP, NewPage
from tests.browser.player import open_table

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, WebSocketRoute

pytestmark = pytest.mark.browser

LIVE = "[data-part=count-waiting]:not([hidden])"
MARK = "window.sameDocument = true"


def _look(page: Page, address: str = "/tables/") -> None:
    """Opens the lobby and waits until it is live. The document is marked: a page loaded anew has no mark."""
    page.goto(address)
    page.wait_for_selector(LIVE)
    page.evaluate(MARK)


def _row(page: Page, address: str) -> Locator:
    return page.locator(f'[data-part=rows] > [data-table="{address.rstrip("/").rsplit("/", 1)[1]}"]')


def _place(row: Locator) -> float:
    box = row.bounding_box()
    assert box is not None
    return box["y"]


def test_a_table_that_another_opens_is_seen_without_loading(new_page: NewPage) -> None:
    watcher, owner, guest = new_page(), new_page(viewport=DESKTOP), new_page()
    _look(watcher)
    address = open_table(owner, "tarneeb41")
    row = _row(watcher, address)
    row.wait_for()
    assert row.locator(".seat-dot--person").count() == 1
    assert row.get_by_role("button", name="Sit here").count() == 3

    _look(guest)
    _row(guest, address).get_by_role("button", name="Sit here (seat 3)").click()
    guest.wait_for_url(address)
    guest.get_by_role("button", name="Stand up").wait_for()
    row.locator(".seat-dot--person").nth(1).wait_for()

    owner.get_by_role("button", name="Fill with bots").click()
    row.get_by_text("Full or closed").wait_for()
    owner.get_by_role("button", name=re.compile("Start")).click()
    watcher.get_by_role("link", name="Being played").click()
    row.get_by_text(re.compile(r"^Hand 1 · to 41 points")).wait_for()
    assert row.locator(".seat-dot--bot").count() == 2
    assert watcher.url.endswith("/tables/?show=playing")
    assert watcher.evaluate("window.sameDocument")


def test_a_table_by_link_is_not_seen(new_page: NewPage) -> None:
    watcher = new_page()
    _look(watcher)
    by_link = open_table(new_page(), "tarneeb", visibility="link")
    # The open one comes after it: had the other been told of, it would be there by then.
    _row(watcher, open_table(new_page(), "tarneeb")).wait_for()
    assert _row(watcher, by_link).count() == 0


def test_nothing_moves_under_the_thumb(new_page: NewPage) -> None:
    first, second, third = (new_page() for _ in range(3))
    above = open_table(second, "tarneeb")
    watcher = new_page()
    _look(watcher)
    below = _row(watcher, open_table(first, "syrian41"))
    below.wait_for()
    below.scroll_into_view_if_needed()
    below.get_by_role("button", name="Sit here").first.hover()
    place = _place(below)
    _row(watcher, open_table(third, "tarneeb41")).wait_for()
    second.get_by_role("button", name="Stand up").click()
    gone = _row(watcher, above)
    gone.get_by_text("Full or closed").wait_for()
    assert gone.get_by_role("button", name="Sit here").first.is_disabled()
    assert _place(below) == place
    # Nobody touches the list any more: what left is taken away.
    watcher.mouse.move(1, 1)
    gone.wait_for(state="detached")
    assert below.count() == 1


def test_a_seat_that_was_taken_meanwhile_is_told_of_on_the_spot(new_page: NewPage) -> None:
    owner, quick, slow = (new_page() for _ in range(3))
    address = open_table(owner, "tarneeb")
    deaf: list[bool] = []

    def carry(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        server.on_message(lambda text: None if deaf else route.send(text))

    slow.route_web_socket("**/ws/lobby/**", carry)
    _look(slow)
    deaf.append(True)
    _look(quick)
    _row(quick, address).get_by_role("button", name="Sit here (seat 2)").click()
    quick.wait_for_url(address)
    _row(slow, address).get_by_role("button", name="Sit here (seat 2)").click()
    slow.get_by_role("alert").get_by_text("Somebody else sits there already.").wait_for()
    assert slow.evaluate("window.sameDocument")


def test_a_line_that_breaks_is_told_of_and_comes_back(new_page: NewPage) -> None:
    watcher = new_page()
    lines: list[WebSocketRoute] = []
    cut: list[bool] = []

    def carry(route: WebSocketRoute) -> None:
        if cut:
            route.close(code=1011)
            return
        route.connect_to_server()
        lines.append(route)

    watcher.route_web_socket("**/ws/lobby/**", carry)
    _look(watcher)
    cut.append(True)
    lines[0].close(code=1011)
    watcher.get_by_text("Reconnecting …").wait_for()
    address = open_table(new_page(), "tarneeb")
    cut.clear()
    _row(watcher, address).wait_for()
    watcher.get_by_text("Reconnecting …").wait_for(state="hidden")
    assert watcher.evaluate("window.sameDocument")


def test_without_scripts_the_lists_are_there_and_a_seat_is_taken(new_page: NewPage) -> None:
    address = open_table(new_page(), "tarneeb")
    plain = new_page(java_script_enabled=False)
    plain.goto("/tables/")
    row = plain.locator(f'.table-list > [data-table="{address.rstrip("/").rsplit("/", 1)[1]}"]')
    row.get_by_role("button", name="Sit here (seat 4)").click()
    assert plain.url == address
    plain.goto("/tables/")
    assert row.locator(".seat-dot--person").count() == 2


def test_what_is_past_the_end_of_a_long_list_is_one_press_away(new_page: NewPage) -> None:
    page = new_page()

    def carry(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def from_server(text: str | bytes) -> None:
            frame = json.loads(text)
            route.send(json.dumps(frame | {"more": {"waiting": None, "playing": "5f-1"}}))

        server.on_message(from_server)

    page.route_web_socket("**/ws/lobby/**", carry)
    _look(page)
    assert page.get_by_role("link", name="Next page").count() == 0
    page.get_by_role("link", name=re.compile(r"Being played\s*\d+\+")).click()
    page.get_by_role("link", name="Next page").click()
    page.wait_for_url("**/tables/?show=playing&after=5f-1")
    page.get_by_text("There are no more tables.").wait_for()
