"""The socket of the lobby: both lists of open tables, and what changes in them."""

from games.lobby_feed import lobby_feed
from games.messages import LOBBY, Kind, Message
from games.protocol import BadFrameError, ClientFrame, SocketCode, Sync

from .connection import SocketConsumer


class LobbyConsumer(SocketConsumer):
    """One connection to the lobby. Whoever it is sees the same."""

    async def opened(self) -> None:
        """Sends the lists, and from now on what changes in them."""
        self.hub.join(LOBBY, self)
        await lobby_feed().join(self.pass_on)

    def ended(self) -> None:
        """Hears of changes no more."""
        self.hub.leave(LOBBY, self)
        lobby_feed().leave(self.pass_on)

    async def take(self, frame: ClientFrame) -> None:
        """Sends the lists again; there is nothing to move here."""
        if not isinstance(frame, Sync):
            raise BadFrameError(SocketCode.BAD_FRAME)
        await lobby_feed().tell_everything(self.pass_on)

    async def hear(self, message: Message) -> None:
        """Lets the feed know that something changed at an open table."""
        if message.kind is Kind.LISTED:
            lobby_feed().changed()
        else:
            await super().hear(message)

    async def hear_that_something_was_missed(self) -> None:
        """Has the lists read again; what changed in them is told."""
        lobby_feed().changed()
