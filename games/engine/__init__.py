"""The rules of the games. Standard library only: no Django, no files, no clock, no randomness of its own."""
