"""`/help`, and the welcome in a server."""
