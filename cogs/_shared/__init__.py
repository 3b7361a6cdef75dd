"""Code that the cogs share."""
