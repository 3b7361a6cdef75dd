"""Numbered migrations, run in order when the database is opened."""
