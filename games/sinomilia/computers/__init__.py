"""Computer players: easy, normal and hard."""

VERSION = 6
"""The version of their decisions. Records name it."""
