"""Computers that play matching pennies."""
