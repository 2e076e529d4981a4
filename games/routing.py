"""Addresses of the sockets."""

from django.urls import path

from games.consumers import LobbyConsumer, TableConsumer

websocket_urlpatterns = [
    path("ws/tables/<slug:table_id>/", TableConsumer.as_asgi()),
    path("ws/lobby/", LobbyConsumer.as_asgi()),
]
