"""A person at a running site, without a browser: follows pages, and speaks with the table's socket."""

import base64
import http.cookiejar
import json
import os
import re
import socket
import struct
import time
import urllib.parse
import urllib.request
import uuid
from typing import Any

Frame = dict[str, Any]


class Visitor:
    """Keeps cookies, and can press the one button that starts a game."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._cookies = http.cookiejar.CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self._cookies))

    def quick_play(self, variant: str) -> str:
        """Start a match against three bots; return the table's id."""
        home = self._opener.open(self.address, timeout=30).read().decode()
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', home)
        assert token
        form = urllib.parse.urlencode({"csrfmiddlewaretoken": token.group(1), "variant": variant})
        answer = self._opener.open(self.address + "play/", form.encode(), timeout=30)
        return str(answer.url).rstrip("/").rpartition("/")[2]

    def open_table(self, table: str) -> "TableSocket":
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self._cookies)
        return TableSocket(self.address, f"/ws/tables/{table}/", cookies)


TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
# Seconds. The site takes five questions for everything a second, for long.
BETWEEN_SYNCS = 0.25


class TableSocket:
    """A WebSocket, as little of one as a test needs."""

    def __init__(self, address: str, path: str, cookies: str) -> None:
        where = urllib.parse.urlsplit(address)
        self._socket = socket.create_connection((where.hostname, where.port), timeout=30)
        self._stream = self._socket.makefile("rb")
        self._asked_at = 0.0
        lines = (
            f"GET {path} HTTP/1.1",
            f"Host: {where.netloc}",
            f"Origin: http://{where.netloc}",
            f"Cookie: {cookies}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
            "\r\n",
        )
        self._socket.sendall("\r\n".join(lines).encode())
        status = self._stream.readline()
        assert b" 101 " in status, status
        while self._stream.readline().strip():
            pass

    def send(self, frame: Frame) -> None:
        self._send(TEXT, json.dumps(frame).encode())

    def _send(self, opcode: int, text: bytes) -> None:
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(text))
        size = bytes([0x80 | len(text)]) if len(text) < 126 else struct.pack("!BH", 0x80 | 126, len(text))
        self._socket.sendall(bytes([0x80 | opcode]) + size + mask + masked)

    def receive(self, kind: str) -> Frame:
        """The next frame of this kind; those before it are skipped."""
        while True:
            opcode, length = struct.unpack("!BB", self._stream.read(2))
            if length == 126:
                (length,) = struct.unpack("!H", self._stream.read(2))
            elif length == 127:
                (length,) = struct.unpack("!Q", self._stream.read(8))
            payload = self._stream.read(length)
            assert opcode & 0x0F != CLOSE, f"closed while waiting for {kind}"
            if opcode & 0x0F == PING:
                self._send(PONG, payload)
            elif opcode & 0x0F == TEXT and (frame := json.loads(payload))["type"] == kind:
                return dict(frame)

    def observe(self) -> Frame:
        """What this person may know now, with the match's id; asked as often as the site allows."""
        time.sleep(max(0.0, self._asked_at + BETWEEN_SYNCS - time.monotonic()))
        self._asked_at = time.monotonic()
        self.send({"type": "sync"})
        return self.receive("observation")

    def move(self, seen: Frame, move: str) -> None:
        """Make a move in answer to what was ``seen``, and wait until it counts."""
        client_id = str(uuid.uuid4())
        self.send(
            {
                "type": "move",
                "match": seen["match"],
                "version": seen["version"],
                "move": move,
                "client_id": client_id,
            }
        )
        assert self.receive("ack")["client_id"] == client_id

    def close(self) -> None:
        self._stream.close()
        self._socket.close()
