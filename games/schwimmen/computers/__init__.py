"""Computer players: easy, normal and hard."""

VERSION = 2
"""The version of their decisions. Records name it."""
