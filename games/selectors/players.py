"""A player's page: who it is and which matches they played."""

import datetime
from collections import defaultdict
from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from games.bot_names import written_names
from games.models import Match, Occupancy, Table
from games.score_sheet import isolated, listed, signed
from games.selectors.matches import bot_seats
from games.selectors.paging import Page, page_of
from games.variant_texts import VariantText, variant_text

PAGE_SIZE = 20


@dataclass(frozen=True)
class PlayedMatch:
    """A match in a player's list, and what became of it for the player."""

    id: str
    variant: VariantText
    names: str
    scores: str
    outcome: str  # won, lost, left, abandoned, playing
    outcome_label: str
    created_at: datetime.datetime


def find_player(public_id: str) -> User | None:
    """Gives the user with this public id, or None; one whose account is closed is not shown."""
    return User.objects.filter(public_id=public_id, is_active=True).first()


def player_matches(player: User, after: str = "", size: int = PAGE_SIZE) -> Page[PlayedMatch]:
    """Gives a page of a player's matches, newest first. Two queries, however many there are.

    A running match of a table by link is left out: it is for those who have the link.
    """

    def present(rows: list[Match]) -> list[PlayedMatch]:
        occupancies = _occupancies(rows)
        return [_played(match, player, occupancies[match.pk]) for match in rows]

    return page_of(_rows(player), after, size, present)


def _rows(player: User) -> QuerySet[Match]:
    hidden = Q(status=Match.Status.PLAYING, table__visibility=Table.Visibility.LINK)
    return Match.objects.filter(pk__in=Occupancy.objects.filter(user=player).values("match")).exclude(hidden)


def _occupancies(rows: list[Match]) -> dict[int, list[Occupancy]]:
    found = defaultdict(list)
    for occupancy in Occupancy.objects.filter(match__in=rows).order_by("from_version"):
        found[occupancy.match_id].append(occupancy)
    return found


def _played(match: Match, player: User, occupancies: list[Occupancy]) -> PlayedMatch:
    own = [occupancy for occupancy in occupancies if occupancy.user_id == player.pk]
    outcome = _outcome(match, own[-1])
    return PlayedMatch(
        id=match.public_id,
        variant=variant_text(match.variant),
        names=listed(written_names(match.seat_names, bot_seats(occupancies))),
        scores=" : ".join(isolated(signed(score)) for score in match.scores),
        outcome=outcome,
        outcome_label=_outcome_label(outcome),
        created_at=match.created_at,
    )


def _outcome(match: Match, last: Occupancy) -> str:
    if match.status != Match.Status.ENDED:
        return "playing"
    if last.to_version is not None and last.to_version < match.version:
        return "left"
    if match.winner is None:
        return "abandoned"
    return "won" if match.winner == last.seat % 2 else "lost"


def _outcome_label(outcome: str) -> str:
    return {
        "won": _("Won"),
        "lost": _("Lost"),
        "left": _("Left early"),
        "abandoned": _("Abandoned"),
        "playing": _("Being played"),
    }[outcome]
