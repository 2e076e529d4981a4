"""Public ids of tables and matches."""

import secrets

# Nothing that looks like something else, and no capitals: an id may be read aloud.
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
SHORT = 10
UNGUESSABLE = 26  # 31**26 is above 2**128: whoever has such an id was given it


def new_public_id(length: int = SHORT) -> str:
    """Gives a fresh random id."""
    return "".join(secrets.choice(ALPHABET) for _place in range(length))
