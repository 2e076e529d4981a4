"""How static files get their names."""

import re
from collections.abc import Callable
from typing import Any

from django.contrib.staticfiles.storage import ManifestStaticFilesStorage


class HashedStaticFiles(ManifestStaticFilesStorage):
    """Names carry a hash of the content, so that a browser may keep a file for ever.

    The hash must reach the names inside ES modules' import statements too: a page with the new entry
    module and an old imported one would be a broken page.
    """

    support_js_module_import_aggregation = True
    # A module's name settles one pass after those that it imports; this is how long a chain may be.
    max_post_process_passes = 20

    def url_converter(self, *args: Any, **kwargs: Any) -> Callable[[re.Match[str]], str]:
        """Django's own, except that comments stay as they are.

        Types are imported in comments, in circles too, and a circle of names would never settle.
        """
        convert: Callable[[re.Match[str]], str] = super().url_converter(*args, **kwargs)

        def convert_code(match: re.Match[str]) -> str:
            before = match.string[: match.start()]
            in_comment = before.rfind("/*") > before.rfind("*/")
            return match.group() if in_comment else convert(match)

        return convert_code
