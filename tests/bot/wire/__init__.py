"""Tests of `bot/wire`."""
