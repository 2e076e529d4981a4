"""The score sheet's sentences: how each figure of a finished hand came about.

The figures themselves are the engine's; this module only says, in the reader's language, which line of
docs/rules.md led to each. Every sentence is kept whole, so that it can be translated.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.results import HandResult

TEAM_SEATS = ((0, 2), (1, 3))
SUIT_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
ALL_TRICKS = 13
DOUBLE_FROM = 5  # docs/rules.md: in tarneeb41 bids of 5 and more count double


@dataclass(frozen=True)
class Line:
    """One row of a hand: whose it is, tricks and points, the running score after it, and why it is so."""

    who: str
    tricks: int | None
    points: int | None
    score: int
    sentence: str

    @property
    def points_label(self) -> str:
        """Gives the points with their sign ("+8", "−8"), a dash where the hand does not count."""
        if self.points is None:
            return "–"
        return f"+{self.points}" if self.points > 0 else signed(self.points)

    @property
    def score_label(self) -> str:
        """Gives the running score with a true minus sign."""
        return signed(self.score)


@dataclass(frozen=True)
class Explanation:
    """A hand as the sheet shows it: one sentence on the hand as a whole, then a line a team or a seat."""

    summary: str
    lines: tuple[Line, ...]


def explain(variant: str, result: HandResult, names: Sequence[str]) -> Explanation:
    """Says how the figures of one hand came about.

    Takes the variant's key, the hand's result and the four names by seat. Gives the sentences in the active
    language; a hand that was passed out or cancelled has a summary, and lines without points. Rule:
    docs/rules.md.
    """
    by_team = len(result.scores) == len(TEAM_SEATS)
    named = [isolated(name) for name in names]
    whose = [team_name(names, team) for team in (0, 1)] if by_team else list(names)
    if result.outcome != "scored" or result.points is None or result.tricks is None:
        scores = zip(whose, result.scores, strict=True)
        return Explanation(
            _not_counted(result), tuple(Line(who, None, None, score, "") for who, score in scores)
        )
    tricks = _by_side(result.tricks, by_team)
    if by_team:
        sentences = _team_sentences(result, named)
        summary = _contract_sentence(result, named)
    else:
        sentences = [_seat_sentence(variant, result, seat, named[seat]) for seat in range(4)]
        summary = _trump_sentence(result, named)
    return Explanation(
        summary,
        tuple(Line(*row) for row in zip(whose, tricks, result.points, result.scores, sentences, strict=True)),
    )


def signed(number: int) -> str:
    """Takes a number, gives it with a true minus sign where it is below zero."""
    return str(number).replace("-", "−")


def isolated(name: str) -> str:
    """Takes a name, gives it so that its direction does not disturb the sentence that it stands in."""
    return f"\u2068{name}\u2069"


def listed(names: Sequence[str]) -> str:
    """Takes names, gives them one after the other, each by itself: "Alia, Basim"."""
    # Translators: what stands between the parts of a list; in Arabic "، "
    return _(", ").join(isolated(name) for name in names)


def team_name(names: Sequence[str], team: int) -> str:
    """Takes the four names and a team, gives "Alia and Celine"."""
    first, second = TEAM_SEATS[team]
    # Translators: two partners, as in "Alia and Celine"
    return _("%(first)s and %(second)s") % {"first": names[first], "second": names[second]}


def call_label(call: str) -> str:
    """Takes a call in the record's notation ("7", "8H", "pass", "double"), gives it as a player reads it."""
    if call == "pass":
        # Translators: a call of the auction; in Arabic باس
        return _("pass")
    if call == "double":
        # Translators: a call of the auction; in Arabic دبل
        return _("double")
    digits = call.rstrip("CDHSNT")
    trump = call[len(digits) :]
    return f"{digits} {trump_label(trump)}" if trump else digits


def trump_label(trump: str) -> str:
    """Takes "C", "D", "H", "S" or "NT", gives the suit's sign, or the words for no trump."""
    if trump == "NT":
        # Translators: a hand played without a trump; in Arabic بلا طرنيب
        return _("no trump")
    return SUIT_SIGNS[trump]


def _by_side(tricks: Sequence[int], by_team: bool) -> list[int]:
    return [sum(tricks[seat] for seat in seats) for seats in TEAM_SEATS] if by_team else list(tricks)


def _not_counted(result: HandResult) -> str:
    if result.outcome == "passed_out":
        # Translators: pass is باس in Arabic
        return _("All four passed: nothing is scored, and the same dealer deals again.")
    total = sum(_tricks_bid(bid) for bid in result.bids)
    sentence = ngettext(
        "The four bids come to %(total)d trick, fewer than 11: the hand is cancelled, the deal moves on.",
        "The four bids come to %(total)d tricks, fewer than 11: the hand is cancelled, the deal moves on.",
        total,
    )
    return sentence % {"total": total}


def _tricks_bid(bid: object) -> int:
    """Takes a bid's text or None, gives the number of tricks that it names, 0 for none."""
    digits = str(bid).rstrip("CDHSNT") if bid is not None else ""
    return int(digits) if digits.isdigit() else 0


def _contract_sentence(result: HandResult, names: Sequence[str]) -> str:
    assert result.declarer is not None
    assert result.contract is not None
    values = {
        "name": names[result.declarer],
        "bid": _tricks_bid(result.contract),
        "trump": trump_label(str(result.trump)),
    }
    if str(result.trump) == "NT":
        # Translators: as in "Alia won the bidding with 8 and chose to play without a trump."
        sentence = _("%(name)s won the bidding with %(bid)d and chose to play without a trump.") % values
    else:
        # Translators: trump is a suit's sign: "Alia won the bidding with 8 and made ♠ the tarneeb (trump)."
        sentence = _("%(name)s won the bidding with %(bid)d and made %(trump)s the tarneeb (trump).") % values
    if result.doubled:
        # Translators: double is دبل in Arabic
        sentence += " " + _("The bid was doubled, so all points of the hand are twice.")
    return sentence


