"""Computer players: easy, normal and hard."""

VERSION = 1
"""The version of their decisions. Records name it."""
WEIGHS = True
