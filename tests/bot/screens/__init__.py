"""Tests of `bot/screens`."""
