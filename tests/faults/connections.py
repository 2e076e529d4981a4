"""The ways in which a connection fails without a word."""

import asyncio
import socket
import struct

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

TELLS_WITHIN = 0.5  # seconds


def cut(connection: ClientConnection) -> None:
    """Cut it without a word: the other end gets a reset, or nothing at all."""
    raw = connection.transport.get_extra_info("socket")
    if raw is not None and raw.fileno() >= 0:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.transport.abort()


def leave_half_open(connection: ClientConnection) -> None:
    """Stop reading and answering, pings too, and keep the connection."""
    if not connection.transport.is_closing():
        connection.transport.pause_reading()


async def was_dropped(connection: ClientConnection) -> bool:
    """Read again, and say whether the other end had closed the connection while nothing was read."""
    if connection.transport.is_closing():
        return True
    connection.transport.resume_reading()
    try:
        async with asyncio.timeout(TELLS_WITHIN):
            while True:
                await connection.recv()
    except TimeoutError:
        return False
    except ConnectionClosed:
        return True
