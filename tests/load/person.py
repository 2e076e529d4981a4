"""Somebody at the site over HTTP, as its page for developers tells it: sessions, tables and seats."""

from __future__ import annotations

import asyncio
import http.client
import http.cookiejar
import json
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from typing import IO, Any, NamedTuple

TIMEOUT = 60.0  # seconds


class Refused(Exception):
    """A POST was refused; `code` is the site's own, where it gave one."""

    def __init__(self, status: int, code: str, text: str) -> None:
        super().__init__(f"{status} {code}: {text[:200]}")
        self.status = status
        self.code = code


class Unreachable(Exception):
    """The site gave no answer."""


class Answer(NamedTuple):
    """What came over HTTP."""

    path: str
    status: int
    text: str
    location: str = ""


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_arguments: Any, **_names: Any) -> None:
        return None


class Person:
    """Somebody with cookies: a visitor, until they sit down somewhere or log in."""

    def __init__(
        self,
        site: str,
        heard: Callable[[Answer], None] = lambda _answer: None,
        language: str = "en",
        patience: float = TIMEOUT,
    ) -> None:
        """Take the site's scheme, host and port, who is to be told of every answer to a POST, and after how
        many seconds an answer is given up. All that asks the site raises Unreachable then."""
        self.site = site.rstrip("/")
        self._heard = heard
        self._language = language
        self._patience = patience
        self._jar = http.cookiejar.CookieJar()
        cookies = urllib.request.HTTPCookieProcessor(self._jar)
        self._opener = urllib.request.build_opener(cookies, _NoRedirects)

    def cookie(self, name: str) -> str:
        """Give a cookie's value; empty where there is none."""
        return next((cookie.value or "" for cookie in self._jar if cookie.name == name), "")

    async def get(self, path: str) -> Answer:
        """Load a page, whatever its status."""
        return await self._open(path, None, {"Accept-Language": self._language})

    async def post(self, path: str, **fields: object) -> Answer:
        """Send a form, whatever its status; a list is a field given several times."""
        if not self.cookie("csrftoken"):
            await self.get("/rules/")
        body = urllib.parse.urlencode(fields, doseq=True).encode()
        headers = {"X-CSRFToken": self.cookie("csrftoken"), "Origin": self.site, "Accept": "*/*"}
        answer = await self._open(path, body, headers | {"Accept-Language": self._language})
        self._heard(answer)
        return answer

    async def log_in(self, name: str, password: str) -> None:
        """Become an account. Raises Refused."""
        answer = await self.post("/accounts/login/", login=name, password=password)
        if answer.status != 302:
            raise Refused(answer.status, "", answer.text)

    async def open_table(self, variant: str, **fields: object) -> str:
        """Open a table (as a guest, if nobody yet) and sit in its seat 0; give its id. Raises Refused."""
        answer = await self.post("/tables/new/", variant=variant, **fields)
        if answer.status != 302:
            raise Refused(answer.status, "", answer.text)
        return answer.location.partition("/tables/")[2].partition("/")[0]

    async def act(self, table: str, action: str, **fields: object) -> None:
        """Press a button of a table, as sit, bots, start, ready, return or leave. Raises Refused."""
        answer = await self.post(f"/tables/{table}/{action}/", **fields)
        if answer.status != 200:
            code = json.loads(answer.text)["code"] if answer.text.startswith("{") else ""
            raise Refused(answer.status, code, answer.text)

    async def _open(self, path: str, body: bytes | None, headers: dict[str, str]) -> Answer:
        request = urllib.request.Request(self.site + path, body, headers)
        return await asyncio.to_thread(self._answer, path, request)

    def _answer(self, path: str, request: urllib.request.Request) -> Answer:
        try:
            got = self._opener.open(request, timeout=self._patience)
        except urllib.error.HTTPError as error:
            got = error
        except (OSError, http.client.HTTPException) as error:
            raise Unreachable(f"{path}: {error!r}") from None
        with got:
            return Answer(path, got.status, _read(got, path), got.headers.get("Location", ""))


def _read(answer: IO[bytes], path: str) -> str:
    try:
        return answer.read().decode()
    except (OSError, http.client.HTTPException) as error:
        raise Unreachable(f"{path}: {error!r}") from None
