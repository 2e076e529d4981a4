"""Every game that can be opened: variants, and house rules in all their combinations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, combinations, count, cycle, islice

from games.engine.variants import variants

TARGETS = (31, 41, 51, 61)
HOUSE_RULES = ("single_round", "dealer_must_bid", "no_trump", "first_lead_trump", "egyptian")
EXCLUDED_BY_EGYPTIAN = {"single_round", "dealer_must_bid"}
TURNS = ("none", "60", "30")
VISIBILITIES = ("open", "link")


@dataclass(frozen=True)
class House:
    """What is chosen in the form that opens a table."""

    variant: str
    target: int | None = None
    house_rules: tuple[str, ...] = ()

    def fields(self, number: int) -> dict[str, object]:
        """Give the fields of the form; what does not change the rules goes by the match's number."""
        fields: dict[str, object] = {
            "turn_seconds": TURNS[number % len(TURNS)],
            "opponents": "people",
            "visibility": VISIBILITIES[number % len(VISIBILITIES)],
        }
        if self.target:
            fields |= {"target": self.target, "house_rules": self.house_rules}
        return fields


def all_tarneeb() -> list[House]:
    """Give every target with every set of house rules that go together."""
    chosen = chain.from_iterable(combinations(HOUSE_RULES, size) for size in range(len(HOUSE_RULES) + 1))
    sets = [rules for rules in chosen if "egyptian" not in rules or EXCLUDED_BY_EGYPTIAN.isdisjoint(rules)]
    return [House("tarneeb", target, rules) for rules in sets for target in TARGETS]


def houses(matches: int) -> list[House]:
    """Give so many matches: all combinations in turn, and in each ten one of each game without any."""
    tarneeb = cycle(all_tarneeb())
    others = [House(game.key) for game in variants() if game.key != "tarneeb"]

    def in_turn() -> Iterator[House]:
        for number in count():
            yield others[number % 10] if number % 10 < len(others) else next(tarneeb)

    return list(islice(in_turn(), matches))
