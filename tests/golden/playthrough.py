"""A match as text: every state with its phase, the legal moves, and what four seats and a spectator see.

Each state has its version, what led to it, its phase and the moves open to the seat in turn; then what the
viewers see, as far as it has changed since the state before: first what all five see alike, then what one of
them sees for itself. ``=`` gives a whole value, ``+`` what was added to the end of a list, ``-`` what was
taken out of one. The fields are those of ``Observation`` and its ``HandView``.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from enum import Enum
from typing import Any

from games.engine import rules
from games.engine.cards import SEATS
from games.engine.events import Event
from games.engine.fallback import fallback
from games.engine.moves import Move
from games.engine.observation import HandView, observe
from games.engine.results import HandResult, MatchResult
from games.engine.shuffle import deal_cards
from games.engine.state import MatchState, Phase

VIEWERS = (*SEATS, None)
Values = dict[str, "str | list[str]"]


@dataclass(frozen=True, slots=True)
class Playthrough:
    """One match: its game, the scores that it begins with, how it is played, and when it is abandoned.

    ``calls`` are the moves of the auctions and namings, one text a hand; all other moves are drawn from the
    seed, or are the fallback's where ``fallback`` is set.
    """

    name: str
    variant: str
    options: Mapping[str, int | bool]
    seed: int
    scores: tuple[int, ...]
    hands: int
    calls: tuple[str, ...] = ()
    fallback: bool = False


def text_of(playthrough: Playthrough) -> str:
    """The whole text of a match."""
    lines = [
        f"# {playthrough.name}: {playthrough.variant}"
        + "".join(f" {name}={_word(value)}" for name, value in playthrough.options.items()),
        f"# seed {playthrough.seed}, from scores {_word(playthrough.scores)}."
        " Written by: python -m tests.golden --write",
    ]
    seen: dict[int | None, Values] = {viewer: {} for viewer in VIEWERS}
    for what, state, events in _states(playthrough):
        now = {viewer: _values(state, viewer) for viewer in VIEWERS}
        lines += ["", f"[{state.version}] {what}", f"  {_to_move(state)}"]
        if events:
            lines.append(f"  events: {' '.join(type(event).__name__ for event in events)}")
        lines += _changes(seen, now)
        seen = now
    return "\n".join(lines) + "\n"


def _to_move(state: MatchState) -> str:
    """The phase, and what the seat in turn may do."""
    if state.turn is None:
        return f"{state.phase.value}: nobody is to move"
    return f"{state.phase.value}: seat {state.turn} may {' '.join(map(str, rules.legal_moves(state)))}"


def _states(playthrough: Playthrough) -> Iterator[tuple[str, MatchState, tuple[Event, ...]]]:
    """Every state, with what led to it in words and in events."""
    rng = random.Random(playthrough.seed)
    dealer = rng.randrange(4)
    state = rules.resume(playthrough.variant, playthrough.options, playthrough.scores, dealer, (), 0)
    yield "the match begins", state, ()
    for hand in range(playthrough.hands):
        said = iter(playthrough.calls[hand].split() if hand < len(playthrough.calls) else ())
        seed = rng.randbytes(32)
        state, events = rules.deal(state, deal_cards(seed, ("", "", "", ""), state.next_dealer))
        yield f"seat {state.hand.dealer if state.hand else '-'} deals", state, events
        while (seat := state.turn) is not None:
            move = _move(playthrough, state, said, rng)
            state, events = rules.apply(state, seat, move)
            yield f"seat {seat}: {move}", state, events
        if state.phase is Phase.ENDED:
            return
    state, events = rules.abandon(state)
    yield "the match is abandoned", state, events


def _move(playthrough: Playthrough, state: MatchState, said: Iterator[str], rng: random.Random) -> Move:
    legal = rules.legal_moves(state)
    if state.phase is not Phase.PLAY and (text := next(said, None)) is not None:
        return {str(move): move for move in legal}[text]
    if playthrough.fallback:
        return fallback(state)
    return rng.choice(legal)


# --- values -------------------------------------------------------------------------------------------------


def _values(state: MatchState, viewer: int | None) -> Values:
    """Every field of what a viewer sees, as texts."""
    observation = observe(state, viewer)
    values: Values = {}
    for field in fields(observation):
        value = getattr(observation, field.name)
        if isinstance(value, HandView):
            values |= {f"hand.{part.name}": _text(getattr(value, part.name)) for part in fields(value)}
        elif field.name == "hand":
            values["hand"] = "none"
        elif field.name not in ("seat", "version"):  # who looks, and the number in brackets
            values[field.name] = _text(value)
    return values


def _text(value: Any) -> str | list[str]:
    return [_word(item) for item in value] if isinstance(value, tuple) else _word(value)


def _word(value: Any) -> str:
    """A value as one word."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, HandResult | MatchResult):
        return f"({' '.join(f'{field.name}={_word(getattr(value, field.name))}' for field in fields(value))})"
    if isinstance(value, Enum) and isinstance(value, str):
        return str(value.value)
    if isinstance(value, Mapping):
        return " ".join(f"{name}={_word(item)}" for name, item in value.items())
    if isinstance(value, tuple):
        return ":".join(map(_word, value)) or "none"
    return str(value)


# --- changes ------------------------------------------------------------------------------------------------


def _changes(before: Mapping[int | None, Values], now: Mapping[int | None, Values]) -> Iterator[str]:
    """One line for what changed alike for all viewers, and one for each who sees something else."""
    changed = {viewer: _changed(before[viewer], now[viewer]) for viewer in VIEWERS}
    alike = [change for change in changed[None] if all(change in changed[viewer] for viewer in SEATS)]
    if alike:
        yield "  all: " + " | ".join(alike)
    for viewer in VIEWERS:
        own = [change for change in changed[viewer] if change not in alike]
        if own:
            yield f"  {'spectator' if viewer is None else f'seat {viewer}'}: " + " | ".join(own)


def _changed(before: Values, now: Values) -> list[str]:
    return [
        f"{name} {_difference(before.get(name), value)}"
        for name, value in now.items()
        if before.get(name) != value
    ]


def _difference(before: str | list[str] | None, now: str | list[str]) -> str:
    if isinstance(now, str):
        return f"= {now}"
    if isinstance(before, list) and before:
        if len(now) > len(before) and now[: len(before)] == before:
            return f"+ {' '.join(now[len(before) :])}"
        gone = [word for word in before if word not in now]
        if gone and now and [word for word in before if word in now] == now:
            return f"- {' '.join(gone)}"
    return f"= {' '.join(now) or '()'}"