def _team_sentences(result: HandResult, names: Sequence[str]) -> list[str]:
    assert result.declarer is not None
    assert result.contract is not None
    assert result.tricks is not None
    declaring = result.declarer % 2
    bid = _tricks_bid(result.contract)
    sentences = []
    for team, taken in enumerate(_by_side(result.tricks, by_team=True)):
        sentence = _declaring_sentence(bid, taken) if team == declaring else _defending_sentence(bid, taken)
        sentence %= {"team": team_name(names, team), "bid": bid, "taken": taken}
        if result.doubled and result.points is not None and result.points[team] != 0:
            # Translators: follows the sentence on a team's points, where the bid was doubled (دبل)
            sentence += " " + _("Doubled: twice that.")
        sentences.append(sentence)
    return sentences


def _declaring_sentence(bid: int, taken: int) -> str:
    if taken == ALL_TRICKS == bid:
        return _("%(team)s bid thirteen and took all thirteen tricks: 26 points.")
    if taken == ALL_TRICKS:
        # Translators: kaboot (all thirteen tricks) is كبوت in Arabic
        return _("%(team)s bid %(bid)d and took all thirteen tricks: kaboot, 16 points.")
    if taken >= bid:
        return ngettext(
            "%(team)s bid %(bid)d and took %(taken)d trick: the bid is made, and each trick is a point.",
            "%(team)s bid %(bid)d and took %(taken)d tricks: the bid is made, and each trick is a point.",
            taken,
        )
    if bid == ALL_TRICKS:
        return ngettext(
            "%(team)s bid thirteen and took %(taken)d trick: a failed bid of thirteen costs 16 points.",
            "%(team)s bid thirteen and took %(taken)d tricks: a failed bid of thirteen costs 16 points.",
            taken,
        )
    return ngettext(
        "%(team)s bid %(bid)d and took only %(taken)d trick: the bid has failed and is taken off.",
        "%(team)s bid %(bid)d and took only %(taken)d tricks: the bid has failed and is taken off.",
        taken,
    )


def _defending_sentence(bid: int, taken: int) -> str:
    if ALL_TRICKS - taken >= bid:
        return ngettext(
            "%(team)s took %(taken)d trick, which counts nothing, because the bid was made.",
            "%(team)s took %(taken)d tricks, which count nothing, because the bid was made.",
            taken,
        )
    if bid == ALL_TRICKS:
        return ngettext(
            "%(team)s took %(taken)d trick against a bid of thirteen: two points for each.",
            "%(team)s took %(taken)d tricks against a bid of thirteen: two points for each.",
            taken,
        )
    if taken == ALL_TRICKS:
        # Translators: kaboot (all thirteen tricks) is كبوت in Arabic
        return _("%(team)s took all thirteen tricks: a point for each; kaboot is only for the team that bid.")
    return ngettext(
        "%(team)s took %(taken)d trick against a failed bid: a point for each.",
        "%(team)s took %(taken)d tricks against a failed bid: a point for each.",
        taken,
    )


def _trump_sentence(result: HandResult, names: Sequence[str]) -> str:
    trump = trump_label(str(result.trump))
    if result.revealed is None:
        # Translators: the sign of the hearts suit stands for the word; the suit is كبّة in Arabic
        return _("%(trump)s are trumps, as in every hand.") % {"trump": trump}
    # Translators: as in "Alia, the dealer, showed ♣7, so ♠ was the trump."
    return _("%(name)s, the dealer, showed %(card)s, so %(trump)s was the trump.") % {
        "name": names[result.dealer],
        "card": card_label(str(result.revealed)),
        "trump": trump,
    }


def card_label(card: str) -> str:
    """Takes a card in the record's notation ("HT"), gives suit sign and rank as on the card ("♥10")."""
    suit, rank = card[0], card[1:]
    return f"{SUIT_SIGNS[suit]}{'10' if rank == 'T' else rank}"


def _seat_sentence(variant: str, result: HandResult, seat: int, name: str) -> str:
    assert result.tricks is not None
    bid = _tricks_bid(result.bids[seat])
    values = {"name": name, "bid": bid, "taken": result.tricks[seat], "double": 2 * bid}
    taken = result.tricks[seat]
    counts_double = variant == "tarneeb41" and bid >= DOUBLE_FROM
    if taken < bid:
        sentence = ngettext(
            "%(name)s bid %(bid)d and took %(taken)d trick: the bid has failed and is taken off.",
            "%(name)s bid %(bid)d and took %(taken)d tricks: the bid has failed and is taken off.",
            taken,
        )
    elif taken == bid:
        sentence = _("%(name)s bid %(bid)d and took exactly that many tricks: the bid is made and is added.")
    else:
        sentence = ngettext(
            "%(name)s bid %(bid)d and took %(taken)d trick: the bid is made and is added; the rest is not.",
            "%(name)s bid %(bid)d and took %(taken)d tricks: the bid is made and is added; the rest is not.",
            taken,
        )
    if counts_double:
        # Translators: follows the sentence on a player's points in Tarneeb 41
        sentence += " " + _("A bid of 5 or more counts double: %(double)d.")
    return sentence % values
