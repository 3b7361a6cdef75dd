"""Profiles: a person's matches, ratings and rivals in a server."""
