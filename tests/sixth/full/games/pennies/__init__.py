"""Matching pennies: two players show a coin at the same time."""

from .rules import SIDES, Chose, Pennies, PenniesOptions, Shown, State, View

__all__ = ["GAME", "SIDES", "Chose", "Pennies", "PenniesOptions", "Shown", "State", "View"]

GAME = Pennies()
