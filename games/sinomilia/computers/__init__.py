"""Computer players: easy, normal and hard."""

VERSION = 8
"""The version of their decisions. Records name it."""
WEIGHS = True
