"""Tests of `bot/storage`."""
