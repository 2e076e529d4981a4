"""What accounts tell the other apps, none of which they know."""

from django.dispatch import Signal

# An account was closed for good or by the staff, and nobody can log in to it. Sent once that is committed,
# with its `user`.
account_closed = Signal()
