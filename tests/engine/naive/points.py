"""What a hand is worth, and when a match is won."""

from __future__ import annotations


def of_contract(bid: int, taken: int) -> tuple[int, int]:
    """The declaring team's points and the other's."""
    others = 13 - taken
    if bid == 13 and taken == 13:
        return 26, 0
    if bid == 13:
        return -16, 2 * others
    if taken == 13:
        return 16, 0
    if taken >= bid:
        return taken, 0
    return -bid, others


def of_declaration(game: str, bid: int, taken: int) -> int:
    """One seat's points in a 41 game."""
    worth = {2: 2, 3: 3, 4: 4}.get(bid, 2 * bid) if game == "tarneeb41" else bid
    return worth if taken >= bid else -worth


def winner_of_teams(scores: list[int], target: int) -> int | None:
    """The team at the target. Only one team gains by a hand, so both are never there at once."""
    there = [team for team in (0, 1) if scores[team] >= target]
    return there[0] if there else None


def winner_of_seats(scores: list[int]) -> int | None:
    """The team with one of its two at 41 and the other above nothing."""
    qualified = []
    for team in (0, 1):
        one, other = scores[team], scores[team + 2]
        if (one >= 41 and other > 0) or (other >= 41 and one > 0):
            qualified.append(team)
    if len(qualified) == 1:
        return qualified[0]
    first, second = scores[0] + scores[2], scores[1] + scores[3]
    if len(qualified) == 2 and first != second:
        return 0 if first > second else 1
    return None
