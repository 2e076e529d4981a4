"""Whole matches, state by state, as texts to be read and compared; ``python -m tests.golden`` checks them."""
