"""How static files get their names."""

from django.contrib.staticfiles.storage import ManifestStaticFilesStorage


class HashedStaticFiles(ManifestStaticFilesStorage):
    """Names carry a hash of the content, so that a browser may keep a file for ever.

    The hash must reach the names inside ES modules' import statements too: a page with the new entry
    module and an old imported one would be a broken page.
    """

    support_js_module_import_aggregation = True
