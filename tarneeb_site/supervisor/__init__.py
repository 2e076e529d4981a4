"""Runs every part of the site on one machine: what ``manage.py up`` does after the database is ready."""
