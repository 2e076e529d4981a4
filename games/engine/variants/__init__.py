"""The games that can be played. A new one is a file here, its line in ``_REGISTRY``, and its tests."""

from __future__ import annotations

from games.engine.errors import Code, InvalidOptions, brief
from games.engine.variants.base import Variant
from games.engine.variants.options import Options, OptionSpec, OptionValue
from games.engine.variants.syrian41 import Syrian41
from games.engine.variants.tarneeb import Tarneeb
from games.engine.variants.tarneeb41 import Tarneeb41

__all__ = ["OptionSpec", "OptionValue", "Options", "Variant", "get_variant", "register", "variants"]

_REGISTRY: dict[str, type[Variant]] = {}


def register(variant: type[Variant]) -> None:
    """Make a variant known under its key."""
    _REGISTRY[variant.key] = variant


for _variant in (Tarneeb, Syrian41, Tarneeb41):
    register(_variant)


def get_variant(key: str) -> type[Variant]:
    """The variant with this key. Raises InvalidOptions (``unknown_variant``) when there is none."""
    variant = _REGISTRY.get(key)
    if variant is None:
        raise InvalidOptions(Code.UNKNOWN_VARIANT, {"variant": brief(key)})
    return variant


def variants() -> tuple[type[Variant], ...]:
    """Every variant known, in the order registered."""
    return tuple(_REGISTRY.values())
