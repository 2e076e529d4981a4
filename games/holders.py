"""What one holder, an account or an address, has at a process in all its connections together."""

import time
from collections import Counter


class Allowance:
    """The frames that may still be sent: full at first, filled again as time passes."""

    def __init__(self, at_once: int, a_second: int) -> None:
        self._most = at_once
        self._a_second = a_second
        self._left = float(at_once)
        self._at = time.monotonic()

    def take(self, cost: int) -> bool:
        """Takes the cost of a frame; False where it is more than is left."""
        self._fill()
        self._left -= cost
        return self._left >= 0

    @property
    def is_full(self) -> bool:
        """True where it is as good as a new one."""
        self._fill()
        return self._left >= self._most

    def _fill(self) -> None:
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._at) * self._a_second)
        self._at = now


class Holders:
    """The connections of each holder, and the allowance that they share."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._allowances: dict[str, Allowance] = {}

    def count(self, holder: str, change: int) -> int:
        """Counts the connections of a holder, and gives how many there are now."""
        self._counts[holder] += change
        now = self._counts[holder]
        if now <= 0:
            del self._counts[holder]
        return now

    def allowance(self, holder: str, at_once: int, a_second: int) -> Allowance:
        """Gives the allowance of a holder, a full one with these figures where there is none yet."""
        return self._allowances.setdefault(holder, Allowance(at_once, a_second))

    def forget_the_full(self) -> None:
        """Drops the allowances of those who are gone, but not before they are full: who comes back at once
        finds theirs as it was."""
        gone = [holder for holder in self._allowances if holder not in self._counts]
        for holder in gone:
            if self._allowances[holder].is_full:
                del self._allowances[holder]
