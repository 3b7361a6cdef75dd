"""Computers that play matching pennies."""

WEIGHS = True
