"""The only writers of accounts: members, guests, their names, addresses and languages."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial

from allauth.account.models import EmailAddress
from allauth.core import ratelimit
from allauth.core.exceptions import ImmediateHttpResponse
from django.conf import settings
from django.contrib.auth import login
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.models import User
from accounts.signals import account_closed

# Names are stored, not translated when shown: everyone at a table sees the same one.
_GUEST_WORDS = {"en": "Guest", "ar": "ضيف"}
_GUEST_NAME_TRIES = 20

_EXPIRE_BATCH = 200


def _name_taken() -> ValidationError:
    return ValidationError(
        _("This name is taken, or looks like one that is. Please choose another."), code="name_taken"
    )


def choose_name(name: str, *, user: User | None = None) -> str:
    """Return `name` as it may be stored for a member, `user` or a new one.

    Raises ValidationError for a name that is not allowed, is reserved, or reads like another user's.
    """
    cleaned = names.check_name(name)
    names.check_not_reserved(cleaned)
    others = User.objects.filter(username_key=names.name_key(cleaned))
    if user is not None:
        others = others.exclude(pk=user.pk)
    if others.exists():
        raise _name_taken()
    return cleaned


# Members


def create_member(name: str, password: str, email: str = "") -> User:
    """Make a member. An address waits until its owner confirms it.

    Raises ValidationError as `choose_name` does, also when another took the name in the meantime.
    """
    user = User(username=choose_name(name))
    user.set_password(password)
    try:
        with transaction.atomic():
            user.save()
            add_unconfirmed_address(user, email)
    except IntegrityError as error:
        raise _name_taken() from error
    return user


def change_name(user: User, name: str) -> User:
    """Give a member another name. Raises ValidationError as `choose_name` does."""
    user.username = choose_name(name, user=user)
    try:
        with transaction.atomic():
            user.save(update_fields=["username"])
    except IntegrityError as error:
        raise _name_taken() from error
    return user


def set_language(user: User, language: str) -> None:
    """Keep the language that a user chose; the empty string follows the browser."""
    user.language = language
    user.save(update_fields=["language"])


def add_unconfirmed_address(user: User, email: str) -> EmailAddress | None:
    """Note an address that `user` claims, if any; `User.email` stays as it is until it is confirmed.

    Several users may claim one address, so that nobody can find out whose it is; one can confirm it.
    """
    if not email:
        return None
    address, _created = EmailAddress.objects.get_or_create(user=user, email=email.lower())
    return address


def confirm_address(user: User, email: str) -> None:
    """Make `email` the one confirmed address of `user`; the empty string leaves none.

    Raises ValidationError when it is another user's.
    """
    email = email.lower()
    try:
        with transaction.atomic():
            EmailAddress.objects.filter(user=user).delete()
            user.email = email
            user.save(update_fields=["email"])
            if email:
                EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)
    except IntegrityError as error:
        raise ValidationError(_("Another account has this mail address."), code="email_taken") from error


# Guests


def guest_lifetime() -> timedelta:
    """Return how long a guest who stays away is kept."""
    return timedelta(days=settings.TARNEEB_GUEST_DAYS)


@contextmanager
def user_or_guest(request: HttpRequest) -> Iterator[User]:
    """Give the user of `request`; for a visitor a new guest, who is logged in at the end of the block.

    Where the block raises, nothing in the database has changed and the visitor is still one. A visitor who
    makes very many guests is answered with 429 (by raising what allauth's middleware answers).
    """
    if isinstance(request.user, User):
        yield request.user
        return
    if not ratelimit.consume(request, action="create_guest"):
        raise ImmediateHttpResponse(ratelimit.respond_429(request))
    with transaction.atomic():
        guest = _new_guest(timezone.now())
        yield guest
    login(request, guest)
    request.session.set_expiry(guest_lifetime())


def _new_guest(now: datetime) -> User:
    word = _GUEST_WORDS.get((get_language() or "en")[:2], _GUEST_WORDS["en"])
    for attempt in range(_GUEST_NAME_TRIES):
        smallest = 1000 * 10 ** (attempt // 4)
        guest = User(
            username=f"{word} {smallest + secrets.randbelow(9 * smallest)}",
            is_guest=True,
            expires_at=now + guest_lifetime(),
        )
        guest.set_unusable_password()
        try:
            with transaction.atomic():
                guest.save()
        except IntegrityError:
            continue
        return guest
    raise RuntimeError("no free name for a guest was found")


def keep_guest_longer(user: User, now: datetime) -> bool:
    """Move the last day of a guest who is here; at most once a day. Say whether it moved."""
    expires_at = now + guest_lifetime()
    if user.expires_at is None or user.expires_at >= expires_at - timedelta(days=1):
        return False
    moved = User.objects.filter(pk=user.pk, is_guest=True, is_active=True).update(expires_at=expires_at)
    return moved == 1


def name_guest(user: User, *, name: str, password: str, email: str = "") -> User:
    """Make a guest a member who keeps id, seats and matches; return it.

    Raises ValidationError as `choose_name` does, or when the guest has expired or is no guest.
    """
    cleaned = choose_name(name, user=user)
    try:
        with transaction.atomic():
            guest = User.objects.select_for_update().get(pk=user.pk, is_guest=True, is_active=True)
            guest.username = cleaned
            guest.is_guest = False
            guest.expires_at = None
            guest.set_password(password)
            guest.save(update_fields=["username", "is_guest", "expires_at", "password"])
            add_unconfirmed_address(guest, email)
    except User.DoesNotExist as error:
        raise ValidationError(_("This guest account is no longer there."), code="guest_gone") from error
    except IntegrityError as error:
        raise _name_taken() from error
    return guest


def end_guest(user: User) -> bool:
    """Close a guest for good: it can no longer log in, and its name is free for others.

    The row stays, under a name made of its public id, because matches may speak of it.
    """
    return _close_guests(Q(pk=user.pk)) == 1


def tell_closed(user: User) -> None:
    """Tell the other apps, once it is committed, that nobody can log in to this account any more."""
    transaction.on_commit(partial(account_closed.send, sender=User, user=user))


def expire_guests(now: datetime) -> int:
    """Close the guests whose last day is over; return how many."""
    return _close_guests(Q(expires_at__lte=now))


def _close_guests(which: Q) -> int:
    closed = 0
    while True:
        guests = list(
            User.objects.filter(which, is_guest=True, is_active=True).order_by("expires_at")[:_EXPIRE_BATCH]
        )
        for guest in guests:
            name = f"{_GUEST_WORDS['en']} {guest.public_id}"
            # Asked again in the same statement: it may have become a member, or stayed, meanwhile.
            still = User.objects.filter(which, pk=guest.pk, is_guest=True, is_active=True)
            if still.update(is_active=False, username=name, username_key=names.name_key(name)):
                tell_closed(guest)
                closed += 1
        if len(guests) < _EXPIRE_BATCH:
            return closed
