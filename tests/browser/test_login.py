"""The login changes in another tab while the table is open in this one."""

from __future__ import annotations

import pytest

from tests.browser.conftest import NewPage
from tests.browser.player import own_cards, start_with_bots

pytestmark = pytest.mark.browser

# Coming back to the tab asks the server for everything; it looks at the login again after some seconds.
COME_BACK_UNTIL = "() => { document.dispatchEvent(new Event('visibilitychange')); return %s; }"
PROMPT = "document.querySelector('[data-part=prompt]').textContent"


def test_who_logs_out_elsewhere_sees_no_cards_any_more(new_page: NewPage) -> None:
    table = new_page()
    start_with_bots(table, "tarneeb")
    other = table.context.new_page()
    other.goto("/accounts/keep/")
    other.fill("[name=name]", "Layla of the tabs")
    for field in ("password1", "password2"):
        other.fill(f"[name={field}]", "a long enough secret")
    other.locator("main form button[type=submit]").click()
    other.wait_for_url("**/")
    own = own_cards(table)

    # The guest has a name now, and another session: the table goes on as if nothing had been.
    table.wait_for_function(
        COME_BACK_UNTIL % "document.querySelector('[data-place=bottom]').textContent.includes('Layla')",
        polling=300,
    )
    assert own_cards(table) == own

    other.goto("/accounts/logout/")
    other.locator("main form button[type=submit]").first.click()
    other.wait_for_url("**/")
    table.wait_for_function(COME_BACK_UNTIL % f"{PROMPT} === 'You are watching.'", polling=300)
    table.wait_for_function("() => !document.querySelector('.hand .card[data-card]')")
    assert own_cards(table) == []

    # It is said aloud, and the way back leads to the same seat with the same cards.
    table.locator("[data-part=connection]", has_text="Your login has ended").wait_for()
    address = table.url
    table.locator("[data-part=connection]").get_by_role("button", name="Log in").click()
    table.fill("[name=login]", "Layla of the tabs")
    table.fill("[name=password]", "a long enough secret")
    table.locator("main form button[type=submit]").first.click()
    table.wait_for_url(address)
    table.wait_for_selector(".hand .card[data-card]")
    assert own_cards(table) == own
