"""The rules a second time, as plainly as docs/rules.md says them, to check the engine against.

Nothing here is shared with the engine, not even the cards: cards, calls and trumps are their texts, hands are
lists, and every question is answered from the list of all that was done, each time anew. It is slow and meant
to be: what is easy to read is easy to believe. It knows no errors; only legal moves may be made.
"""
