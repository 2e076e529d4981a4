"""``manage.py bench``: how fast the site's parts are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from games.benchmarks import ladder, lateness, queue, season, spades
from games.benchmarks.engine import RandomPlay, recorded_play, tenths
from games.benchmarks.rounds import Timings, Workload, time_in_turn
from games.engine.variants import variants
from games.management.wishes import add_seed, at_least_one
from games.simulation.pipes import until_the_reader_goes

MEASURE: Final = "spades (pyspiel)"
MAIN: Final = "tarneeb"
RECORDED_HANDS: Final = 100


class Command(BaseCommand):
    """Prints what was measured; docs/speed.md says what it means."""

    help = "Measure speed."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        what = parser.add_subparsers(dest="what", required=True, metavar="WHAT")
        engine = what.add_parser(
            "engine",
            help="random legal play of every variant and replay of records, beside spades from OpenSpiel",
            description=(
                "Hands a second of random legal play of every variant and of records replayed, in CPU time,"
                " beside OpenSpiel's spades stepped from Python, where open_spiel is installed."
                " docs/speed.md says exactly what is compared."
            ),
        )
        engine.add_argument("--rounds", type=int, default=15, metavar="N", help="default: 15")
        engine.add_argument("--hands", type=int, default=2000, metavar="N", help="a round (default: 2000)")
        engine.add_argument(
            "--long",
            type=int,
            default=10_000,
            metavar="N",
            help="hands played in one go, to see that time and memory stay as they are (default: 10000)",
        )
        add_seed(engine)
        late = what.add_parser(
            "clock",
            help="how late the clock is where many turns run out",
            description=(
                "Starts matches at many tables of this database, at which nobody moves, and sweeps each half"
                " second as the worker does. Prints how late the steps were, and the part of a core it took."
            ),
        )
        late.add_argument("--tables", type=int, default=1000, metavar="N", help="default: 1000")
        late.add_argument(
            "--idle", type=int, default=100, metavar="N", help="of these, without a limit (default: 100)"
        )
        late.add_argument("--seconds", type=float, default=30, metavar="S", help="default: 30")
        long = what.add_parser(
            "ladder",
            help="how long a ladder of very many players takes to read and to change",
            description=(
                "Fills a ladder of a season of its own, with users of its own, in this PostgreSQL; reads its"
                " pages, ends matches of its players, and takes everything away again. Prints medians."
            ),
        )
        long.add_argument("--players", type=int, default=1_000_000, metavar="N", help="default: 1000000")
        long.add_argument("--rounds", type=int, default=200, metavar="N", help="default: 200")
        add_seed(long)
        queue_parser = what.add_parser(
            "queue",
            help="how long people wait for a ranked match, and how equal the teams are",
            description=(
                "Simulates a day of the ranked queue at 10 to 1,000 players an hour, with the rule by which"
                " the site seats people; prints how long they waited and how far the teams were apart."
            ),
        )
        add_seed(queue_parser)
        rated = what.add_parser(
            "season",
            help="how well ratings foretell who wins, beside Elo and the best settings found",
            description=(
                "Simulates seasons of players of known strength, and prints the log-loss of what was"
                " foretold of the last quarter: by truth, the site's ratings, plain Elo, the best settings."
            ),
        )
        rated.add_argument("--seeds", type=int, default=5, metavar="N", help="seasons (default: 5)")
        rated.add_argument(
            "--service",
            type=int,
            default=0,
            metavar="N",
            help="rate the first N matches by the site's service too, in this database; rolled back",
        )

    def handle(self, **wishes: Any) -> None:
        if wishes["what"] == "clock":
            self._bench_clock(at_least_one("--tables", wishes["tables"]), wishes["idle"], wishes["seconds"])
        elif wishes["what"] == "ladder":
            players = at_least_one("--players", wishes["players"])
            self._bench_ladder(players, at_least_one("--rounds", wishes["rounds"]), wishes["seed"])
        elif wishes["what"] == "season":
            self._bench_season(at_least_one("--seeds", wishes["seeds"]), wishes["service"])
        elif wishes["what"] == "queue":
            self._bench_queue(wishes["seed"])
        else:
            self._bench_engine(wishes)

    def _bench_clock(self, tables: int, idle: int, seconds: float) -> None:
        if not 0 <= idle < tables:
            raise CommandError("--idle must be less than --tables")
        late = lateness.measure(tables, idle, seconds)
        self.stdout.write(
            f"{tables:,} tables, {idle:,} of them without a limit to a turn, the others with"
            f" {lateness.TURN_SECONDS} s; swept each {lateness.SWEEP_EVERY} s for {seconds:g} s\n"
            f"{len(late.seconds):,} steps, late by {late.quantile(0.5):.2f} s (median),"
            f" {late.quantile(0.99):.2f} s (p99), {late.seconds[-1]:.2f} s at most;"
            f" sweeps took {late.of_a_core:.1%} of a core"
        )

    def _bench_ladder(self, players: int, rounds: int, seed: int) -> None:
        if connection.vendor != "postgresql":
            raise CommandError("The ladder is measured on PostgreSQL: set DATABASE_URL to one.")
        if rounds > ladder.MOST_ROUNDS:
            raise CommandError(f"--rounds must be at most {ladder.MOST_ROUNDS}")
        for figures in ladder.measure(players, rounds, seed):
            self.stdout.write(f"{figures.players:,} players; medians of {rounds}, milliseconds\n")
            for page in figures.pages:
                self.stdout.write(f"  {page.name:<26} {page.milliseconds:8.2f}  {page.queries} queries")
            self.stdout.write(f"  {'end of a match':<26} {figures.match_end:8.2f}  with the site's own time")

    def _bench_season(self, seeds: int, by_service: int) -> None:
        if by_service:
            played = season.season(0)[:by_service]
            same = season.by_service(played) == season.by_ratings()(played)
            self.stdout.write(
                f"{len(played):,} matches through the service: {'the same' if same else 'OTHER'} chances"
            )
        found = season.compare(range(seeds))
        best = found.best_settings
        self.stdout.write(
            f"log-loss of the last quarter, mean of {seeds} seasons of {season.MATCHES:,} matches\n"
            f"  truth {found.truth:.4f}   ratings {found.ratings:.4f}   Elo {found.elo:.4f}"
            f"   best {found.best:.4f} (beta {best.beta:g}, tau {best.tau:.3f})\n"
            f"  ratings over Elo {found.over_elo[0]:+.4f} (standard error {found.over_elo[1]:.4f}),"
            f" over the best {found.over_best[0]:+.4f} ({found.over_best[1]:.4f})"
        )

    def _bench_queue(self, seed: int) -> None:
        self.stdout.write("players/h  seated   wait s: median    p95   longest   teams apart: median   p95")
        for day in queue.measure(seed):
            wait = [queue.quantile(day.waits, share) for share in (0.5, 0.95, 1)]
            apart = [queue.quantile(day.differences, share) for share in (0.5, 0.95)]
            self.stdout.write(
                f"{day.an_hour:9,} {len(day.waits):7,} {wait[0]:16.0f} {wait[1]:6.0f} {wait[2]:9.0f}"
                f" {apart[0]:21.2f} {apart[1]:5.2f}"
            )

    def _bench_engine(self, wishes: Mapping[str, Any]) -> None:
        rounds = at_least_one("--rounds", wishes["rounds"])
        hands = at_least_one("--hands", wishes["hands"])
        long = at_least_one("--long", wishes["long"])
        seed = wishes["seed"]
        timings = time_in_turn(_workloads(seed), rounds, hands, seed)
        with until_the_reader_goes():
            self._report(timings, rounds, hands, long, seed)

    def _report(self, timings: Mapping[str, Timings], rounds: int, hands: int, long: int, seed: int) -> None:
        self.stdout.write(f"{rounds} rounds of {hands} hands, seed {seed}; CPU time, medians\n\n")
        self._print_timings(timings)
        self._print_tenths(long, seed)
        measure = timings.get(MEASURE)
        if measure is None:
            self.stdout.write("\nopen_spiel is not installed, so there is nothing to compare with")
        ratio = f"{timings[MAIN].speed_against(measure):.2f}" if measure is not None else "unknown"
        self.stdout.write(f"\nratio {MAIN} {ratio}")

    def _print_timings(self, timings: Mapping[str, Timings]) -> None:
        measure = timings.get(MEASURE)
        self.stdout.write(f"{'':<32}{'hands/s':>9}" + (f"{'ratio':>8}" if measure is not None else ""))
        for name, times in timings.items():
            ratio = f"{times.speed_against(measure):>8.2f}" if measure is not None else ""
            self.stdout.write(f"{name:<32}{times.hands_a_second:>9,.0f}{ratio}")

    def _print_tenths(self, hands: int, seed: int) -> None:
        first, *_, last = tenths(MAIN, hands, seed)
        self.stdout.write(
            f"\n{hands:,} hands of {MAIN} in one go, the first tenth and the last:"
            f" {first.seconds * 1e6:.1f} and {last.seconds * 1e6:.1f} microseconds a hand,"
            f" {first.most_bytes / 1024:.0f} and {last.most_bytes / 1024:.0f} KiB in use at most"
        )


def _workloads(seed: int) -> dict[str, Workload]:
    """What is timed, by the name that it is printed with; spades only where they are installed."""
    workloads: dict[str, Workload] = {}
    game = spades.load_spades()
    if game is not None:
        workloads[MEASURE] = spades.random_play(game)
    for variant in variants():
        workloads[variant.key] = RandomPlay(variant.key).play
    for variant in variants():
        workloads[f"{variant.key}, records replayed"] = recorded_play(variant.key, RECORDED_HANDS, seed)
    if game is not None:
        workloads["spades, recorded actions applied"] = spades.recorded_play(game, seed)
    return workloads
