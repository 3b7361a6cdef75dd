"""A person's tables in all servers."""
