"""``manage.py duel``: two kinds of player against each other on duplicate deals."""

from __future__ import annotations

from math import isnan
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.bots import STEADY
from games.management.wishes import (
    PLAYER_NAMES,
    add_game,
    add_seed,
    at_least_one,
    options_of,
    player_of,
    variant_of,
)
from games.simulation.duel import SIDES, Duel, DuelTally, Figure, play_deals
from games.simulation.pipes import until_the_reader_goes

REPORT_EVERY: Final = 100


class Command(BaseCommand):
    """Prints what each side took a hand, and the difference with its standard error."""

    help = (
        "Let two players meet on duplicate deals: each deal is played twice, the sides exchanged."
        " The same seed, the same figures."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--a", default=STEADY, help=f"{PLAYER_NAMES} (default: {STEADY})")
        parser.add_argument("--b", required=True, help=PLAYER_NAMES)
        add_game(parser)
        parser.add_argument("--deals", type=int, default=1000, metavar="N", help="default: 1000")
        add_seed(parser)

    def handle(self, **wishes: Any) -> None:
        variant = variant_of(wishes["variant"])
        duel = Duel(
            variant=variant.key,
            options=options_of(variant, wishes["option"]),
            a=player_of(wishes["a"]),
            b=player_of(wishes["b"]),
            seed=wishes["seed"],
        )
        tally = self._play(duel, at_least_one("--deals", wishes["deals"]))
        per_seat = variant.scores_per == "seat"
        with until_the_reader_goes():
            self.stdout.write(_report(duel, tally, points_first=per_seat))

    def _play(self, duel: Duel, count: int) -> DuelTally:
        tally = DuelTally()
        try:
            for deal in play_deals(duel, count):
                tally.add(deal)
                if tally.deals % REPORT_EVERY == 0 and self.stderr.isatty():
                    self.stderr.write(f"{tally.deals}/{count} deals", style_func=str, ending="\r")
        except KeyboardInterrupt:
            raise CommandError(f"stopped after {tally.deals} deals", returncode=130) from None
        return tally


def _report(duel: Duel, tally: DuelTally, *, points_first: bool) -> str:
    chosen = "".join(
        f", {name}={str(value).lower()}" for name, value in sorted(duel.options.items()) if value
    )
    lines = [_figure("tricks a deal", tally.tricks), _figure("points a hand", tally.points)]
    return "\n".join(
        [
            f"{duel.variant}{chosen}: {tally.deals} deals, each played twice, the sides exchanged;"
            f" seed {duel.seed}",
            f"{'':<16}{'a: ' + duel.a:>14}{'b: ' + duel.b:>14}{'a - b':>10}{'standard error':>17}",
            *(reversed(lines) if points_first else lines),
            f"{'contracts':<16}" + "".join(f"{tally.contracts[side]:>14}" for side in SIDES),
            f"{'contracts made':<16}" + "".join(f"{_share(tally.share_made(side)):>14}" for side in SIDES),
            f"{tally.not_scored} of {2 * tally.deals} hands passed out or cancelled",
        ]
    )


def _figure(name: str, figure: Figure) -> str:
    means = "".join(f"{figure.mean(side):>14.3f}" for side in SIDES)
    error = figure.standard_error()
    return f"{name:<16}{means}{figure.difference():>+10.3f}{'-' if isnan(error) else f'{error:.3f}':>17}"


def _share(share: float) -> str:
    return "-" if isnan(share) else f"{share:.1%}"
