"""``manage.py checkdeals``: chi-squared over very many deals made from seeds."""

from __future__ import annotations

from math import isnan
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.simulation.deal_check import DealCounts, seeded_deals
from games.simulation.pipes import until_the_reader_goes

SUSPICIOUS: Final = 0.0001
PATTERNS_SHOWN: Final = 10
REPORT_EVERY: Final = 10_000


class Command(BaseCommand):
    """Prints each test and some of the figures; exits 1 when a test lies outside what luck gives."""

    help = "Make very many deals from seeds and test them against luck. The same seed, the same figures."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--deals", type=int, default=1_000_000, metavar="N", help="default: 1000000")
        parser.add_argument("--seed", type=int, default=0, metavar="N", help="a whole number (default: 0)")

    def handle(self, **wishes: Any) -> None:
        if wishes["deals"] < 1:
            raise CommandError(f"--deals must be at least 1, not {wishes['deals']}")
        counts = self._count(wishes["deals"], wishes["seed"])
        with until_the_reader_goes():
            self.stdout.write(f"{counts.deals} deals, seed {wishes['seed']}\n\n")
            suspicious = self._print_tests(counts)
            self._print_figures(counts)
        if suspicious:
            raise SystemExit(1)

    def _count(self, deals: int, seed: int) -> DealCounts:
        counts = DealCounts()
        try:
            for dealer, dealt in seeded_deals(deals, seed):
                counts.add(dealer, dealt)
                if counts.deals % REPORT_EVERY == 0 and self.stderr.isatty():
                    self.stderr.write(f"{counts.deals}/{deals} deals", style_func=str, ending="\r")
        except KeyboardInterrupt:
            raise CommandError(f"stopped after {counts.deals} deals", returncode=130) from None
        return counts

    def _print_tests(self, counts: DealCounts) -> int:
        suspicious = 0
        self.stdout.write(f"{'test':<24}{'chi-squared':>12}{'degrees':>9}{'p':>9}")
        for test in counts.tests():
            p = test.result.p
            odd = p < SUSPICIOUS or p > 1 - SUSPICIOUS
            suspicious += odd
            self.stdout.write(
                f"{test.name:<24}{test.result.statistic:>12.2f}{test.result.degrees:>9}"
                + (f"{'-':>9}" if isnan(p) else f"{p:>9.4f}")
                + ("  suspicious" if odd else "")
            )
        return suspicious

    def _print_figures(self, counts: DealCounts) -> None:
        self.stdout.write(f"\n{'suit lengths':<14}{'seen':>10}{'expected':>10}")
        for shape, seen, expected in counts.patterns()[:PATTERNS_SHOWN]:
            self.stdout.write(f"{' '.join(map(str, shape)):<14}{seen:>10.3%}{expected:>10.3%}")
        self.stdout.write(f"\n{'ace of':<14}" + "".join(f"{f'seat {seat}':>10}" for seat in range(4)))
        for suit, shares in zip(("clubs", "diamonds", "hearts", "spades"), counts.ace_shares(), strict=True):
            self.stdout.write(f"{suit:<14}" + "".join(f"{share:>10.3%}" for share in shares))
