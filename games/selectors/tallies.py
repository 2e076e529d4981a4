"""How many contracts a match's players had, and made."""

from dataclasses import dataclass

from games.engine.variants import get_variant
from games.models import Hand, Match

SEATS = range(4)


@dataclass(slots=True)
class Tally:
    """Contracts of one seat: where the game has a declarer, those that the seat declared; where each bids for
    itself, all its bids."""

    contracts: int = 0
    made: int = 0


def tallies(match: Match) -> list[Tally]:
    """Gives the tallies of a match by seat, from its hands that were scored."""
    found = [Tally() for _seat in SEATS]
    each_bids = get_variant(match.variant).scores_per == "seat"
    for hand in Hand.objects.filter(match=match, outcome="scored"):
        points = hand.points or []
        if each_bids:
            for seat in SEATS:
                found[seat].contracts += 1
                found[seat].made += points[seat] > 0
        elif hand.declarer is not None:
            found[hand.declarer].contracts += 1
            found[hand.declarer].made += points[hand.declarer % 2] > 0
    return found
