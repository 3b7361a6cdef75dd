"""Figures for the README: `make bench`."""
