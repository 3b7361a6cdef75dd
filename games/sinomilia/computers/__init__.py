"""Computer players: easy, normal and hard."""

VERSION = 7
"""The version of their decisions. Records name it."""
WEIGHS = True
