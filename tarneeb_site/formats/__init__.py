"""Dates and times as people write them, where Django has no form of its own for a language."""
