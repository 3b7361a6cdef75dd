"""Schwimmen: its commands, and how it is shown."""
