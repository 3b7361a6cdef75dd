"""Tests of `bot.clicks`."""
