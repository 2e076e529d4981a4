"""Who is at a socket: the person whose login its session holds."""

from typing import Any

from channels.auth import AuthMiddleware
from channels.db import database_sync_to_async
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, load_backend
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.base import SessionBase
from django.utils.crypto import constant_time_compare

from accounts.models import User


def user_of_session(session: SessionBase) -> User | AnonymousUser:
    """Return the user of a login that stands.

    As Django does for pages, a login that was made under a former key counts; Channels' own function takes it
    for a forged one and deletes the session, and a guest could never come back. The next page renews it.
    """
    if SESSION_KEY not in session or session.get(BACKEND_SESSION_KEY) not in settings.AUTHENTICATION_BACKENDS:
        return AnonymousUser()
    key = User._meta.pk.to_python(session[SESSION_KEY])
    user = load_backend(session[BACKEND_SESSION_KEY]).get_user(key)
    if not isinstance(user, User):
        return AnonymousUser()
    stored = session.get(HASH_SESSION_KEY, "")
    valid = [user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()]
    return user if any(constant_time_compare(stored, one) for one in valid) else AnonymousUser()


user_of_session_async = database_sync_to_async(user_of_session)


class SocketUser(AuthMiddleware):
    """Puts the user into the scope of a socket."""

    async def resolve_scope(self, scope: dict[str, Any]) -> None:
        """Read who it is."""
        scope["user"]._wrapped = await user_of_session_async(scope["session"])
