"""How the web server is told to serve this site's sockets."""

# Bytes. The largest frame that a player sends is a small fraction of the first. Daphne holds its limit of a
# message against what the site sends, too: the observation of a match has a few hundred bytes for each hand.
LARGEST_FRAME = 4096
LARGEST_MESSAGE = 2**20
# Seconds. A browser whose network went away answers no ping; who waits for it is to know within 15 seconds.
PING_EVERY = 3
PONG_WITHIN = 5

OPTIONS = (
    f"--websocket-max-frame-size={LARGEST_FRAME}",
    f"--websocket-max-message-size={LARGEST_MESSAGE}",
    f"--ping-interval={PING_EVERY}",
    f"--ping-timeout={PONG_WITHIN}",
    "--no-server-name",
)
"""Daphne's options for all of that."""
