"""Computer players: a view and what the seat was told in, a move out; never a state.

They know the rules of their game as anybody does, and nothing of a match that their seat wasn't
told. Their chance is their own.
"""
