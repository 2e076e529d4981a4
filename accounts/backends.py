"""Logging in with a name or a mail address."""

from allauth.account.auth_backends import AuthenticationBackend

from accounts.models import User


class NameOrMailBackend(AuthenticationBackend):
    """allauth's own, except that a name is found however it is written (case, spaces, alef, digits)."""

    def _authenticate_by_username(self, username: str, password: str) -> User | None:
        try:
            user = User.objects.get_by_natural_key(username)
        except User.DoesNotExist:
            return None
        return user if self._check_password(user, password) else None
