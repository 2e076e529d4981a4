"""A person over HTTP: a guest of the site with cookies, who presses buttons."""

import http.client
import http.cookiejar
import json
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Sequence

TIMEOUT = 5.0  # seconds
Fields = Sequence[tuple[str, str]]


class PageFault(Exception):
    """The site did not answer, or refused; ``code`` is its own code where there is one."""

    def __init__(self, text: str, code: str = "") -> None:
        super().__init__(text)
        self.code = code


class Person:
    """Keeps cookies. All calls block."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._jar = http.cookiejar.CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self._jar))

    @property
    def cookies(self) -> str:
        """The cookies as a header has them."""
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self._jar)

    def get(self, path: str) -> str:
        """Load a page. Raises PageFault."""
        return self._open(urllib.request.Request(self._address + path))[1]

    def post(self, path: str, fields: Fields = ()) -> str:
        """Press a button; give the address where that led. Raises PageFault."""
        token = next((cookie.value for cookie in self._jar if cookie.name == "csrftoken"), "") or ""
        body = urllib.parse.urlencode(list(fields)).encode()
        headers = {"X-CSRFToken": token, "Accept": "application/json"}
        return self._open(urllib.request.Request(self._address + path, body, headers))[0]

    def _open(self, request: urllib.request.Request) -> tuple[str, str]:
        try:
            with self._opener.open(request, timeout=TIMEOUT) as answer:
                return str(answer.url), answer.read().decode()
        except urllib.error.HTTPError as error:
            raise PageFault(f"{request.full_url}: {error.code}", _code_in(error)) from None
        except (OSError, http.client.HTTPException) as error:
            raise PageFault(f"{request.full_url}: {error!r}") from None


def _code_in(error: urllib.error.HTTPError) -> str:
    try:
        return str(json.loads(error.read())["code"])
    except (OSError, ValueError, TypeError, LookupError, http.client.HTTPException):
        return ""
