"""What this site does otherwise than django-allauth: names, confirmed addresses, wording, mails' language."""

import logging
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from accounts import names, services
from accounts.models import User

log = logging.getLogger(__name__)

_WRONG_LOGIN = _("The name or mail address and the password do not belong together.")


class AccountAdapter(DefaultAccountAdapter):
    """The adapter that settings name for allauth.account."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "account_inactive": _("This account is closed."),
        "duplicate_email": _("Your account has this mail address already, or it waits to be confirmed."),
        "email_password_mismatch": _WRONG_LOGIN,
        "enter_current_password": _("This is not your current password."),
        "incorrect_password": _("This is not your password."),
        "invalid_password_reset": _("This link to a new password is no longer good."),
        "rate_limited": _("That was too often. Please wait a while and try again."),
        "too_many_login_attempts": _("Too many wrong passwords. Please wait some minutes and try again."),
        "username_password_mismatch": _WRONG_LOGIN,
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return a name that a new member may have; raise ValidationError saying what is wrong with it."""
        if shallow:
            return names.check_name(username)
        return services.choose_name(username)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count wrong passwords by account: all spellings of a name that log in count as one."""
        if "username" in credentials:
            credentials["username"] = names.name_key(credentials["username"])
        super().pre_authenticate(request, **credentials)

    def login(self, request: HttpRequest, user: User) -> None:
        """Log in. A guest who logs in to an account could never come back as that guest, so it ends."""
        guest = request.user if isinstance(request.user, User) and request.user.is_guest else None
        super().login(request, user)
        if guest:
            services.end_guest(guest)

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Make a claimed address the confirmed one, unless another account confirmed it first."""
        try:
            with transaction.atomic():
                return bool(super().confirm_email(request, email_address))
        except IntegrityError:
            pass  # The user rows keep confirmed addresses single.
        self.add_message(
            request,
            messages.ERROR,
            "account/messages/email_confirmation_failed.txt",
            {"email": email_address.email},
        )
        return False

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail in the language of the account that it is about, where that is known.

        Where the mail server fails, say so: what led to the mail (an account, say) is done all the same.
        """
        user = context.get("user") or getattr(self.request, "user", None)
        language = getattr(user, "language", "") or translation.get_language()
        try:
            with translation.override(language):
                super().send_mail(template_prefix, email, context)
        except OSError as error:  # all of smtplib's errors are
            log.error("a mail could not be sent: %s", type(error).__name__)
            if self.request is not None:
                messages.error(self.request, _("The mail could not be sent. Please try again later."))
