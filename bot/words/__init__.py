"""Errors, translations, settings and metrics for all rooms above."""
