"""The pages and the forms of the games: each parses, calls one service or selector, and answers."""
