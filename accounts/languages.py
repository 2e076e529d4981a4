"""Which language a person reads: the account's, else the cookie's, else the browser's."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.utils.translation import get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header


def _supported(code: str) -> str | None:
    try:
        return get_supported_language_variant(code)
    except LookupError:
        return None


def language_of_scope(scope: Mapping[str, Any]) -> str:
    """Return the language of a socket's connection scope, by the rule that pages follow too."""
    wishes = [
        getattr(scope.get("user"), "language", ""),
        scope.get("cookies", {}).get(settings.LANGUAGE_COOKIE_NAME, ""),
    ]
    for name, value in scope.get("headers", ()):
        if name == b"accept-language":
            wishes += [code for code, _quality in parse_accept_lang_header(value.decode("latin-1"))]
    return next((code for wish in wishes if wish and (code := _supported(wish))), settings.LANGUAGE_CODE)
