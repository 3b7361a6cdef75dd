"""Calls of people to open tables, by their own wish."""
