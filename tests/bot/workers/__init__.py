"""Tests of `bot/workers`."""
