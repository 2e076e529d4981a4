"""What a load came to, for people and for programs."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any

from games.load.figures import Times, times_of
from games.load.plan import Plan
from games.load.run import Result

# Seconds from the end of a hand to the next deal; a site that takes longer pauses so that people can look.
QUICK_DEAL = 2.0


def as_text(plan: Plan, result: Result, database: str) -> str:
    """Gives the figures as a few lines."""
    figures = result.figures
    lines = [
        _headline(plan, result, database),
        "",
        f"moves        {figures.accepted:,} accepted: {figures.accepted / result.seconds:,.1f} a second",
        f"latency      {_times(figures.latencies)}, until the last of the four seats was told",
        f"acknowledged {_times(figures.acknowledgements)}",
        f"not accepted {figures.refused.total()} refused, {figures.stale} of them stale"
        f"{_of(figures.refused)}; {figures.under_way} without a whole answer",
        f"connections  {figures.reconnects.total()} broke{_of(figures.reconnects)}; {figures.gaps} gaps in"
        f" events, {figures.resent} moves sent again, {figures.stalls} tables asked anew",
        f"errors       {figures.errors.total()}{_of(figures.errors)}",
        f"hands        {_deals(figures.waits_for_deal)}; {figures.matches_ended} matches ended",
        f"received     {figures.frames / result.seconds:,.0f} frames a second",
        *_cpu_lines(result),
        *_memory_lines(result),
    ]
    return "\n".join(lines)


def as_json(plan: Plan, result: Result, database: str) -> str:
    """Gives the figures as one line of JSON; times are in milliseconds."""
    figures = result.figures
    waits = figures.waits_for_deal
    return json.dumps(
        {
            "tables": plan.tables,
            "pace": plan.pace,
            "games": [{"variant": game.variant, "options": dict(game.options)} for game in plan.games],
            "turn_seconds": plan.turn_seconds,
            "spectators": plan.spectators,
            "idle": plan.idle,
            "servers": len(plan.addresses),
            "database": database,
            "seed": plan.seed,
            "warmup": plan.warmup,
            "seconds": round(result.seconds, 3),
            "sent": figures.sent,
            "accepted": figures.accepted,
            "received_by_all": figures.received,
            "moves_per_second": round(figures.accepted / result.seconds, 1),
            "latency_ms": _in_milliseconds(times_of(figures.latencies)),
            "acknowledged_ms": _in_milliseconds(times_of(figures.acknowledgements)),
            "refused": dict(figures.refused),
            "unfinished": figures.under_way,
            "reconnects": {str(code): count for code, count in figures.reconnects.items()},
            "gaps": figures.gaps,
            "resent": figures.resent,
            "stalls": figures.stalls,
            "errors": dict(figures.errors),
            "deals": len(waits),
            "wait_for_deal_ms": round(median(waits) * 1000, 1) if waits else None,
            "matches_ended": figures.matches_ended,
            "frames_per_second": round(figures.frames / result.seconds),
            "cpu_ms_per_move": _cpu_a_move(result),
            "cpu_percent": _cpu_percent(result),
            "memory_bytes_per_idle_socket": round(result.memory.each) if result.memory else None,
        }
    )


def _headline(plan: Plan, result: Result, database: str) -> str:
    games = ", ".join(
        " ".join((game.variant, *(f"{name}={value}" for name, value in game.options.items() if value)))
        for game in plan.games
    )
    pace = f"one move each {plan.pace:g} s" if plan.pace else "flat out"
    turns = f"turns of {plan.turn_seconds} s" if plan.turn_seconds else "turns without limit"
    more = [f"{plan.spectators} watching each"] if plan.spectators else []
    more += [f"{plan.idle:,} idle sockets"] if plan.idle else []
    servers = len(plan.addresses)
    return (
        f"{plan.tables} tables, {pace}; {games}; {', '.join((turns, *more))}; {database},"
        f" {servers} web server{'s' if servers > 1 else ''}; {result.seconds:.1f} s after {plan.warmup:g} s"
        f" of warm-up; seed {plan.seed}"
    )


def _times(values: Sequence[float]) -> str:
    times = times_of(values)
    if times is None:
        return "none"
    return (
        f"p50 {times.p50 * 1000:,.1f}  p95 {times.p95 * 1000:,.1f}  p99 {times.p99 * 1000:,.1f}"
        f"  longest {times.longest * 1000:,.1f} ms"
    )


def _of(counts: Mapping[Any, int]) -> str:
    """Says what a count is made of."""
    if not counts:
        return ""
    return f" ({', '.join(f'{count} {what}' for what, count in sorted(counts.items(), key=str))})"


def _deals(waits: Sequence[float]) -> str:
    if not waits:
        return "no deal waited for"
    text = f"{len(waits)} deals, each waited for {median(waits):.2f} s (median)"
    if median(waits) > QUICK_DEAL:
        text += ": tables stood still meanwhile; start the site with TARNEEB_HAND_PAUSE=0"
    return text


def _cpu_a_move(result: Result) -> dict[str, float] | None:
    if result.cpu is None or not result.figures.accepted:
        return None
    return {kind: round(seconds * 1000 / result.figures.accepted, 3) for kind, seconds in result.cpu.items()}


def _cpu_percent(result: Result) -> dict[str, float] | None:
    if result.cpu is None:
        return None
    return {kind: round(seconds * 100 / result.seconds, 1) for kind, seconds in result.cpu.items()}


def _cpu_lines(result: Result) -> list[str]:
    a_move, percent = _cpu_a_move(result), _cpu_percent(result)
    if percent is None:
        return [
            "CPU          not measured: that needs the extra, pip install -c constraints.txt -e '.[load]'"
        ]
    lines = []
    if a_move is not None:
        each = "  ".join(f"{kind} {milliseconds:.2f}" for kind, milliseconds in a_move.items())
        lines.append(f"CPU ms/move  {each}  all {sum(a_move.values()):.2f}")
    each = "  ".join(f"{kind} {share:.0f}" for kind, share in percent.items())
    lines.append(f"CPU %        {each}  (100 is one core)")
    return lines


def _memory_lines(result: Result) -> list[str]:
    memory = result.memory
    if memory is None:
        return []
    return [
        f"memory       web {memory.before / 2**20:,.1f} MiB before, {memory.after / 2**20:,.1f} after"
        f" {memory.sockets:,} idle sockets: {memory.each / 1024:,.1f} KiB each"
    ]


def _in_milliseconds(times: Times | None) -> dict[str, float] | None:
    if times is None:
        return None
    return {
        "p50": round(times.p50 * 1000, 2),
        "p95": round(times.p95 * 1000, 2),
        "p99": round(times.p99 * 1000, 2),
        "longest": round(times.longest * 1000, 2),
    }
