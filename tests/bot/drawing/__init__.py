"""Tests of `bot/drawing`."""
