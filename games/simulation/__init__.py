"""Whole matches between bots, and the checking of record files: what the simulate and replay commands do."""
