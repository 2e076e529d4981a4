"""Addresses of the games' pages; every name is in the namespace "games"."""

from django.urls import path

from games.views import home, lobby, matches, players, rules, socket_page, table_actions, tables

app_name = "games"

urlpatterns = [
    path("", home.home, name="home"),
    path("play/", home.quick_play, name="quick_play"),
    path("rules/", rules.rules, name="rules"),
    path("rules/<slug:variant>/", rules.variant_rules, name="variant_rules"),
    path("developers/socket/", socket_page.socket_page, name="socket_page"),
    path("tables/", lobby.lobby, name="lobby"),
    path("tables/new/", tables.new_table, name="new_table"),
    path("tables/<slug:table_id>/", tables.table, name="table"),
    path("tables/<slug:table_id>/sit/", table_actions.sit, name="sit"),
    path("tables/<slug:table_id>/stand/", table_actions.stand, name="stand"),
    path("tables/<slug:table_id>/bots/", table_actions.bots, name="bots"),
    path("tables/<slug:table_id>/start/", table_actions.start, name="start"),
    path("tables/<slug:table_id>/leave/", table_actions.leave, name="leave"),
    path("tables/<slug:table_id>/return/", table_actions.take_back, name="take_back"),
    path("tables/<slug:table_id>/ready/", table_actions.ready, name="ready"),
    path("tables/<slug:table_id>/remove/", table_actions.remove, name="remove"),
    # A rematch is asked for by being ready for another match.
    path("tables/<slug:table_id>/rematch/", table_actions.ready, name="rematch"),
    path("matches/<slug:match_id>/", matches.match, name="match"),
    path("matches/<slug:match_id>/sheet/", matches.sheet, name="match_sheet"),
    path("matches/<slug:match_id>/record/", matches.record, name="match_record"),
    path("players/<slug:public_id>/", players.player, name="player"),
]
