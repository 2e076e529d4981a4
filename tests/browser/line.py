"""The line between a page and the site, in the hands of a test: it can be cut, kept cut, and mended."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page, WebSocketRoute


class CuttableLine:
    """Carries the page's socket until it is cut; while it is cut every new connection ends at once."""

    def __init__(self, page: Page) -> None:
        self.cut_with: int | None = None
        self.connections = 0
        self._open: list[WebSocketRoute] = []
        page.route_web_socket("**/ws/tables/**", self._carry)

    def _carry(self, page_side: WebSocketRoute) -> None:
        self.connections += 1
        if self.cut_with is not None:
            page_side.close(code=self.cut_with)
            return
        # Whatever either side sends is passed on by itself.
        page_side.connect_to_server()
        self._open.append(page_side)

    def cut(self, code: int = 1011) -> None:
        """Ends the connection so, and each that is tried from now on."""
        self.cut_with = code
        for page_side in self._open:
            page_side.close(code=code)
        self._open = []

    def mend(self) -> None:
        """Lets the next connection through."""
        self.cut_with = None
