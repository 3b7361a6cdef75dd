"""Fists: its commands, and its look."""
