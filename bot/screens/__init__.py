"""Screens: pure functions from a Sight to what a message shows."""
