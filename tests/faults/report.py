"""What a run found, as a table to read."""

from collections.abc import Mapping, Sequence

from tests.faults.journal import Kind
from tests.faults.run import Outcome

NAMED = (Kind.LOST, Kind.DOUBLED, Kind.DEALT_AGAIN)
HEAD = ["fault", "times", "recovered", "longest s", "moves", "silent", *NAMED, "other"]


def table(outcomes: Mapping[str, Outcome]) -> str:
    """One line a fault: how often it was, how often play went on, the longest wait for that, the moves
    acknowledged meanwhile, how often a player learned only by asking after a long silence that something had
    happened, and what was wrong."""
    return _aligned([HEAD, *(_line(name, outcome) for name, outcome in outcomes.items())])


def _line(name: str, outcome: Outcome) -> list[str]:
    named = [outcome.problems[kind] for kind in NAMED]
    others = outcome.problems.total() - sum(named)
    figures = outcome.times, outcome.recovered, f"{outcome.longest:.1f}", outcome.acknowledged, outcome.missed
    return [name, *map(str, (*figures, *named, others))]


def _aligned(lines: Sequence[Sequence[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    # Names to the left, figures to the right.
    sides = ["<", *">" * (len(widths) - 1)]
    columns = list(zip(sides, widths, strict=True))
    return "\n".join(
        "  ".join(f"{text:{side}{width}}" for text, (side, width) in zip(line, columns, strict=True))
        for line in lines
    )
