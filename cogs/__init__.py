"""Slash commands, one cog a game, and how each game looks."""
