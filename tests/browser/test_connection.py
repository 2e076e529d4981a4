"""The line breaks at the worst moment: after a move went out and before its answer came."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import NewPage
from tests.browser.player import make_move, own_cards, start_with_bots, wait_for_turn

if TYPE_CHECKING:
    from playwright.sync_api import WebSocketRoute

pytestmark = pytest.mark.browser


class Line:
    """Stands between a page and the server: passes everything on until it is told to break."""

    def __init__(self) -> None:
        self.breaks_at: str | None = None
        self.loses_move = False
        self.moves: list[dict[str, object]] = []
        self.connections = 0

    def carry(self, page_side: WebSocketRoute) -> None:
        self.connections += 1
        server_side = page_side.connect_to_server()

        def from_page(text: str | bytes) -> None:
            frame = json.loads(text)
            if frame["type"] == "move":
                self.moves.append(frame)
                if self.breaks_at == "move":
                    self.breaks_at = None
                    if not self.loses_move:
                        server_side.send(text)
                    page_side.close(code=1011)
                    return
            server_side.send(text)

        page_side.on_message(from_page)


@pytest.mark.parametrize("loses_move", [False, True])
def test_a_move_is_there_once(new_page: NewPage, loses_move: bool) -> None:
    line = Line()
    line.loses_move = loses_move
    page = new_page()
    page.route_web_socket("**/ws/tables/**", line.carry)
    start_with_bots(page, "tarneeb41")
    press = wait_for_turn(page)
    # Cancelled hands are dealt anew: bid until there is a card to play.
    while press is not None and "data-call" in press:
        make_move(page)
        press = wait_for_turn(page)
    assert press is not None

    before = own_cards(page)
    line.breaks_at = "move"
    connections = line.connections
    page.click(press)
    page.wait_for_function("(press) => !document.querySelector(press)", arg=press)
    assert len(own_cards(page)) == len(before) - 1
    assert line.connections == connections + 1
    broken = [move for move in line.moves if move["version"] == line.moves[-1]["version"]]
    assert len({str(move["client_id"]) for move in broken}) == 1
    assert len(broken) == (2 if loses_move else len(broken))
    wait_for_turn(page)
    assert len(own_cards(page)) in (len(before) - 1, 13)
