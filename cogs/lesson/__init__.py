"""Lessons: five guided decisions of a game, played by clicks."""
