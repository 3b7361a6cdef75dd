"""Computer players: easy, normal and hard."""

VERSION = 5
"""The version of their decisions. Records name it."""
