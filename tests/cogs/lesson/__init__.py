"""Lessons, as they are played and by the rules."""
