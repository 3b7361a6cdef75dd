"""Figures for the README: `make bench`."""

Row = tuple[object, ...]
"""A measurement's figures, under a head of as many names."""
