"""Computer players: a view and the seat's events in, a move out, never a state.

They know the rules and their own events, nothing else of a match. Their chance is their own.
"""
