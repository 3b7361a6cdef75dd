"""The test rig: the playground, the bot and PostgreSQL as processes, driven by code."""

LIMIT = 240.0
"""Seconds to wait at most for what must happen. Only a failure reaches them on a slow machine."""
