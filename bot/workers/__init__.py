"""Processes beside the bot: computers think and pictures are drawn there."""
