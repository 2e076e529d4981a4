"""Pearson's test of counts against what was expected, with the standard library alone."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

PRECISION: Final = 1e-12
TINY: Final = 1e-300
LEAST_EXPECTED: Final = 5.0


@dataclass(frozen=True, slots=True)
class ChiSquared:
    """How far counts lie from what was expected.

    ``p`` is the chance that true luck gives a ``statistic`` at least as large: near 0 the counts are too far
    off, near 1 too even. It is not a number where ``degrees`` is 0: there was nothing to compare.
    """

    statistic: float
    degrees: int

    @property
    def p(self) -> float:
        """The chance of a statistic at least as large."""
        return upper_tail(self.statistic, self.degrees) if self.degrees else math.nan


def compare(cells: Iterable[tuple[int, float]]) -> ChiSquared:
    """The test of a list of cells, each with its count and the number expected.

    Cells in which fewer than five are expected are taken together, as the approximation needs. The
    expectations come to as many as the counts, so there is one degree of freedom less than cells.
    """
    statistic = 0.0
    used = 0
    rare_count, rare_expected = 0, 0.0
    for count, expected in cells:
        if expected < LEAST_EXPECTED:
            rare_count += count
            rare_expected += expected
            continue
        statistic += (count - expected) ** 2 / expected
        used += 1
    if rare_expected:
        statistic += (rare_count - rare_expected) ** 2 / rare_expected
        used += 1
    return ChiSquared(statistic, used - 1)


def upper_tail(statistic: float, degrees: int) -> float:
    """The chance that chi-squared with so many degrees of freedom, 1 or more, is at least ``statistic``.

    That is the regularised incomplete gamma function Q(degrees / 2, statistic / 2): by its power series below
    the middle, by its continued fraction (Lentz's way) above it.
    """
    shape, at = degrees / 2, statistic / 2
    if at <= 0:
        return 1.0
    scale = math.exp(shape * math.log(at) - at - math.lgamma(shape))
    if at < shape + 1:
        return 1.0 - scale * _series(shape, at)
    return scale * _continued_fraction(shape, at)


def _series(shape: float, at: float) -> float:
    term = total = 1 / shape
    step = 0
    while term > total * PRECISION:
        step += 1
        term *= at / (shape + step)
        total += term
    return total


def _continued_fraction(shape: float, at: float) -> float:
    b = at + 1 - shape
    c = 1 / TINY
    d = 1 / b
    value = d
    step = 0
    change = 0.0
    while abs(change - 1) > PRECISION:
        step += 1
        a = -step * (step - shape)
        b += 2
        d = 1 / _not_zero(a * d + b)
        c = _not_zero(b + a / c)
        change = c * d
        value *= change
    return value


def _not_zero(value: float) -> float:
    return value if abs(value) > TINY else TINY
