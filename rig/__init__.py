"""The test rig: the playground, the bot and PostgreSQL as processes, driven by code."""
