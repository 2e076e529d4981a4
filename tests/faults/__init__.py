"""Faults of the running site, under load: `python -m tests.faults` (`--help` tells what can be chosen).

It starts a site of its own (PostgreSQL, Redis, web server, worker and clock, all private), lets people play
at a few tables over real sockets, and kills, cuts and empties things at random moments. After each fault play
must go on at every table, and all that was acknowledged or shown to anyone must be in the database, once, and
where it was.
"""
