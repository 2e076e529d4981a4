"""Programs that play at a running site through its front door: many at once, long, and with ill will."""
