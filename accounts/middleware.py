"""What every request of a logged-in person needs."""

from django.http import HttpRequest
from django.middleware.locale import LocaleMiddleware
from django.utils import timezone, translation
from django.utils.deprecation import MiddlewareMixin

from accounts import services


class LanguageMiddleware(LocaleMiddleware):
    """Django's own, except that the language of an account goes before cookie and browser.

    Stands behind AuthenticationMiddleware.
    """

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        language = request.user.language if request.user.is_authenticated else ""
        if language:
            translation.activate(language)
            request.LANGUAGE_CODE = translation.get_language()


class GuestMiddleware(MiddlewareMixin):
    """A guest who is here stays: the last day and the session's end move on with each day's visit."""

    def process_request(self, request: HttpRequest) -> None:
        user = request.user
        if user.is_authenticated and user.is_guest and services.keep_guest_longer(user, timezone.now()):
            request.session.set_expiry(services.guest_lifetime())
