"""Ended matches as people look back at them."""
