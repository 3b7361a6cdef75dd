"""Tests of `bot/run`."""
