"""Whole matches and screens of the game in the offline Discord."""
