"""Sentences of Django that people read here and that Django's own Arabic catalog lacks.

Nothing imports this: `makemessages` finds the sentences here, so that the site's catalog, which goes before
Django's, has them. One that Django translates itself one day can go.
"""

from django.utils.translation import gettext_noop, ngettext_lazy

# What a new password is refused for
ngettext_lazy(
    "This password is too short. It must contain at least %d character.",
    "This password is too short. It must contain at least %d characters.",
    0,
)

# Setting another's password in the administration
gettext_noop("Set password: %s")
gettext_noop("Set password")
gettext_noop("Reset password")
gettext_noop("Password-based authentication")
gettext_noop("Enabled")
gettext_noop("Disabled")
gettext_noop("Enable password-based authentication for this user by setting a password.")
gettext_noop("Password-based authentication was disabled.")
gettext_noop("Conflicting form data submitted. Please try again.")
