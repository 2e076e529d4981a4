"""The socket of the lobby: both lists of open tables, and what changes in them."""

from games.lobby_feed import lobby_feed
from games.messages import LOBBY
from games.protocol import BadFrameError, ClientFrame, SocketCode, Sync

from .connection import SocketConsumer


class LobbyConsumer(SocketConsumer):
    """One connection to the lobby. Whoever it is sees the same, so one feed hears of changes for all."""

    async def opened(self) -> None:
        """Sends the lists, and from now on what changes in them."""
        feed = lobby_feed()
        self.hub.join(LOBBY, feed)
        await feed.join(self.pass_on)

    def ended(self) -> None:
        """Is told of changes no more."""
        feed = lobby_feed()
        feed.leave(self.pass_on)
        if not feed.is_needed:
            self.hub.leave(LOBBY, feed)

    async def take(self, frame: ClientFrame) -> None:
        """Sends the lists again; there is nothing to move here."""
        if not isinstance(frame, Sync):
            raise BadFrameError(SocketCode.BAD_FRAME)
        await lobby_feed().tell_everything(self.pass_on)
