"""The match page: scores and the sheet of finished hands.

Nothing here reads the deal, the seed or the moves of a hand that has not ended.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from games.bot_names import written_names
from games.models import Hand, Match, Occupancy, Table
from games.score_sheet import Explanation, Line, call_label, explain, isolated, signed, team_name
from games.selectors.states import hand_result
from games.variant_texts import OptionText, VariantText, chosen_house_rules, variant_text

UNFINISHED = "unfinished"


@dataclass(frozen=True)
class NamedCall:
    """A call and who made it."""

    name: str
    label: str


@dataclass(frozen=True)
class SheetHand:
    """A finished hand on the sheet. Only one that counts has figures."""

    number: int | None
    dealer: str
    calls: list[NamedCall]
    summary: str
    counts: bool
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Side:
    """A team, or in the 41 games a player, with the running or final score."""

    names: str
    score: str
    won: bool


@dataclass(frozen=True)
class Sheet:
    """A match as its page shows it."""

    variant: VariantText
    names: list[str]
    target: int
    house_rules: list[OptionText]
    by_team: bool
    ended: bool
    verdict: str
    sides: list[Side]
    hands: list[SheetHand]


def find_match(public_id: str) -> Match | None:
    """Gives the match with this id and its table, or None."""
    return Match.objects.select_related("table").filter(public_id=public_id).first()


def may_see_table(match: Match, viewer: User | None) -> bool:
    """Says whether a match's page may name the table it was played at.

    A table by link is known to those who have the link; a match's page does not hand it on to others.
    """
    table = match.table
    if table.status == Table.Status.CLOSED:
        return False
    if table.visibility == Table.Visibility.OPEN:
        return True
    if viewer is None:
        return False
    return table.owner_id == viewer.pk or match.occupancies.filter(user=viewer).exists()


def sheet_of(match: Match) -> Sheet:
    """Gives the sheet of a match: every hand that has ended, in order. Two queries."""
    names = written_names(match.seat_names, bot_seats(match.occupancies.order_by("from_version")))
    by_team = len(match.scores) == 2
    return Sheet(
        variant=variant_text(match.variant),
        names=names,
        target=match.options.get("target", 41),
        house_rules=chosen_house_rules(match.options),
        by_team=by_team,
        ended=match.status == Match.Status.ENDED,
        verdict=_verdict(match, names),
        sides=_sides(match, names, by_team),
        hands=[_sheet_hand(match, hand, names) for hand in _ended_hands(match)],
    )


def bot_seats(occupancies: Iterable[Occupancy]) -> set[int]:
    """Takes who played the seats of a match, the first ones first; gives the seats that began with a bot."""
    first: dict[int, bool] = {}
    for occupancy in occupancies:
        first.setdefault(occupancy.seat, occupancy.bot != "")
    return {seat for seat, is_bot in first.items() if is_bot}


def _verdict(match: Match, names: list[str]) -> str:
    """Says in a sentence how the match ended, or that it goes on."""
    if match.status != Match.Status.ENDED:
        return _("The match is being played.")
    if match.winner is None:
        return _("The match was abandoned: nobody won.")
    named = [isolated(name) for name in names]
    teams = {"team": team_name(named, match.winner), "other": team_name(named, 1 - match.winner)}
    if match.reason == Match.Reason.FORFEIT:
        # Translators: "Alia and Celine won, because Basim and Dawud gave up."
        return _("%(team)s won, because %(other)s gave up.") % teams
    # Translators: "Alia and Celine won the match."
    return _("%(team)s won the match.") % teams


def _ended_hands(match: Match) -> QuerySet[Hand]:
    return (
        Hand.objects.filter(match=match, ended_at__isnull=False)
        .defer("deal", "seed", "receipts", "plays")
        .order_by("ordinal")
    )


def _sides(match: Match, names: list[str], by_team: bool) -> list[Side]:
    if by_team:
        return [
            Side(team_name(names, team), signed(score), match.winner == team)
            for team, score in enumerate(match.scores)
        ]
    return [
        Side(names[seat], signed(score), match.winner == seat % 2) for seat, score in enumerate(match.scores)
    ]


def _sheet_hand(match: Match, hand: Hand, names: list[str]) -> SheetHand:
    calls = [NamedCall(names[seat], call_label(call)) for seat, call in hand.calls]
    if hand.outcome == UNFINISHED:
        explanation = Explanation(_("The match ended during this hand; it does not count."), ())
    else:
        explanation = explain(match.variant, hand_result(hand), names)
    return SheetHand(
        number=hand.number,
        dealer=names[hand.dealer],
        calls=calls,
        summary=explanation.summary,
        counts=hand.points is not None,
        lines=explanation.lines,
    )
