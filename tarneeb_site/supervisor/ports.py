"""Ports of this machine's own address."""

import errno
import http.client
import socket

LOOPBACK = "127.0.0.1"


def is_taken(port: int) -> bool:
    """Whether another program listens on ``port``; OSError where it cannot be used for another reason."""
    with socket.socket() as probe:
        # As servers do: a connection that has just ended does not make a port taken.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                return True
            raise
    return False


def free_port() -> int:
    """A port that nobody uses now."""
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        port: int = probe.getsockname()[1]
        return port


def answers_http(port: int, path: str) -> bool:
    """Whether a GET of ``path`` at ``port`` is answered with 200."""
    connection = http.client.HTTPConnection(LOOPBACK, port, timeout=5)
    try:
        connection.request("GET", path)
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
