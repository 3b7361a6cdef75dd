"""Matching pennies: its commands, and its look."""
