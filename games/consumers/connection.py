"""What all sockets have in common: the handshake, limits, logins that end, errors, and the goodbye."""

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, ClassVar
from urllib.parse import parse_qs

from channels.consumer import AsyncConsumer
from channels.exceptions import StopConsumer
from django.utils import translation

from accounts.languages import language_of_scope
from accounts.sockets import user_of_session_async
from games import protocol
from games.frames import ServerFrame
from games.holders import Allowance
from games.hub import Hub, running_hub
from games.messages import Kind, Message, user_group
from games.protocol import BadFrameError, ClientFrame, Ping, SocketCode, Sync
from games.sentences import sentence_of
from games.services.errors import place_of

from . import limits

log = logging.getLogger(__name__)

CLOSE_FAULT = 4500  # not 1011, which means this: Daphne sends no codes of the standard but 1000
CLOSE_BAD_FRAMES = 4400
CLOSE_LOGIN_EXPIRED = 4401
CLOSE_NOT_FOUND = 4404
CLOSE_UNKNOWN_PROTOCOL = 4406
CLOSE_TOO_MUCH = 4429


class SocketConsumer(AsyncConsumer):
    """One connection of one visitor, guest or member.

    It has no channel of its own in the layer: the hub of the process hands it what its groups hear.
    """

    # A login that ends is told to the sockets at once; this is for those that end by themselves. In seconds.
    login_check_seconds: ClassVar[float] = 300.0
    # A connection that sends nothing is looked at this often.
    silent_check_seconds: ClassVar[float] = 300.0
    # How long a logout may take after it was told of.
    logout_seconds: ClassVar[float] = 1.0
    # Where word of a login's end may have been lost, all connections of a process ask within so many seconds.
    lost_word_seconds: ClassVar[float] = 30.0

    async def __call__(
        self, scope: Any, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]
    ) -> None:
        """Serves the connection until it ends."""
        self.scope = scope
        self.base_send = scope.get("plain_send", send)
        self.hub: Hub = running_hub()
        user = scope["user"]
        self.user_pk: int | None = user.pk if user.is_authenticated else None
        self.user_id: str | None = user.public_id if user.is_authenticated else None
        self.language = language_of_scope(scope)
        self.is_open = False
        self._closed = False
        self._allowances: list[Allowance] = []
        self._bad_frames = 0
        self._login_checked = time.monotonic()
        self._next_check: asyncio.TimerHandle | None = None
        self._held: list[str] = []
        self._holds = 0
        self._counted = ""
        try:
            while True:
                await self.dispatch(await receive())
        except StopConsumer:
            pass
        finally:
            self._end()

    async def dispatch(self, message: Any) -> None:
        """Does what a message asks for. Where that fails the page is to come back and ask for everything; the
        log says where, never what: a message of an error may name a card."""
        if message["type"] == "websocket.disconnect":
            raise StopConsumer
        try:
            if message["type"] == "websocket.connect":
                await self._connect()
            elif self.is_open:
                await self._receive(message.get("text"))
        except Exception as error:
            log.error("a connection broke: %s", place_of(error))
            await self.close(CLOSE_FAULT)

    # For the sockets of each kind

    async def opened(self) -> None:
        """The handshake is done: sends the first frames."""
        raise NotImplementedError

    async def take(self, frame: ClientFrame) -> None:
        """Answers a frame that is no ping."""
        raise NotImplementedError

    def ended(self) -> None:
        """The connection is gone: leaves all groups."""

    # The handshake and the goodbye

    async def _connect(self) -> None:
        await self.base_send({"type": "websocket.accept"})
        self._counted = f"user {self.user_pk}" if self.user_pk else f"address {limits.address_of(self.scope)}"
        open_now = self.hub.holders.count(self._counted, +1)
        self._allowances = limits.allowances(self.hub.holders, self._counted, self.user_pk is not None)
        allowed = limits.sockets_allowed(account=self.user_pk is not None)
        if self._asked_protocol() not in (None, str(protocol.PROTOCOL)):
            await self.refuse(SocketCode.UNKNOWN_PROTOCOL, CLOSE_UNKNOWN_PROTOCOL)
        elif allowed is not None and open_now > allowed:
            await self.refuse(SocketCode.TOO_MANY_CONNECTIONS, CLOSE_TOO_MUCH)
        else:
            self.is_open = True
            if self.user_id is not None:
                self.hub.join(user_group(self.user_id), self)
                self._check_login_by_itself()
            await self.opened()

    def _asked_protocol(self) -> str | None:
        query: bytes = self.scope.get("query_string", b"")
        return next(iter(parse_qs(query.decode("latin-1")).get("protocol", [])), None)

    async def close(self, code: int) -> None:
        """Closes the connection; nothing is sent over it or taken from it any more."""
        if self._closed:
            return
        self._closed = True
        self._leave()
        await self._give({"type": "websocket.close", "code": code})

    async def refuse(self, code: str, close_code: int) -> None:
        """Says what is wrong, and closes the connection."""
        await self.send_error(code)
        await self.close(close_code)

    def _end(self) -> None:
        self._closed = True
        self._leave()
        if self._counted:
            self.hub.holders.count(self._counted, -1)

    def _leave(self) -> None:
        if not self.is_open:
            return
        self.is_open = False
        self.ended()
        if self.user_id is not None:
            self.hub.leave(user_group(self.user_id), self)
        if self._next_check is not None:
            self._next_check.cancel()

    # Frames of the client

    async def _receive(self, text: str | None) -> None:
        try:
            if not self._may_send(1):
                await self.refuse(SocketCode.TOO_MANY_FRAMES, CLOSE_TOO_MUCH)
                return
            if text is None:
                raise BadFrameError(SocketCode.BAD_FRAME)
            frame = protocol.parse_frame(text)
            if isinstance(frame, Sync) and not self._may_send(limits.COST_OF_SYNC - 1):
                await self.refuse(SocketCode.TOO_MANY_FRAMES, CLOSE_TOO_MUCH)
            elif not await self._login_stands(self.login_check_seconds):
                await self.login_ended(frame)
            elif isinstance(frame, Ping):
                await self.send_frame({"type": "pong"})
            else:
                await self.take(frame)
        except BadFrameError as error:
            self._bad_frames += 1
            await self.send_error(error.code)
            if self._bad_frames >= limits.BAD_FRAMES:
                await self.close(CLOSE_BAD_FRAMES)
        except Exception as error:
            log.error("a frame could not be answered: %s", place_of(error))
            await self.send_error(SocketCode.SERVER_ERROR)

    def _may_send(self, cost: int) -> bool:
        return all(allowance.take(cost) for allowance in self._allowances)

    # Logins

    async def login_ended(self, frame: ClientFrame | None) -> None:
        """Says that the login has ended, in answer to a frame if there is one, and closes the connection."""
        await self.refuse(SocketCode.LOGIN_EXPIRED, CLOSE_LOGIN_EXPIRED)

    async def _login_stands(self, good_for: float) -> bool:
        """Says whether the person is still logged in; an answer is good for so many seconds."""
        if self.user_pk is None or time.monotonic() - self._login_checked < good_for:
            return True
        session = self.scope["session"]
        # A session as it is stored now, not as it was when the connection was made.
        fresh = type(session._wrapped)(session.session_key)
        user = await user_of_session_async(fresh)
        self._login_checked = time.monotonic()
        return bool(user.pk == self.user_pk)

    # Messages of the groups

    async def hear(self, message: Message) -> None:
        """Takes a message of one of the groups."""
        if message.kind is Kind.LOGIN:
            # Who logs out is told of before the session is gone.
            self._check_login_in(self.logout_seconds)
        elif message.kind is Kind.FRAME:
            await self.pass_on(message.text)

    async def hear_that_something_was_missed(self) -> None:
        """Sees whether the login stands, of which word may have been lost; those of a table send it anew."""
        if self.user_id is not None:
            self._check_login_within(self.logout_seconds + random.uniform(0, self.lost_word_seconds))

    def _check_login_by_itself(self) -> None:
        """Sees to it that a connection that only listens does not outlive its login for long; spread out, so
        that those who came at once do not ask at once."""
        self._check_login_within(random.uniform(0.5, 1) * self.silent_check_seconds)

    def _check_login_within(self, seconds: float) -> None:
        """Sees whether the login stands no later than in so many seconds."""
        if self._next_check is None or self._next_check.when() > self.hub.loop.time() + seconds:
            self._check_login_in(seconds)

    def _check_login_in(self, seconds: float) -> None:
        """Sees whether the login stands, neither sooner nor later."""
        if self._next_check is not None:
            self._next_check.cancel()
        self._next_check = self.hub.loop.call_later(seconds, self._start_checking_login)

    def _start_checking_login(self) -> None:
        self._next_check = None
        self.hub.loop.create_task(self._check_login())

    async def _check_login(self) -> None:
        try:
            if self.is_open and not await self._login_stands(0.0):
                await self.login_ended(None)
        except Exception as error:
            # Nothing says that this login has ended, nor that it stands: it is asked again before long.
            log.error("a login could not be checked: %s", place_of(error))
            self._check_login_within(random.uniform(0.5, 1) * self.lost_word_seconds)
        if self.is_open:
            self._check_login_by_itself()

    # Frames to the client

    def hold(self) -> None:
        """Keeps back what comes from groups until `let_go`: a state that is being read comes first."""
        self._holds += 1

    async def let_go(self) -> None:
        """Sends what was kept back."""
        self._holds -= 1
        if self._holds == 0:
            held, self._held = self._held, []
            for text in held:
                await self._send_text(text)

    async def pass_on(self, text: str) -> None:
        """Sends the text of a frame that was built for everyone in a group."""
        if self._holds:
            self._held.append(text)
        else:
            await self._send_text(text)

    async def send_frame(self, frame: ServerFrame) -> None:
        """Sends a frame built for this connection."""
        await self._send_text(protocol.encode(frame))

    async def send_error(self, code: str) -> None:
        """Says that something is wrong."""
        await self.send_frame({"type": "error", "code": code, "text": self.sentence(code, {})})

    def sentence(self, code: str, params: Mapping[str, str | int | None]) -> str:
        """Gives what the person reads for a code, in their language."""
        with translation.override(self.language):
            return sentence_of(code, params)

    async def _send_text(self, text: str) -> None:
        if not self._closed:
            await self._give({"type": "websocket.send", "text": text})

    async def _give(self, message: dict[str, Any]) -> None:
        """Gives a message to the server. Each server has an error of its own for a client that has gone and
        of which it has not told us yet: that is no fault, and its word of it comes next."""
        try:
            await self.base_send(message)
        except (OSError, RuntimeError):
            self._closed = True
