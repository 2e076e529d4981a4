"""What happens here because of something in another app."""

import logging
from typing import Any

from allauth.account.signals import password_changed, password_reset, password_set
from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver

from accounts.models import User
from accounts.signals import account_closed
from games import effects
from games.services import tables
from games.services.errors import place_of

log = logging.getLogger(__name__)


@receiver(account_closed)
def free_the_seat(user: User, **_kwargs: Any) -> None:
    """Lets others play on without somebody who cannot come back. No failure here keeps an account open."""
    try:
        tables.leave_any(user)
    except Exception as error:
        log.error("the seat of user row %d could not be freed: %s", user.pk, place_of(error))


@receiver([account_closed, password_changed, password_reset, password_set, user_logged_out])
def look_at_logins(user: User | None, **_kwargs: Any) -> None:
    """Ends the sockets of logins that do not stand any more; those of other browsers may."""
    if user is not None:
        effects.login_changed(user.public_id)
