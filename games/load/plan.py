"""What a load is to be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

SEATS = 4


class WrongAddressError(ValueError):
    """This is no address of a site."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where a web server of the site answers."""

    scheme: str
    host: str
    port: int

    @classmethod
    def of(cls, url: str) -> Address:
        """Reads ``http://host:port/``. Raises WrongAddressError."""
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            raise WrongAddressError(url) from None
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise WrongAddressError(url)
        return cls(parts.scheme, parts.hostname, port or (443 if parts.scheme == "https" else 80))

    @property
    def secure(self) -> bool:
        """True where connections are made over TLS."""
        return self.scheme == "https"

    @property
    def netloc(self) -> str:
        """The host as requests name it."""
        usual = 443 if self.secure else 80
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == usual else f"{host}:{self.port}"

    @property
    def origin(self) -> str:
        """What a page of this site gives as its origin."""
        return f"{self.scheme}://{self.netloc}"


@dataclass(frozen=True, slots=True)
class Game:
    """A variant with its options, played at some of the tables."""

    variant: str
    options: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Plan:
    """How many play what, where, how fast and for how long. `pace` is the seconds from one move of a table to
    the next, 0 for as fast as the site takes them; `seconds` are measured, after `warmup`."""

    addresses: tuple[Address, ...]
    games: tuple[Game, ...]
    tables: int
    turn_seconds: int | None
    spectators: int
    idle: int
    pace: float
    warmup: float
    seconds: float
    seed: int

    @property
    def sockets(self) -> int:
        """How many connections that makes."""
        return self.tables * (SEATS + self.spectators) + self.idle
