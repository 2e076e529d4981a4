"""Users: members, who have a name and a password, and guests, who may play before they choose either."""

import secrets
from collections.abc import Iterable
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import names

# No vowels but a, e and u, no 0, 1, i, l, m or o: nothing that looks like something else, so that an id may
# also stand in a name.
_PUBLIC_ID_ALPHABET = "23456789abcdefghjknpqrstuvwxyz"
_PUBLIC_ID_LENGTH = 10


def new_public_id() -> str:
    """Return a fresh id by which others may address a user: short, and not to be guessed or counted."""
    return "".join(secrets.choice(_PUBLIC_ID_ALPHABET) for _place in range(_PUBLIC_ID_LENGTH))


class UserManager(BaseUserManager["User"]):
    """Creates members and administrators, and finds users by name without regard to look-alikes."""

    def get_by_natural_key(self, username: str | None) -> "User":
        """Return the user whose name reads like `username`; raise User.DoesNotExist when there is none."""
        return self.get(username_key=names.name_key(username or ""))

    def create_user(
        self, username: str, email: str = "", password: str | None = None, **fields: Any
    ) -> "User":
        """Make a member. Raises ValidationError for a name that is not allowed, and IntegrityError for
        one that is taken. Reserved names are allowed here: only forms refuse them."""
        user = self.model(username=names.check_name(username), email=self.normalize_email(email), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(
        self, username: str, email: str = "", password: str | None = None, **fields: Any
    ) -> "User":
        """Make an administrator who may do everything in the admin."""
        return self.create_user(
            username, email, password, **{**fields, "is_staff": True, "is_superuser": True}
        )


class User(AbstractBaseUser, PermissionsMixin):
    """An account.

    `email` is an address that its owner confirmed, or empty; addresses waiting to be confirmed are
    django-allauth's. `username_key` follows `username` whenever the model is saved.
    """

    class Language(models.TextChoices):
        FOLLOW_BROWSER = "", _("As the browser says")
        ENGLISH = "en", "English"
        ARABIC = "ar", "العربية"

    public_id = models.CharField(_("public id"), max_length=16, unique=True, editable=False)
    username = models.CharField(
        _("name"),
        max_length=names.MAX_LENGTH,
        unique=True,
        help_text=_("Shown to everyone at the table. Latin or Arabic letters, digits, spaces and _ - ."),
        error_messages={"unique": _("This name is taken, or looks like one that is. Please choose another.")},
    )
    username_key = models.CharField(
        _("key of the name"), max_length=names.MAX_KEY_LENGTH, unique=True, editable=False
    )
    email = models.EmailField(_("mail address"), blank=True)
    is_guest = models.BooleanField(_("guest"), default=False)
    expires_at = models.DateTimeField(_("expires at"), null=True, blank=True)
    language = models.CharField(_("language"), max_length=2, blank=True, default="", choices=Language.choices)
    is_staff = models.BooleanField(
        _("staff"), default=False, help_text=_("May log in to the administration pages.")
    )
    is_active = models.BooleanField(_("active"), default=True, help_text=_("May log in."))
    date_joined = models.DateTimeField(_("joined"), default=timezone.now, editable=False)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["email"]

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        constraints = [
            models.UniqueConstraint(
                Lower("email"),
                condition=~Q(email=""),
                name="user_email_unique_without_case",
                violation_error_message=_("Another account has this mail address."),
            ),
            models.CheckConstraint(
                condition=~Q(public_id="") & ~Q(username="") & ~Q(username_key=""), name="user_is_named"
            ),
            models.CheckConstraint(condition=Q(language__in=["", "en", "ar"]), name="user_language_known"),
            models.CheckConstraint(
                condition=Q(is_guest=False, expires_at__isnull=True)
                | Q(is_guest=True, expires_at__isnull=False, email="", is_staff=False, is_superuser=False),
                name="user_guest_expires_and_has_no_rights",
                violation_error_message=_(
                    "A guest has a last day, no mail address and no rights; a member has no last day."
                ),
            ),
        ]
        indexes = [
            models.Index(
                "expires_at", condition=Q(is_guest=True, is_active=True), name="user_guests_to_expire"
            ),
        ]

    def __str__(self) -> str:
        return self.username

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store the user, with the key of its name, its address in small letters and, once, a public id."""
        self.public_id = self.public_id or new_public_id()
        self.username_key = names.name_key(self.username)
        self.email = self.email.lower()
        update_fields: Iterable[str] | None = kwargs.get("update_fields")
        if update_fields is not None and "username" in update_fields:
            kwargs["update_fields"] = {*update_fields, "username_key"}
        super().save(*args, **kwargs)
