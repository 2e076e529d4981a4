"""The lists of open tables. A table by link is in none of them."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from accounts.models import User
from games.bot_names import BOT_NAMES, written_bot_name
from games.lobby_frames import LobbyEntry, LobbyMore, LobbySeatPayload
from games.models import Match, Seat, Table
from games.score_sheet import signed
from games.selectors.paging import Page, page_of
from games.selectors.tables import milliseconds
from games.variant_texts import OptionText, VariantText, chosen_house_rules, variant_text

# As many tables are on a page, and in each list of the socket.
PAGE_SIZE = 50
WAITING, PLAYING = "waiting", "playing"


@dataclass(frozen=True)
class ShownSeat:
    """A seat as a page shows it; `score` is its own, in the games that score each seat."""

    position: int
    kind: str
    name: str = ""
    online: bool = False
    score: str = ""


@dataclass(frozen=True)
class ShownSide:
    """Two partners, with the score of their team in the game that scores teams."""

    seats: list[ShownSeat]
    score: str


@dataclass(frozen=True)
class ShownTable:
    """A table as a page shows it."""

    id: str
    variant: VariantText
    target: int
    turn_seconds: int | None
    house_rules: list[OptionText]
    sides: list[ShownSide]
    free_seats: int
    watchers: int
    hand: int | None


@dataclass(frozen=True)
class LobbyLists:
    """Both lists, newest first, and what is past their ends."""

    waiting: list[LobbyEntry]
    playing: list[LobbyEntry]
    more: LobbyMore


def open_tables(show: str = WAITING, after: str = "", size: int = PAGE_SIZE) -> Page[ShownTable]:
    """Gives a page of the open tables, newest first: those with a free seat, or those being played.

    Three queries at most, however many tables there are.
    """
    page = _entries(show, after, size)
    return Page([shown_table(entry) for entry in page.entries], page.next_key)


def lobby_lists() -> LobbyLists:
    """Gives the newest open tables of both kinds. Five queries at most, however many tables there are."""
    waiting, playing = _entries(WAITING), _entries(PLAYING)
    return LobbyLists(
        waiting.entries, playing.entries, {"waiting": waiting.next_key, "playing": playing.next_key}
    )


def table_of(user: User) -> Table | None:
    """Gives the table where this person sits, None where there is none."""
    return Table.objects.filter(seats__user=user).first()


def shown_table(entry: LobbyEntry) -> ShownTable:
    """Gives an entry with the texts that a page writes, in the active language."""
    return ShownTable(
        id=entry["id"],
        variant=variant_text(entry["variant"]),
        target=entry["options"].get("target", 41),
        turn_seconds=entry["turn_seconds"],
        house_rules=chosen_house_rules(entry["options"]),
        sides=[_shown_side(entry, team) for team in (0, 1)],
        free_seats=sum(seat["kind"] == "empty" for seat in entry["seats"]),
        watchers=entry["watchers"],
        hand=entry["hand"],
    )


def _shown_side(entry: LobbyEntry, team: int) -> ShownSide:
    scores = entry["scores"] or []
    by_seat = len(scores) == 4
    seats = [
        ShownSeat(
            position=seat["position"],
            kind=seat["kind"],
            name=written_bot_name(seat["name"] or "") if seat["kind"] == "bot" else seat["name"] or "",
            online=seat["online"],
            score=signed(scores[seat["position"]]) if by_seat else "",
        )
        for seat in entry["seats"][team::2]
    ]
    return ShownSide(seats, signed(scores[team]) if scores and not by_seat else "")


def _entries(show: str, after: str = "", size: int = PAGE_SIZE) -> Page[LobbyEntry]:
    """Gives a page of entries. The match is asked for only where tables are being played."""
    return page_of(_rows(show), after, size, _with_matches if show == PLAYING else _without_matches)


def _rows(show: str) -> QuerySet[Table]:
    rows = Table.objects.filter(visibility=Table.Visibility.OPEN)
    if show == PLAYING:
        return rows.filter(status=Table.Status.PLAYING)
    free = Seat.objects.filter(table=OuterRef("pk"), user=None, bot="")
    return rows.filter(Exists(free), status=Table.Status.WAITING)


def _without_matches(tables: Sequence[Table]) -> list[LobbyEntry]:
    seats = _seats(tables)
    return [_entry(table, seats[table.pk], None) for table in tables]


def _with_matches(tables: Sequence[Table]) -> list[LobbyEntry]:
    seats = _seats(tables)
    matches = Match.objects.filter(table__in=tables, status=Match.Status.PLAYING).annotate(
        counted=Count("hands", filter=Q(hands__outcome="scored"))
    )
    rows = matches.values_list("table", "scores", "counted")
    played = {table: (scores, counted + 1) for table, scores, counted in rows}
    return [_entry(table, seats[table.pk], played.get(table.pk)) for table in tables]


def _entry(table: Table, seats: list[LobbySeatPayload], played: tuple[list[int], int] | None) -> LobbyEntry:
    """Gives a table's entry; `played` has the scores and the number of the hand where a match is in play."""
    return {
        "id": table.public_id,
        "variant": table.variant,
        "options": table.options,
        "turn_seconds": table.turn_seconds,
        "status": table.status,
        "seats": seats,
        "watchers": table.watchers,
        "scores": None if played is None else played[0],
        "hand": None if played is None else played[1],
        "created_at": milliseconds(table.created_at),
    }


def _seats(tables: Sequence[Table]) -> dict[int, list[LobbySeatPayload]]:
    """Gives the seats of each table by position.

    Reads columns: rows with their users cost four times as much, and the lists are read every second while
    somebody looks at them.
    """
    columns = ("table", "position", "bot", "away_since", f"user__{User.USERNAME_FIELD}")
    found: dict[int, list[LobbySeatPayload]] = defaultdict(list)
    rows = Seat.objects.filter(table__in=tables).order_by("position").values_list(*columns)
    for table, position, bot, away_since, person in rows:
        kind = "person" if person is not None else "bot" if bot else "empty"
        name = person if person is not None else BOT_NAMES[position] if bot else None
        online = person is not None and away_since is None
        found[table].append({"position": position, "kind": kind, "name": name, "online": online})
    return found
