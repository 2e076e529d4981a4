"""A real site and real browsers: `manage.py up` on a free port, and Chromium that clicks as people do.

Needs TARNEEB_BROWSER, the path of a Chromium, and Playwright; without them these tests are skipped.
"""

from __future__ import annotations

import importlib.util
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

ROOT = Path(__file__).resolve().parents[2]
STARTS_WITHIN = 90
PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1440, "height": 900}

NewPage = Callable[..., "Page"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if importlib.util.find_spec("playwright") is not None:
        return
    missing = pytest.mark.skip(reason="needs Playwright: install the extra “dev”")
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(missing)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a whole site of its own, with bots that do not think long."""
    folder = tmp_path_factory.mktemp("site")
    port = _free_port()
    environment = {key: value for key, value in os.environ.items() if key not in ("SECRET_KEY", "REDIS_URL")}
    environment |= {
        "TARNEEB_LOCAL": "1",
        "TARNEEB_DATA_DIR": str(folder),
        "TARNEEB_BOT_PAUSE": "0",
        "TARNEEB_HAND_PAUSE": "1.5",
        "TARNEEB_SWEEP_EVERY": "0.1",
        "TARNEEB_TRICK_PAUSE_MS": "60",
    }
    environment.pop("DATABASE_URL", None)
    with (folder / "up.log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "up", "--port", str(port)],
            cwd=ROOT,
            env=environment,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        try:
            address = f"http://127.0.0.1:{port}"
            _wait_for(f"{address}/health/", process, folder / "up.log")
            yield address
        finally:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(timeout=30)
            except subprocess.TimeoutExpired:
                process.kill()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_for(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + STARTS_WITHIN
    while time.monotonic() < end:
        if process.poll() is not None:
            break
        try:
            with urllib.request.urlopen(address, timeout=2):
                return
        except (OSError, urllib.error.URLError):
            time.sleep(0.3)
    pytest.fail(f"the site did not start:\n{log.read_text(errors='replace')[-3000:]}")


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser that TARNEEB_BROWSER names, started once."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ["TARNEEB_BROWSER"],
            args=[
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
            ],
        )
        yield browser
        browser.close()


@pytest.fixture
def new_page(chromium: Browser, site: str) -> Iterator[NewPage]:
    """Opens a browser of somebody else each time it is called; a script error in any fails the test."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def open_page(**options: Any) -> Page:
        # Still cards are pressed sooner; the pictures are taken with whatever motion the caller asks for.
        usual = {"locale": "en", "viewport": PHONE, "reduced_motion": "reduce"}
        context = chromium.new_context(base_url=site, **{**usual, **options})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: faults.append(message.text) if _is_fault(message) else None)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert faults == []


def _is_fault(message: Any) -> bool:
    # To the browser a connection that a test itself cuts is an error too, and so is what the site refuses.
    expected = ("WebSocket", "409 (Conflict)")
    return message.type == "error" and not any(text in message.text for text in expected)


@pytest.fixture
def screenshots() -> Path:
    """Where pictures are kept, to be looked at."""
    folder = ROOT / "screenshots"
    folder.mkdir(exist_ok=True)
    return folder
