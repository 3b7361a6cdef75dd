"""Tests of matching pennies."""
