"""Every public name of the engine and of the bots says what it is."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator

import pytest

PACKAGES = ("games.engine", "games.bots")


def public_names(package: str) -> Iterator[tuple[str, object]]:
    """Every module below ``package``, with the classes, functions and methods that are its own."""
    root = importlib.import_module(package)
    names = [package, *(info.name for info in pkgutil.walk_packages(root.__path__, f"{package}."))]
    for module in map(importlib.import_module, names):
        yield module.__name__, module
        yield from _members(module.__name__, module, module.__name__)


def _members(name: str, owner: object, module: str) -> Iterator[tuple[str, object]]:
    for key, member in vars(owner).items():
        of_here = getattr(inspect.unwrap(getattr(owner, key)), "__module__", module) == module
        if key.startswith("_") or not of_here:
            continue
        if inspect.isclass(member):
            yield f"{name}.{key}", member
            yield from _members(f"{name}.{key}", member, module)
        elif inspect.isroutine(member) or isinstance(member, property):
            yield f"{name}.{key}", getattr(owner, key)


def said_of(member: object) -> str:
    """Its docstring, or that of what it overrides; not the signature that a dataclass writes by itself."""
    text = inspect.getdoc(member) or ""
    own_signature = inspect.isclass(member) and text.startswith(f"{member.__name__}(")
    return "" if own_signature else text


@pytest.mark.parametrize("package", PACKAGES)
def test_every_public_name_is_documented(package: str) -> None:
    names = dict(public_names(package))
    assert f"{package}.choose" in names or f"{package}.rules.apply" in names
    assert [name for name, member in names.items() if not said_of(member)] == []
