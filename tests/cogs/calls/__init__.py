"""Calls as people of a server see them."""
