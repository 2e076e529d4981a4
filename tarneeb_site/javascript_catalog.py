"""The translations that scripts use."""

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import etag
from django.views.i18n import JavaScriptCatalog


@lru_cache
def _translations_digest() -> str:
    digest = hashlib.sha256()
    for folder in settings.LOCALE_PATHS:
        for file in sorted(Path(folder).rglob("djangojs.mo")):
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def _catalog_etag(request: HttpRequest, *args: Any, **kwargs: Any) -> str:
    return f'"{get_language()}-{_translations_digest()}"'


# One address serves every language, chosen by a cookie. So a browser keeps its copy but asks each time
# whether it is still the right one, and gets an empty answer while it is.
javascript_catalog = cache_control(no_cache=True)(
    etag(_catalog_etag)(JavaScriptCatalog.as_view(packages=["tarneeb_site"]))
)
