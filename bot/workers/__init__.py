"""Processes beside the bot for computers' decisions and pictures."""
