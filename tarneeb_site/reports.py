"""Error reports that cannot carry what a player must not see."""

from collections.abc import ItemsView
from types import FrameType
from typing import Any

from django.http import HttpRequest
from django.views.debug import SafeExceptionReporterFilter


class HiddenValues(SafeExceptionReporterFilter):
    """Leaves the values of local variables and of forms out of error reports.

    Frames of a server that deals cards hold hands in play, seeds and passwords. No list of "sensitive"
    names would stay complete, so a report shows where something went wrong and never what the values were.
    """

    def is_active(self, request: HttpRequest | None) -> bool:
        return True

    def get_traceback_frame_variables(
        self, request: HttpRequest | None, tb_frame: FrameType
    ) -> ItemsView[str, Any]:
        return {}.items()

    def get_post_parameters(self, request: HttpRequest | None) -> dict[str, Any]:
        if request is None:
            return {}
        return dict.fromkeys(request.POST, self.cleansed_substitute)
