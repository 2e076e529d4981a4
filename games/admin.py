"""The games in Django's admin: to be read and searched. What is played is changed by playing only.

The deal, the seed and the receipts of a hand in play are secret to everybody, superusers included: they are
in no page, and no address of the admin lets anyone ask about them.
"""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.models import Connection, Hand, Match, Move, Occupancy, Removal, Seat, Table, WebProcess

# Shown of a hand once it has ended, never before.
SECRET_FIELDS = ("deal", "seed_hex", "plays")
# Never shown: it names what a client sent, and serves only to know it again.
HIDDEN_FIELDS = ("seed", "receipts", "client_id")


if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
    TabularInline = admin.TabularInline[Any, Any]
else:
    ModelAdmin, TabularInline = admin.ModelAdmin, admin.TabularInline


class ReadOnly:
    """Nobody adds, changes or deletes rows of a game by hand."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class GameAdmin(ReadOnly, ModelAdmin):
    """A list that is quick with millions of rows, and answers no question about columns it does not show."""

    show_full_result_count = False
    list_per_page = 50
    ordering = ("-pk",)
    exclude = HIDDEN_FIELDS

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Allows the filters that the page offers, and no other. Django itself allows any column of the row
        in the address, so that `?deal__contains=SA` would find out a card by the number of rows found."""
        column, *rest = lookup.split("__")
        return column in self.list_filter and not {column, *rest} & {*SECRET_FIELDS, *HIDDEN_FIELDS}


class ReadOnlyInline(ReadOnly, TabularInline):
    """Rows shown under the one that they belong to."""

    extra = 0
    can_delete = False


class SeatInline(ReadOnlyInline):
    model = Seat
    fields = ("position", "user", "bot", "held_by_bot", "timeouts_in_row", "ready", "away_since")


class OccupancyInline(ReadOnlyInline):
    model = Occupancy
    fields = ("seat", "user", "bot", "from_version", "to_version")


@admin.register(Table)
class TableAdmin(GameAdmin):
    list_display = (
        "public_id",
        "variant",
        "status",
        "visibility",
        "owner",
        "turn_seconds",
        "watchers",
        "created_at",
    )
    list_filter = ("status", "variant", "visibility", "turn_seconds", "created_at")
    list_select_related = ("owner",)
    search_fields = ("public_id__exact", "owner__username__istartswith")
    search_help_text = _("The table's id, or the beginning of its owner's name")
    inlines = (SeatInline,)


@admin.register(Match)
class MatchAdmin(GameAdmin):
    list_display = ("public_id", "variant", "status", "reason", "names", "score", "table", "created_at")
    list_filter = ("status", "variant", "reason", "created_at", "ended_at")
    list_select_related = ("table",)
    search_fields = ("public_id__exact", "table__public_id__exact")
    search_help_text = _("The id of the match or of its table")
    inlines = (OccupancyInline,)

    @admin.display(description=_("players"))
    def names(self, match: Match) -> str:
        return ", ".join(match.seat_names)

    @admin.display(description=_("score"))
    def score(self, match: Match) -> str:
        return " : ".join(str(score) for score in match.scores)


@admin.register(Hand)
class HandAdmin(GameAdmin):
    list_display = ("match", "ordinal", "number", "outcome", "dealer", "declarer", "contract", "dealt_at")
    list_filter = ("outcome", "dealt_at")
    list_select_related = ("match",)
    search_fields = ("match__public_id__exact",)
    search_help_text = _("The id of the match")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Hand]:
        """Leaves the secret columns in the database until a page is to show them."""
        return super().get_queryset(request).defer("deal", "seed", "receipts", "plays")

    def get_fields(self, request: HttpRequest, obj: Hand | None = None) -> list[Any]:
        """Gives the columns that may be seen: the cards only of a hand that has ended."""
        fields = [
            field.name
            for field in Hand._meta.get_fields()
            if field.concrete and field.name not in (*SECRET_FIELDS, *HIDDEN_FIELDS, "id")
        ]
        over = obj is not None and obj.ended_at is not None
        return [*fields, *SECRET_FIELDS] if over else fields

    @admin.display(description=_("seed"))
    def seed_hex(self, hand: Hand) -> str:
        return bytes(hand.seed).hex()

    def get_readonly_fields(self, request: HttpRequest, obj: Hand | None = None) -> list[str]:
        return self.get_fields(request, obj)


@admin.register(Move)
class MoveAdmin(GameAdmin):
    """The moves of hands in play: all of them were made before everyone's eyes."""

    list_display = ("hand", "place", "seat", "text", "actor", "at")
    list_filter = ("actor",)
    list_select_related = ("hand",)
    search_fields = ("hand__match__public_id__exact",)
    search_help_text = _("The id of the match")


@admin.register(Occupancy)
class OccupancyAdmin(GameAdmin):
    list_display = ("match", "seat", "user", "bot", "from_version", "to_version")
    list_filter = ("bot",)
    list_select_related = ("match", "user")
    search_fields = ("match__public_id__exact", "user__username__istartswith", "user__public_id__exact")
    search_help_text = _("The id of the match, or a player's id or the beginning of the name")


@admin.register(WebProcess)
class WebProcessAdmin(GameAdmin):
    list_display = ("public_id", "started_at", "seen_at")


@admin.register(Connection)
class ConnectionAdmin(GameAdmin):
    list_display = ("public_id", "table", "user", "process", "opened_at", "closed_at")
    list_filter = ("process",)
    list_select_related = ("table", "user", "process")
    search_fields = ("table__public_id__exact", "user__username__istartswith", "user__public_id__exact")
    search_help_text = _("The id of the table, or a player's id or the beginning of the name")


@admin.register(Removal)
class RemovalAdmin(GameAdmin):
    list_display = ("table", "user", "until")
    list_select_related = ("table", "user")
    search_fields = ("table__public_id__exact", "user__username__istartswith", "user__public_id__exact")
    search_help_text = _("The id of the table, or a player's id or the beginning of the name")
