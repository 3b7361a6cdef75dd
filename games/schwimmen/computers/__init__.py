"""Computer players: easy, normal and hard."""

VERSION = 3
"""The version of their decisions. Records name it."""
WEIGHS = True
