"""Addresses of the sockets."""

from django.urls import path

from games.consumers import TableConsumer
from games.lobby_consumer import LobbyConsumer

websocket_urlpatterns = [
    path("ws/tables/<slug:table_id>/", TableConsumer.as_asgi()),
    path("ws/lobby/", LobbyConsumer.as_asgi()),
]
