"""A person's choices and data."""
