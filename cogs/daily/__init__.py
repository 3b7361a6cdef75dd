"""The daily deal: its commands, and its end."""
