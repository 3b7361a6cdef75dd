"""Leaderboards: their command, and the end of each season."""
